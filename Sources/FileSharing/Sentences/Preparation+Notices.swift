import ContainerModel
package import Formats

extension Preparation {
    /// The notices before anything is done, in the order in which they were found.
    package var notices: [Notice] { notices(in: .commands) }

    /// Returns the notices before anything is done, in the order in which they were found.
    package func notices(in wording: Wording) -> [Notice] {
        decision.notices(in: wording) + (delivery?.notices ?? []) + (plan?.notices ?? []) + settingNotices
            + (confirmation?.sentences ?? []).map { Notice($0) }
    }

    private var settingNotices: [Notice] {
        guard case .setValues(let setting) = work else { return [] }
        return setting.remarks.map { Notice(at: setting.item.hostPath, $0) }
    }

    /// The values that are changed inside a file, as they are and as they will be; nil for any other operation.
    package var changedValues: [ValueEditor.Change]? {
        if case .setValues(let setting) = work { setting.changes } else { nil }
    }

    /// The notices with limits of undo first, so that they are visible where there is room for only a few lines.
    package func noticesGravestFirst(in wording: Wording = .commands) -> [Notice] {
        let limits = (plan?.undoLimitNotices ?? []) + (confirmation?.sentences ?? []).map { Notice($0) }
        return limits + notices(in: wording).filter { !limits.contains($0) }
    }
}

extension Preparation {
    /// Returns the changes, one line for each topmost item.
    /// - Parameter path: Formats a path of this computer.
    package func lines(showing path: ([UInt8]) -> String) -> [String] {
        if case .setValues(let setting) = work { return setting.lines(showing: path) }
        guard case .edit(let item, _, let destination, _) = work else { return plan?.lines(showing: path) ?? [] }
        return ["edit  " + [item, destination].compactMap { $0.map { path($0.hostPath) } }.joined(separator: " → ")]
    }
}

extension HistoryStep {
    /// The description of the operation for a user who sees the container.
    package var sentences: [String] {
        let failed = failedSince.map { IneffectiveOperation.sentence($0.short, .failed) }
        return [failed, "\(isUndo ? "Undo would take back" : "Redo would do again"): \(name.short)."].compactMap { $0 }
    }

    /// Returns the description of the operation for a user anywhere. Opens the containers to find their names.
    /// - Parameter path: Formats a path of this computer.
    package func notices(showing path: ([UInt8]) -> String) -> [Notice] {
        let failed = failedSince.map {
            Notice("\($0.full(showing: path)), \(IneffectiveOperation.End.failed.rawValue)")
        }
        return [failed, Notice("\(isUndo ? "undo" : "redo"): \(name.full(showing: path))")].compactMap { $0 }
    }
}
