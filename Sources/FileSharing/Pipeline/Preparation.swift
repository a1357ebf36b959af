package import ContainerModel
package import Transactions

/// What an operation would do, looked at before anything is touched, and what has to be asked first. A plain value.
package struct Preparation: Sendable {
    /// What carries it out.
    enum Work: Sendable {
        /// Nothing is left to be done: the decision says why.
        case nothing
        case change(Plan)
        /// A change that brings to its place what an editor saved.
        case savedChange(Plan, EditingTicket)
        /// Documents are handed over, copies made of some of them.
        case deliver(Plan?)
        case edit(ItemAddress, savingTo: ItemAddress?)
        case save(EditingTicket)
        case invert(HistoryStep, Journal.ChangedItems)
    }

    /// What the person wants.
    package let operation: FileOperation
    /// What the rules make of it.
    package internal(set) var decision: PolicyDecision
    /// What becomes of the documents of a delivery.
    package internal(set) var delivery: Delivery?
    /// What an undo or a redo is about.
    package internal(set) var history: HistoryStep?
    /// Why nothing will be done, although the rules leave something: the person wanted all or nothing.
    package internal(set) var hindrance: OperationError?
    /// What the person is asked, in this order.
    package internal(set) var questions: [Question] = []
    var work: Work

    init(_ operation: FileOperation, _ decision: PolicyDecision, _ work: Work) {
        self.operation = operation
        self.decision = decision
        self.work = work
    }

    /// The changes, where they are known beforehand.
    package var plan: Plan? {
        switch work {
        case .change(let plan), .savedChange(let plan, _): plan
        case .deliver(let plan): plan
        case .nothing, .edit, .save, .invert: nil
        }
    }

    /// Whether carrying it out would do nothing.
    package var isEmpty: Bool {
        if hindrance != nil { return true }
        if case .nothing = work { return true }
        return false
    }

    /// The question about the destination.
    package var destinationQuestion: DestinationQuestion? {
        for case .destination(let question) in questions { return question }
        return nil
    }

    /// The question whether to do it at all.
    package var confirmation: Confirmation? {
        for case .confirmation(let confirmation) in questions { return confirmation }
        return nil
    }

    /// The names that are taken and that somebody has to decide about.
    package var conflicts: [ConflictQuestion] {
        questions.compactMap { if case .conflict(let question) = $0 { question } else { nil } }
    }
}

/// What carrying out an operation came to.
package enum OperationEnding: Sendable {
    case completed(Completion)
    /// Nothing was done yet: something has to be asked that was not known before.
    case asks(Preparation)
    /// A file is ready for the editor.
    case editing(EditableFile)
}

/// A file that is ready for an editor.
package struct EditableFile: Hashable, Sendable {
    /// The file.
    package let item: ItemAddress
    /// What the editor opens: a copy, or the file itself where it belongs to this computer.
    package let hostPath: [UInt8]
    /// The editing session, for `FileOperation.save`; nil for a file that is edited where it is.
    package let ticket: EditingTicket?
}
