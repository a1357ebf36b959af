import ContainerModel
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
        try encode(WithFaults(report: report, faults: faults, error: error), pretty: true)
    }

    /// Returns the error of a command without a report, or with a report in lines, as an object on one line that has
    /// only the key `error`.
    package static func line(_ error: CommandError) throws -> String {
        try encode(Failed(error: error), pretty: false)
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

    private struct Failed: Encodable { let error: CommandError }

    /// Returns a report as an object on one line.
    /// - Parameter faults: The faults of the container; if there are any, the object has the key `faults`.
    package static func line(_ report: some Encodable, faults: [ContainerFault] = []) throws -> String {
        try faults.isEmpty
            ? encode(report, pretty: false)
            : encode(WithFaults(report: report, faults: faults, error: nil), pretty: false)
    }

    /// Returns a report of an item on one line, with the path of the container that it is in.
    /// - Parameter container: The path of the container's root on this computer: the key `container`, and the bytes of
    ///   one that is not UTF-8 in `containerBytes`, as base64. nil leaves the keys out.
    package static func line(_ report: some Encodable, in container: [UInt8]?) throws -> String {
        guard let container else { return try line(report) }
        return try encode(InContainer(report: report, container: container), pretty: false)
    }

    private struct InContainer<Report: Encodable>: Encodable {
        let report: Report
        let container: [UInt8]

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(String(decoding: container, as: UTF8.self), forKey: .container)
            try values.encodeIfPresent(bytesUnlessText(container), forKey: .containerBytes)
        }
    }

    /// Returns a fault on one line, in a report of one item per line: the key `row` has the value `fault`.
    package static func line(_ fault: ContainerFault) throws -> String {
        try encode(WithRow(row: "fault", fault: fault), pretty: false)
    }

    private struct WithRow: Encodable {
        let row: String
        let fault: ContainerFault

        func encode(to encoder: any Encoder) throws {
            try fault.encode(to: encoder)
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(row, forKey: .row)
        }
    }

    private struct WithFaults<Report: Encodable>: Encodable {
        let report: Report
        let faults: [ContainerFault]
        let error: CommandError?

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var values = encoder.container(keyedBy: Key.self)
            if !faults.isEmpty { try values.encode(faults, forKey: .faults) }
            try values.encodeIfPresent(error, forKey: .error)
        }
    }

    private enum Key: String, CodingKey { case container, containerBytes, error, faults, row }

    private static func encode(_ report: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return JSONWriter.escaped(
            String(decoding: try encoder.encode(report), as: UTF8.self), isASCII: !Platform.isLocaleUTF8)
    }
}
