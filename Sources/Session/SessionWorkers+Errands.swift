import Browser
import ContainerModel
import ContainerStore
import Disk
import Inspection
import Jobs
import Transactions

/// Errands: looked at first, then done one after the other.
extension SessionWorkers {
    func plan(_ ticket: Ticket, _ errand: Errand, as actor: ActingParty, _ state: DeviceState) {
        guard let container else { return }
        let mailbox = mailbox
        let errands = errands
        let cancellation = errands.cancellation(of: ticket)
        let desk = ErrandDesk(container: container, actor: actor, state: state)
        walks.submit {
            switch desk.look(at: errand, cancellation) {
            case .planned(let plan, let work):
                errands.keep(work, for: ticket)
                mailbox.post(.lasting(.planned(ticket, plan)))
            case .refused(let verdict, let path): mailbox.post(.lasting(.refused(ticket, verdict, of: path)))
            case .failed(let reason): mailbox.post(.lasting(.errandFailed(ticket, reason)))
            }
        }
    }

    func carryOut(_ ticket: Ticket, _ decisions: [ErrandPlan.Decision]) {
        let mailbox = mailbox
        errands.carryOut(ticket, decisions) { mailbox.post(.lasting($0)) }
    }
}
