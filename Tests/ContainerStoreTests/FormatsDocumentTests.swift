import ContainerStore
import Formats
import Testing

/// The tables of the code compared with formats.md.
@Suite("Formats document")
struct FormatsDocumentTests {
    /// Returns the lines below a heading of the document, up to the next one.
    private static func section(_ heading: String) -> [Substring] {
        FormatsDocument.markdown.split(separator: "\n").drop { $0 != heading }.dropFirst()
            .prefix { !$0.hasPrefix("#") }.map { $0 }
    }

    @Test("the document has the exclusion attributes that are recognized, with the backups that each concerns")
    func attributes() {
        let rows = Self.section("## The backup-exclusion attribute").filter { $0.hasPrefix("| `") }
        #expect(rows.count == ExclusionAttribute.all.count)
        let backups: [ExclusionAttribute.Scope: String] = [
            .everyBackup: "every backup", .iCloudOnly: "iCloud backups", .unencryptedOnly: "unencrypted backups",
        ]
        for (row, attribute) in zip(rows, ExclusionAttribute.all) {
            #expect(row.hasPrefix("| `\(attribute.name)` | \(backups[attribute.scope] ?? "?")"), "\(row)")
        }
        #expect(rows.first?.contains("`\(String(decoding: ExclusionAttribute.iOSValue, as: UTF8.self))`") == true)
    }

    @Test("the document has the domains of backups that belong to apps, groups and extensions")
    func domains() {
        let text = Self.section("## MobileSync backup").joined(separator: " ")
        for domain in BackupDomain.all { #expect(text.contains("`\(domain.prefix)"), "\(domain.prefix)") }
    }
}
