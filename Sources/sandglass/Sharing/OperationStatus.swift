import FileSharing
import Jobs
import Screen
import System
import Transactions

/// The exit statuses, by a name for scopes that have another type called `Failure`.
typealias ExitStatus = Failure.Status

/// The exit status of an operation (sysexits.h).
extension Preparation {
    /// Returns the status of the worst that happened; nil if all is well.
    func worstStatus(_ completion: Completion?) -> Int32? {
        status(completion).map { Failure.statusConsideringDevices($0) }
    }

    private func status(_ completion: Completion?) -> Int32? {
        if completion?.state == .cancelled { return 128 + SIGINT }
        if decision.items.contains(where: { $0.outcome == .refused }) { return Failure.Status.refused.rawValue }
        if !decision.unavailable.isEmpty { return Failure.Status.noInput.rawValue }
        // If something failed while the documents were delivered, that is worse than the decisions about them.
        if completion?.state ?? .done == .done, let status = delivery?.status { return status.rawValue }
        if let status = completion?.status ?? plan?.status { return status.rawValue }
        return isRestoredInPart(completion) ? Failure.Status.inputOutput.rawValue : nil
    }

    /// Whether a container was not made like what it is restored from: something was left out, or could not be set. Of
    /// any other operation, the decision says beforehand what is left out.
    private func isRestoredInPart(_ completion: Completion?) -> Bool {
        guard case .restore = operation else { return false }
        return decision.items.contains { $0.outcome == .leftOut }
            || completion?.outcome?.notes.first.contains(where: \.isAboutLoss) == true
    }
}

extension Delivery {
    /// The status for documents that the app does not get.
    fileprivate var status: Failure.Status? {
        if documents.contains(where: { $0.opened == nil }) { return .refused }
        return unavailable.isEmpty ? nil : isInboxOutOfReach ? .data : .noInput
    }
}

extension Completion {
    fileprivate var status: Failure.Status? { outcome?.status ?? (isBeside ? .cannotCreate : nil) }
}

extension Plan {
    /// The status for changes that cannot be carried out.
    fileprivate var status: Failure.Status? {
        guard let refusal = refusals.first(where: { $0.code != .sameItem }) ?? refusals.first else { return nil }
        return switch refusal.code {
        case .sourceUnavailable: .noInput
        case .notReplaceable, .denied: .refused
        case .targetUnknown: .inputOutput
        case .intoItself, .overlappingChanges, .invalidName: .usage
        case .sameItem, .targetUnavailable, .targetNotWritable, .sourceNotRemovable, .trashUnavailable: .cannotCreate
        case .unsupportedItem: .data
        }
    }
}

extension Outcome {
    /// The status for failures; nil if everything was done.
    var status: ExitStatus? {
        guard !failures.isEmpty || state == .rolledBack else {
            if notes.first.contains(where: \.isAvoidable) { return .inputOutput }
            return notes.first.contains(where: \.isAboutDamage) ? .data : nil
        }
        let numbers = failures.first.map(\.errno)
        if numbers.contains(ENOTCONN) { return .unavailable }
        if numbers.contains(EPERM), FileSystemCapabilities.isAnyKnown { return .refused }
        let isForTarget = numbers.contains { [ENOSPC, EDQUOT, EROFS, EEXIST, ENAMETOOLONG].contains($0) }
        if isForTarget { return .cannotCreate }
        // An unreadable item counts more than a damaged one.
        return !numbers.isEmpty && numbers.allSatisfy { $0 == EBADMSG } ? .data : .inputOutput
    }
}

extension OperationError.Code {
    /// The exit status of a command that ends with the error.
    var exitStatus: Int32 {
        switch self {
        case .usage: ExitStatus.usage.rawValue
        case .data: ExitStatus.data.rawValue
        case .noInput: ExitStatus.noInput.rawValue
        case .unavailable: ExitStatus.unavailable.rawValue
        case .system: ExitStatus.system.rawValue
        case .cannotCreate: ExitStatus.cannotCreate.rawValue
        case .inputOutput: ExitStatus.inputOutput.rawValue
        case .locked: ExitStatus.temporary.rawValue
        case .refused: ExitStatus.refused.rawValue
        case .configuration: ExitStatus.configuration.rawValue
        case .cancelled: 128 + SIGINT
        }
    }
}

extension Failure {
    init(_ error: OperationError) {
        let text = error.notice.text { shownPath($0).description }.joined(separator: " ")
        self.init(DisplayText(text).description, code: error.code.exitStatus)
    }
}
