package import ContainerStore
import FoundationEssentials

/// Reports as JSON: keys in a fixed order, so that two runs can be compared; and nothing in it that acts on a terminal.
package enum JSONReport {
    /// One report as an object over several lines.
    /// - Parameters:
    ///   - faults: of the container that it is about; where there are any, the object has the key `faults`.
    ///   - error: why the command fails though it has a report; where it does, the object has the key `error`.
    package static func object(
        _ report: some Encodable,
        faults: [ContainerFault] = [],
        error: CommandError? = nil
    ) throws -> String {
        try encode(WithFaults(report: report, faults: faults, error: error), pretty: true)
    }

    /// Why a command fails that has no report, or none in one object: an object on a line of its own that has nothing
    /// but the key `error`, as reports have it.
    package static func line(_ error: CommandError) throws -> String {
        try encode(Failed(error: error), pretty: false)
    }

    /// Why a command fails.
    package struct CommandError: Encodable, Hashable, Sendable {
        /// As it is told on standard error.
        package let message: String
        /// The exit status.
        package let status: Int32

        /// - Parameter status: the exit status.
        package init(_ message: String, status: Int32) {
            self.message = message
            self.status = status
        }
    }

    private struct Failed: Encodable { let error: CommandError }

    /// One report as an object on a line of its own.
    /// - Parameter faults: as above.
    package static func line(_ report: some Encodable, faults: [ContainerFault] = []) throws -> String {
        try faults.isEmpty
            ? encode(report, pretty: false)
            : encode(WithFaults(report: report, faults: faults, error: nil), pretty: false)
    }

    /// A fault on a line of its own, where lines are about items: it has the key `row`, with `fault` for its value.
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

    private enum Key: String, CodingKey { case error, faults, row }

    private static func encode(_ report: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return escaped(String(decoding: try encoder.encode(report), as: UTF8.self))
    }

    /// The same JSON, with escapes for what a terminal or an editor would obey instead of showing it: DEL, C1 controls,
    /// controls of writing direction, line and paragraph separators. (C0 controls are escaped by any encoder.)
    ///
    /// None of these can stand in JSON but inside of a string, so that every value stays what it is (RFC 8259,
    /// section 7).
    static func escaped(_ json: String) -> String {
        guard json.utf8.contains(where: { $0 == 0x7f || $0 == 0xc2 || $0 == 0xd8 || $0 == 0xe2 }),
            json.unicodeScalars.contains(where: isActive)
        else { return json }
        var text = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            guard isActive(scalar) else {
                text.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
        }
        return String(text)
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7f...0x9f, 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
