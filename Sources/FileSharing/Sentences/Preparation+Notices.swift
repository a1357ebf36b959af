import ContainerModel

extension Preparation {
    /// What there is to say before anything is done, in the order in which it was found out.
    package var notices: [Notice] {
        decision.notices + (delivery?.notices ?? []) + (plan?.notices ?? [])
            + (confirmation?.sentences ?? []).map { Notice($0) }
    }

    /// The same with what an undo would not bring back at the beginning: where there is room for a few lines only,
    /// those have to be seen.
    package var noticesGravestFirst: [Notice] {
        let limits = (plan?.undoLimitNotices ?? []) + (confirmation?.sentences ?? []).map { Notice($0) }
        return limits + notices.filter { !limits.contains($0) }
    }
}

extension Preparation {
    /// What would be done, a line for each top item. Names in it are as `path` gives them.
    /// - Parameter path: shows a path of this computer.
    package func lines(showing path: ([UInt8]) -> String) -> [String] {
        if let plan { return plan.lines(showing: path) }
        guard case .edit(let item, let destination) = work else { return [] }
        return ["edit  " + [item, destination].compactMap { $0.map { path($0.hostPath) } }.joined(separator: " → ")]
    }
}

extension HistoryStep {
    /// Which operation it is about, for who has the container on screen.
    package var sentences: [String] {
        let failed = failedSince.map { "The last operation, \($0.short), failed and changed nothing." }
        return [failed, "\(isUndo ? "Undo would take back" : "Redo would do again"): \(name.short)."].compactMap { $0 }
    }

    /// The same for who may be anywhere. Opens the containers to know whose they are.
    /// - Parameter path: shows a path of this computer.
    package func notices(showing path: ([UInt8]) -> String) -> [Notice] {
        let failed = failedSince.map { Notice("\($0.full(showing: path)), failed and changed nothing") }
        return [failed, Notice("\(isUndo ? "undo" : "redo"): \(name.full(showing: path))")].compactMap { $0 }
    }
}
