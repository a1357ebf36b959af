import ContainerModel
import Testing

/// The life of an app and of its snapshots, as S0 and S4 have it.
@Suite("Lifecycle")
struct LifecycleTests {
    @Test("the calls come in the order in which an app receives them, each with a statement of a document")
    func order() throws {
        let calls = LifecycleStep.all.flatMap(\.calls)
        let expected = [
            "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
            "application(_:shouldSaveApplicationState:)", "application(_:willEncodeRestorableStateWith:)",
            "applicationDidBecomeActive(_:)", "application(_:shouldRestoreApplicationState:)",
            "application(_:didDecodeRestorableStateWith:)", "applicationDidBecomeActive(_:)",
        ]
        #expect(calls == expected)
        #expect(LifecycleStep.all.allSatisfy { !$0.citations.isEmpty && $0.sentence.hasSuffix(".") })
        let moments = LifecycleStep.all.map(\.moment)
        let taken = try #require(moments.firstIndex(of: "snapshot taken"))
        #expect(try #require(moments.firstIndex(of: "in the background")) < taken)
        #expect(taken < (try #require(moments.firstIndex(of: "suspended"))))
    }

    @Test("of the three ways of hiding, Info.plist declares one", arguments: [Answer.yes, .no, .unknown])
    func concealment(answer: Answer) {
        var app = AppInfo()
        app.exitsOnSuspend = answer
        #expect(ConcealmentRule.all.map(\.name) == ["cover screen", "exit on suspend", "snapshot ignored"])
        #expect(ConcealmentRule.all.map { $0.isDeclared(by: app) } == [.unknown, answer, .unknown])
    }

    @Test(
        "every rule about a bundle has its sentence and its place in a document",
        arguments: BundleFindingRule.allCases)
    func bundle(rule: BundleFindingRule) {
        #expect(rule.sentence.hasSuffix("."))
        #expect([Source.s4, .s0].contains { rule.source.hasPrefix($0.place("")) }, "\(rule.source)")
        #expect(rule.rawValue.hasPrefix("bundle."))
    }
}
