package import ContainerStore
import Formats
import FoundationEssentials
import System

/// Encodes reports as JSON: keys in a fixed order, so that two runs can be compared, and nothing that controls a
/// terminal.
package enum JSONReport {
    /// Returns a report as an object over several lines.
    /// - Parameters:
    ///   - faults: The faults of the container; if there are any, the object has the key `faults`.
    ///   - error: Why the command fails despite having a report; adds the key `error`.
    package static func object(
        _ report: some Encodable,
        faults: [ContainerFault] = [],
        error: CommandError? = nil
    ) throws -> String {
        try encode(report, Additions(faults: faults.isEmpty ? nil : faults, error: error), pretty: true)
    }

    /// Returns the error of a command without a report, or with a report in lines, as an object on one line that has
    /// only the key `error`.
    package static func line(_ error: CommandError) throws -> String {
        try encode(nil as Int?, Additions(error: error), pretty: false)
    }

    /// The reason why a command fails.
    package struct CommandError: Encodable, Hashable, Sendable {
        /// The message, as printed on standard error.
        package let message: String
        /// The exit status.
        package let status: Int32

        /// Creates an error.
        /// - Parameter status: The exit status.
        package init(_ message: String, status: Int32) {
            self.message = message
            self.status = status
        }
    }

    /// Returns a report as an object on one line.
    /// - Parameter faults: The faults of the container; if there are any, the object has the key `faults`.
    package static func line(_ report: some Encodable, faults: [ContainerFault] = []) throws -> String {
        try encode(report, Additions(faults: faults.isEmpty ? nil : faults), pretty: false)
    }

    /// Returns a report of an item on one line, with the path of the container that it is in.
    /// - Parameter container: The path of the container's root on this computer: the key `container`, and the bytes of
    ///   one that is not UTF-8 in `containerBytes`, as base64. nil leaves the keys out.
    package static func line(_ report: some Encodable, in container: [UInt8]?) throws -> String {
        let path = container.map { String(decoding: $0, as: UTF8.self) }
        let bytes = container.flatMap { bytesUnlessText($0) }
        return try encode(report, Additions(container: path, containerBytes: bytes), pretty: false)
    }

    /// Returns a fault on one line, in a report of one item per line: the key `row` has the value `fault`.
    package static func line(_ fault: ContainerFault) throws -> String {
        try encode(fault, Additions(row: "fault"), pretty: false)
    }

    /// The keys that are added to those of a report.
    private struct Additions: Encodable, Equatable {
        var row: String?
        var container: String?
        var containerBytes: Data?
        var faults: [ContainerFault]?
        var error: CommandError?
    }

    private struct Report<Content: Encodable>: Encodable {
        let content: Content?
        let additions: Additions

        func encode(to encoder: any Encoder) throws {
            try content?.encode(to: encoder)
            // A report that is a list has no keys to add to.
            if additions != Additions() { try additions.encode(to: encoder) }
        }
    }

    private static func encode(_ report: (some Encodable)?, _ additions: Additions, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        let object = try encoder.encode(Report(content: report, additions: additions))
        return JSONWriter.escaped(String(decoding: object, as: UTF8.self), isASCII: !Platform.isLocaleUTF8)
    }
}
