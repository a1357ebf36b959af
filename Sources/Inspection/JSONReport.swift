import FoundationEssentials

/// Reports as JSON: keys in a fixed order, so that two runs can be compared.
package enum JSONReport {
    /// One report as an object over several lines.
    package static func object(_ report: some Encodable) throws -> String { try encode(report, pretty: true) }

    /// One report as an object on a line of its own.
    package static func line(_ report: some Encodable) throws -> String { try encode(report, pretty: false) }

    private static func encode(_ report: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
