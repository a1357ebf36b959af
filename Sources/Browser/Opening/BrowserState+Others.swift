import ContainerModel
import ContainerStore
import Previews
import Screen

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
        guard ruledSide == .container, container?.kind != .bundle,
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

    /// What the right pane says of another container under the cursor.
    func otherLines(columns: Int) -> [DetailLine] {
        guard panes.focus == .places, let other = panes.places.current?.container else { return [] }
        let lines: [(DisplayText, Role)] = [
            (title(of: other), .heading), (DisplayText(other.detail), .text),
            (screen.display(ReservedPath.shown(other.hostPath.bytes)), .dimmed),
            (screen.text("\(keys.key("enter")) opens it in this tree"), .dimmed),
        ]
        return lines.flatMap { text, role in text.wrapped(to: columns).map { .text(PreviewLine($0, role)) } }
    }

    /// The name of the open container at the top of its places.
    var containerTitle: DisplayText {
        guard panes.places.hasOthers, let title = container.flatMap({ ContainerNodeTitle($0) }) else {
            return ContainerNodeTitle.alone
        }
        return text(of: title)
    }

    /// Returns the name of another container of the app.
    func title(of other: ContainerCandidate) -> DisplayText { text(of: ContainerNodeTitle(other)) }

    private func text(of title: ContainerNodeTitle) -> DisplayText {
        title.text(dot: Character(screen.glyphs.dot)) { screen.display($0) }
    }
}
