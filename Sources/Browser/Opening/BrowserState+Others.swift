import ContainerModel
import ContainerStore

/// The app's other containers, which the tree of places shows beside the open one.
extension BrowserState {
    /// Opens another container of the app in the place of the open one. The tree stays as it is, with that container
    /// unfolded.
    mutating func switchTo(_ other: ContainerCandidate) -> [BrowserEffect] {
        let effects = open(other.hostPath)
        opening.isSwitching = !effects.isEmpty
        return effects
    }

    /// Opens the bundle of the app whose other container is open, and performs an action there.
    /// - Returns: nil if a bundle is open already, or no bundle is known, so that the action concerns what is shown.
    mutating func goToBundle(toPerform action: String) -> [BrowserEffect]? {
        guard panes.ruledSide == .container, container?.kind != .bundle,
            let bundle = container?.related.first(where: { $0.kind == .bundle })
        else { return nil }
        let effects = switchTo(bundle)
        if opening.isSwitching { opening.actionAfterSwitching = Action.named(action) }
        return effects
    }

    /// Leaves the focus in the tree after another container of the app was opened from there, or performs in it what it
    /// was opened for.
    mutating func stayInPlaces() {
        if opening.isSwitching { panes.focus = .places }
        if let actionAfterSwitching = opening.actionAfterSwitching { keys.queued.append(actionAfterSwitching) }
        opening.isSwitching = false
        panes.places.scroll(visibleRows: paneRows)
    }
}
