import ContainerModel
import Formats
import TestSupport
import Testing

@testable import Audit

/// A defect that is planted in a bundle, and what comes near it and is none.
struct BundleCase: CustomTestStringConvertible, Sendable {
    /// The identifier of the rule.
    let rule: String
    /// Plants the defect.
    let plant: @Sendable (inout BundleFixture) -> Void
    /// Changes the bundle in a way that resembles the defect.
    let miss: @Sendable (inout BundleFixture) -> Void

    init(
        _ rule: String, plant: @escaping @Sendable (inout BundleFixture) -> Void,
        miss: @escaping @Sendable (inout BundleFixture) -> Void
    ) {
        (self.rule, self.plant, self.miss) = (rule, plant, miss)
    }

    var testDescription: String { rule }

    private var examiner: any BundleExaminer { rule.hasPrefix("seal.") ? SealExaminer() : BundleSecurityExaminer() }

    /// Expects the planted defect to be found.
    func expectFinding() throws {
        var bundle = BundleFixture()
        plant(&bundle)
        let found = try bundle.findings(by: examiner)
        #expect(found.contains { $0.rule.identifier == rule }, "\(found.map(\.rule.identifier))")
        #expect(found.allSatisfy { !$0.message.isEmpty && !$0.message.hasSuffix(".") })
    }

    /// Expects no such finding where the bundle only resembles one with the defect.
    func expectNoFinding() throws {
        var bundle = BundleFixture()
        miss(&bundle)
        let found = try bundle.findings(by: examiner).filter { $0.rule.identifier == rule }
        #expect(found.isEmpty, "\(found.map { "\($0.path.reportText): \($0.message)" })")
    }
}

extension BundleFixture {
    /// Sets the exceptions from App Transport Security.
    mutating func allow(_ settings: PropertyListValue) { information["NSAppTransportSecurity"] = settings }

    /// Makes the executable import symbols and call methods.
    mutating func use(_ symbols: [String] = [], calls: [String] = []) {
        executable?.imports += symbols
        executable?.calls += calls
    }
}

extension PropertyListValue {
    /// A time on 2026-01-01, and one a year later, after which there is the time of the audit.
    static let begin2026 = PropertyListValue.date(secondsSince2001: 788_918_400)
    static let begin2027 = PropertyListValue.date(secondsSince2001: 820_454_400)
    static let begin2030 = PropertyListValue.date(secondsSince2001: 915_148_800)
}
