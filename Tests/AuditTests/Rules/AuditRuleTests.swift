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
