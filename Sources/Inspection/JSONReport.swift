import ContainerModel
package import ContainerStore
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

    private enum Key: String, CodingKey { case error, faults, row }

    private static func encode(_ report: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return escaped(
            String(decoding: try encoder.encode(report), as: UTF8.self), isASCII: !Platform.isLocaleUTF8)
    }

    /// Returns the JSON with escapes for characters that a terminal or an editor would act on: DEL, C1 controls,
    /// bidirectional controls, line and paragraph separators. (Every encoder escapes C0 controls.)
    ///
    /// In JSON, these occur only inside strings, so every value stays the same (RFC 8259, section 7).
    /// - Parameter isASCII: Whether to escape everything beyond ASCII, for locales that are not UTF-8.
    package static func escaped(_ json: String, isASCII: Bool) -> String {
        func needsEscape(_ scalar: Unicode.Scalar) -> Bool { isASCII ? scalar.value >= 0x7f : isActive(scalar) }
        guard json.utf8.contains(where: { isASCII ? $0 >= 0x7f : [0x7f, 0xc2, 0xd8, 0xe2].contains($0) }),
            json.unicodeScalars.contains(where: needsEscape)
        else { return json }
        var text = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            guard needsEscape(scalar) else {
                text.append(scalar)
                continue
            }
            // Characters beyond the basic plane are two UTF-16 units.
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text.append(
                    contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
            }
        }
        return String(text)
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        (0x7f...0x9f).contains(scalar.value) || scalar.controlsLayout
    }
}
