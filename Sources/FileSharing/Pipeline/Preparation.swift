package import ContainerModel
package import Transactions

/// What an operation would do, determined before anything is changed, and what to ask first. A plain value.
package struct Preparation: Sendable {
    /// The work that remains to be carried out.
    enum Work: Sendable {
        /// Nothing; the decision says why.
        case nothing
        case change(Plan)
        /// Saves the editor's copy.
        case savedChange(Plan, EditingTicket)
        /// Delivers documents, some of them as copies.
        case deliver(Plan?)
        /// Opens a file in the editor. One that may not be changed in place has a plan for its first save.
        case edit(ItemAddress, as: EditedForm, savingTo: ItemAddress?, Plan?)
        case save(EditingTicket)
        case setValues(Setting)
        case invert(HistoryStep, Journal.ChangedItems)
    }

    /// The requested operation.
    package let operation: FileOperation
    /// The decision by the rules.
    package internal(set) var decision: PolicyDecision
    /// The decisions about the documents of a delivery.
    package internal(set) var delivery: Delivery?
    /// The operation that is undone or redone.
    package internal(set) var history: HistoryStep?
    /// Why nothing will be done although the rules allow part of it: it was to be done as a whole.
    package internal(set) var hindrance: OperationError?
    /// The questions to the user, in this order.
    package internal(set) var questions: [OperationQuestion] = []
    var work: Work

    init(_ operation: FileOperation, _ decision: PolicyDecision, _ work: Work) {
        self.operation = operation
        self.decision = decision
        self.work = work
    }

    /// The plan, if it is known in advance.
    package var plan: Plan? {
        switch work {
        case .change(let plan), .savedChange(let plan, _): plan
        case .deliver(let plan), .edit(_, _, _, let plan): plan
        case .setValues(let setting): setting.plan
        case .nothing, .save, .invert: nil
        }
    }

    /// Whether there is nothing to carry out.
    package var isEmpty: Bool {
        if hindrance != nil { return true }
        if case .nothing = work { return true }
        return false
    }

    /// Whether every item was refused by the plan, so that there is nothing to confirm.
    package var isWithoutItems: Bool { plan.map { $0.itemCount == 0 } ?? false }

    /// The question about the destination.
    package var destinationQuestion: DestinationQuestion? {
        for case .destination(let question) in questions { return question }
        return nil
    }

    /// The question whether to proceed.
    package var confirmation: Confirmation? {
        for case .confirmation(let confirmation) in questions { return confirmation }
        return nil
    }

    /// The questions about taken names.
    package var conflicts: [ConflictQuestion] {
        questions.compactMap { if case .conflict(let question) = $0 { question } else { nil } }
    }
}

/// The result of carrying out an operation.
package enum OperationEnding: Sendable {
    case completed(Completion)
    /// Nothing was done yet, because a new question came up.
    case asks(Preparation)
    /// A file is ready for the editor.
    case editing(EditableFile)
}

/// A file that is ready for an editor.
package struct EditableFile: Hashable, Sendable {
    /// The file.
    package let item: ItemAddress
    /// The path for the editor to open: a copy, or the file itself if it is outside of containers.
    package let hostPath: [UInt8]
    /// The editing session, for `FileOperation.save`; nil for a file that is edited directly.
    package let ticket: EditingTicket?
}
