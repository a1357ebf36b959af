import Browser
import ContainerModel
import Jobs

/// Errands: looked at first, then done one after the other.
extension SessionWorkers {
    func plan(_ ticket: Ticket, _ errand: Errand, as actor: ActingParty, _ state: DeviceState) {
        mailbox.post(.lasting(.errandFailed(ticket, "not there yet")))
    }

    func carryOut(_ ticket: Ticket, _ decisions: [ErrandPlan.Decision]) {
        let mailbox = mailbox
        errands.carryOut(ticket, decisions) { mailbox.post(.lasting($0)) }
    }
}
