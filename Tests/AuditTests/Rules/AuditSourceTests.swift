import Audit
import ContainerModel
import TestSupport
import Testing

@Suite("Sources of the audit's rules")
struct AuditSourceTests {
    private static let bases = Set(AuditRule.all.flatMap(\.bases))

    /// Documents that are not the owner's.
    private static let others = ["Apple", "OWASP", "RFC", "PCI", "QA", "App Store"]

    @Test(
        "what stands in quotation marks is found in the owner's documents, word for word",
        .enabled(if: OwnersDocuments.all != nil, Comment(rawValue: OwnersDocuments.absence))
    )
    func quotations() throws {
        let documents = try #require(OwnersDocuments.all).joined(separator: "\n")
        let quoted = Self.bases.filter { basis in
            basis.wording == .verbatim && !Self.others.contains { basis.document.hasPrefix($0) }
        }
        #expect(quoted.count > 12)
        for basis in quoted { #expect(documents.contains(basis.sentence), "\(basis.text)") }
    }

    @Test("only a document's own words stand in quotation marks, and a translation says that it is one")
    func wordings() {
        for basis in Self.bases {
            let expected =
                switch basis.wording {
                case .verbatim: "\(basis.source): \"\(basis.sentence)\""
                case .translated: "\(basis.source), in translation: \(basis.sentence)"
                case .summary: "\(basis.source): \(basis.sentence)"
                }
            #expect(basis.text == expected)
            #expect(!basis.sentence.isEmpty && !basis.sentence.contains("\""), "\(basis.text)")
        }
    }

    @Test("documents are named as a client knows them, without codes, paths of the project and remarks")
    func names() {
        for basis in Self.bases {
            for text in ["the project", "S0", "S1", "S2", "S3", "S4", "sandglass", "??", " [", "question mark"] {
                #expect(!basis.text.contains(text), "\(basis.text)")
            }
        }
        let sources = Set(Self.bases.map(\.source))
        for source in [
            "App Programming Guide for iOS, Supporting User Privacy", "App Programming Guide for iOS, Table 1-1",
            "iCloud Design Guide, A User's iCloud Storage Is Limited", "The Sandbox, slides in Korean, Documents",
            "App Store Review Guidelines, 2.23 in earlier editions", "Apple, Technical Q&A QA1719, Important",
        ] {
            #expect(sources.contains(source), "\(source)")
        }
    }

    @Test("rules about storage rest on the statements of the tables that `advise` cites")
    func storage() throws {
        let rule = try #require(AuditRule.all.first { $0.identifier == "storage.recreatable-in-backup" })
        let cited = try #require(Citation.ofRules[.placementRecreatable])
        #expect(Set(rule.bases.map(\.sentence)) == Set(cited.map(\.says)))
        #expect(
            rule.bases.map(\.text).contains(
                "File System Programming Guide, Where You Should Put Your App's Files: \"Any file that can be re-created "
                    + "or downloaded must be excluded from the backup.\""))
    }

    @Test("the map has a row for each requirement, and names no test that MASTG 2.0.0 deprecates")
    func map() throws {
        #expect(Set(SecurityRequirement.map.keys) == Set(SecurityRequirement.allCases))
        for row in SecurityRequirement.map.values {
            #expect(!row.title.isEmpty)
            guard let test = row.test else { continue }
            // The tests of version 1 end at 0093.
            #expect(try #require(Int(test.dropFirst("MASTG-TEST-".count))) > 200, "\(test)")
        }
    }

    /// From the files of the release, `tests-beta/ios/<category>/<number>.md`.
    @Test(
        "the numbers are those of the release",
        arguments: [
            ("storage.temporary-elsewhere", "MASVS-STORAGE-2", "MASTG-TEST-0215"),
            ("bundle.transport-security-weak", "MASVS-NETWORK-1", "MASTG-TEST-0342"),
            ("bundle.usage-description-missing", "MASVS-PRIVACY-1", "MASTG-TEST-0360"),
            ("bundle.url-scheme", "MASVS-PLATFORM-1", "MASTG-TEST-0370"),
            ("bundle.no-stack-canaries", "MASVS-CODE-4", "MASTG-TEST-0229"),
            ("privacy.tracking-undeclared", "MASVS-PRIVACY-3", "MASTG-TEST-0281"),
            ("seal.broken", "MASVS-RESILIENCE-2", nil), ("bundle.debug-leftover", "MASVS-RESILIENCE-3", nil),
            ("secret.cookie-flags", "MASVS-NETWORK-1", nil),
        ] as [(String, String, String?)])
    func numbers(identifier: String, control: String, test: String?) throws {
        let rule = try #require(AuditRule.all.first { $0.identifier == identifier })
        #expect(rule.requirement?.control == control && rule.requirement?.test == test)
    }
}
