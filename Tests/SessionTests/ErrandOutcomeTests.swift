import Browser
import ContainerModel
import Jobs
import TestSupport
import Testing
import Transactions

@testable import Session

@Suite("What the browser says of an operation's outcome")
struct ErrandOutcomeTests {
    @Test("only what was done is said to be undoable: u must not take back something else", arguments: [true, false])
    func undoable(isCancelled: Bool) throws {
        let home = TemporaryDirectory()
        try home.write("a", to: "container/Documents/a")
        let environment = TransactionEnvironment(
            stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8))
        let site = try Site(hostPath: Array(home("container").utf8), isContainer: true)
        let request = ChangeRequest(
            title: "copy", changes: [.copy(Spot(site, "Documents/a"), to: Spot(site, "Documents/b"))])
        let plan = try Planner(environment: environment).plan(
            request, progress: ProgressMeter(), cancellation: Cancellation())
        let cancellation = Cancellation()
        if isCancelled { cancellation.cancel() }
        let outcome = try Transaction.carryOut(
            plan, in: environment, progress: ProgressMeter(), cancellation: cancellation)
        #expect(outcome.state == (isCancelled ? .cancelled : .done))
        #expect(ErrandOutcome(outcome).isUndoable == !isCancelled)
    }
}
