import Browser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
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
        let desk = ErrandDesk(container: container, actor: actor, state: state, editing: editing)
        walks.submit {
            switch desk.look(at: errand, ticket, cancellation) {
            case .ready(let plan, let work):
                errands.keep(work, for: ticket)
                mailbox.post(.lasting(.planned(ticket, plan)))
            case .refused(let verdict, let path): mailbox.post(.lasting(.refused(ticket, verdict, of: path)))
            case .failed(let reason): mailbox.post(.lasting(.errandFailed(ticket, reason)))
            }
        }
    }

    /// Brings to an end what a program that was killed left half done, and says so.
    func recover() {
        let mailbox = mailbox
        walks.submit {
            let left = EditorNote.takeWhatIsLeft()
            if !left.isEmpty { mailbox.post(.lasting(.recovered(lines: left))) }
            guard let environment = try? TransactionEnvironment.fromEnvironment(),
                let report = try? Journal(environment: environment).recover(), !report.isEmpty
            else { return }
            let lines = report.items.flatMap { item in
                ["\(item.title), which was interrupted: \(item.result.told)"] + item.problems
            }
            let damage =
                report.damagedBytes > 0 ? ["\(report.damagedBytes) bytes of the journal were damaged and left out"] : []
            mailbox.post(.lasting(.recovered(lines: lines + damage)))
        }
    }

    /// Forgets an errand, or stops it, and gives up what it made ready for an editor.
    func cancelErrand(_ ticket: Ticket) {
        errands.cancel(ticket)
        let editing = editing
        walks.submit { editing[ticket] = nil }
    }

    /// Lets go of something whose end touches the disk.
    func release(_ value: some AnyObject & Sendable) { walks.submit { _ = value } }

    func carryOut(_ ticket: Ticket, _ decisions: [ErrandPlan.Decision]) {
        let mailbox = mailbox
        errands.carryOut(ticket, decisions) { mailbox.post(.lasting($0)) }
    }
}

extension RecoveryReport.Item.Result {
    /// What was done about it, for people.
    fileprivate var told: String {
        switch self {
        case .finished: "it was brought to its end"
        case .rolledBack: "it was taken back"
        case .postponed: "it waits until its directories can be reached"
        }
    }
}
