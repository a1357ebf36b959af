import Audit
import Testing

@Suite("Rules of the audit")
struct AuditRuleTests {
    @Test("identifiers are unique, and begin with their subject")
    func identifiers() {
        let identifiers = AuditRule.all.map(\.identifier)
        #expect(Set(identifiers).count == identifiers.count)
        for rule in AuditRule.all { #expect(rule.identifier.hasPrefix(rule.subject.rawValue + ".")) }
    }

    @Test("every rule names a sentence that it rests on, and what to do", arguments: AuditRule.all)
    func basis(of rule: AuditRule) {
        #expect(!rule.bases.isEmpty)
        #expect(rule.remedy.hasSuffix("."))
    }

    @Test("every rule says what can happen, in sentences, and no command of this program", arguments: AuditRule.all)
    func risk(of rule: AuditRule) {
        #expect(rule.risk.hasSuffix(".") && rule.risk.first?.isUppercase == true)
        for text in [rule.risk, rule.remedy] {
            #expect(!text.contains("`") && !text.contains("sandglass") && !text.contains("--"), "\(text)")
        }
    }

    @Test("secrets come first, by what a stranger can do with them, and what could not be examined comes last")
    func order() {
        let wanted = [
            "secret.private-key", "secret.service-key", "secret.password", "secret.card", "secret.token",
            "secret.web-token", "secret.cookie-flags", "secret.url-credentials", "secret.in-log",
            "secret.in-free-pages", "snapshot.content", "protection.none", "storage.stale-tmp", "bundle.debuggable",
            "seal.broken", "file.unreadable",
        ]
        let rules = wanted.compactMap { name in AuditRule.all.first { $0.identifier == name } }
        #expect(rules.count == wanted.count)
        for (rule, next) in zip(rules, rules.dropFirst()) { #expect(rule.rank < next.rank, "\(next.identifier)") }
        // Each kind of secret has a place of its own.
        let secrets = AuditRule.all.filter { $0.subject == .secret }
        #expect(Set(secrets.map(\.rank)).count == secrets.count)
    }

    @Test("every requirement has a control")
    func controls() {
        for requirement in SecurityRequirement.allCases {
            #expect(requirement.control?.hasPrefix("MASVS-") == true, "\(requirement)")
            if let test = requirement.test { #expect(test.hasPrefix("MASTG-TEST-")) }
        }
    }

    /// The rules that have a planted example and a near miss: each case has both.
    private static let examples = Set(
        (SecretRuleTests.cases + StorageRuleTests.cases + SnapshotRuleTests.cases + FileRuleTests.cases).map(\.rule)
            + (BundleRuleTests.cases + PrivacyRuleTests.cases + SealRuleTests.cases).map(\.rule))

    @Test("every rule has a planted example and a near miss", arguments: AuditRule.all)
    func example(of rule: AuditRule) { #expect(Self.examples.contains(rule.identifier)) }

    @Test("every example is of a rule")
    func examples() { #expect(Self.examples.isSubset(of: AuditRule.all.map(\.identifier))) }
}
