import Browser
import ContainerModel
import ContainerStore
import Disk
import Formats
import Inspection
import Jobs
import Transactions

/// Turns errands into changes by the rules, and changes into words.
struct ErrandDesk: Sendable {
    /// What a look at an errand comes to.
    enum Finding {
        case planned(ErrandPlan, ErrandRunner.Work)
        case refused(Verdict, of: ContainerPath)
        case failed(String)
    }

    let container: Container
    let actor: ActingParty
    let state: DeviceState

    func look(at errand: Errand, _ cancellation: Cancellation) -> Finding {
        do {
            let environment = try TransactionEnvironment.fromEnvironment()
            switch errand {
            case .undo:
                return .planned(ErrandPlan(items: 1)) { _, meter, cancellation in
                    Self.outcome { () throws(TransactionError) in
                        try Journal(environment: environment).undo(progress: meter, cancellation: cancellation)
                    }
                }
            case .redo:
                return .planned(ErrandPlan(items: 1)) { _, meter, cancellation in
                    Self.outcome { () throws(TransactionError) in
                        try Journal(environment: environment).redo(progress: meter, cancellation: cancellation)
                    }
                }
            default: break
            }
            let request = try request(for: errand)
            let plan = try Planner(environment: environment).plan(
                request, progress: ProgressMeter(), cancellation: cancellation)
            return .planned(Self.told(plan)) { decisions, meter, cancellation in
                var plan = plan
                for (index, decision) in zip(plan.undecided, decisions) { plan.decide(decision.policy, for: index) }
                return Self.outcome { () throws(TransactionError) in
                    try Transaction.carryOut(plan, in: environment, progress: meter, cancellation: cancellation)
                }
            }
        } catch let refusal as ErrandRefusal {
            return .refused(refusal.verdict, of: refusal.path)
        } catch let error as TransactionError {
            return .failed(error.message)
        } catch {
            return .failed("\(error)")
        }
    }
}
