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
}
