import FoundationEssentials

/// Reports as JSON: keys in a fixed order, so that two runs can be compared.
package enum JSONReport {
    /// One report as an object over several lines.
    /// - Parameter faults: of the container that it is about; where there are any, the object has the key `faults`.
    package static func object(_ report: some Encodable, faults: [ContainerFault] = []) throws -> String {
        try encode(WithFaults(report: report, faults: faults), pretty: true)
    }

    /// One report as an object on a line of its own.
    /// - Parameter faults: as above.
    package static func line(_ report: some Encodable, faults: [ContainerFault] = []) throws -> String {
        try faults.isEmpty
            ? encode(report, pretty: false) : encode(WithFaults(report: report, faults: faults), pretty: false)
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

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            guard !faults.isEmpty else { return }
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(faults, forKey: .faults)
        }
    }

    private enum Key: String, CodingKey { case faults, row }

    private static func encode(_ report: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
