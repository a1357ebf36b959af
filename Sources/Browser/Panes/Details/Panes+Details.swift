import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen

/// The item that the right pane describes, and updating the pane once the cursor rests.
extension Panes {
    /// The explanation of the item under the cursor; nil on this computer, which has no rules.
    var explanation: Explanation? {
        guard let container = container(on: side), let subject else { return nil }
        return Explanation(of: subject, in: container, as: requester.actor, state: requester.state)
    }

    /// The item that the right pane describes.
    var subject: Explanation.Subject? {
        let listing = self[side]
        if focus != .places, let listing, let entry = listing.current, let path = listing.path(of: entry) {
            return Explanation.Subject(
                path: path,
                kind: listing.kind(of: entry),
                facts: listing.facts[entry],
                signature: details.preview.subject?.file == ItemAddress(listing.root, path)
                    ? details.preview.signature : nil,
                covering: listing.covering(of: entry),
                total: listing.kind(of: entry) == .directory ? totals(on: side)[path] : nil
            )
        }
        guard let path = focus == .places ? places.currentPath : listing?.path else { return nil }
        guard side == .container else {
            return Explanation.Subject(
                path: path, kind: .directory, facts: listing?.directory, covering: listing?.covering ?? [],
                total: totals(on: side)[path])
        }
        let node = places.node(at: path)
        let isShown = path == listing?.path
        return Explanation.Subject(
            path: path,
            kind: node?.fault ?? .directory,
            facts: isShown ? listing?.directory : nil,
            covering: isShown ? listing?.covering ?? [] : [],
            isAbsent: isAbsentPlace(path),
            total: isHidden(path) ? nil : totals(on: .container)[path]
        )
    }

    /// Whether a directory of the table of places is not there.
    func isAbsentPlace(_ path: ContainerPath) -> Bool {
        if let node = places.node(at: path) { return node.isAbsent }
        guard let container, let listing, listing.path == path, listing.failure?.code == .notFound
        else { return false }
        let type = RuleBook.standard.typeIfAbsent(
            path, in: container.kind, bundleIdentifier: container.app.identifier)
        return type == .directory
    }

    /// Updates the right pane, at the first pause in events, and at the next one if a preview was to be awaited.
    /// - Parameters:
    ///   - isCovered: Whether nothing is shown, so that no preview is requested.
    ///   - explaining: The columns of a panel that explains the item; 0 if none is open.
    mutating func settle(isCovered: Bool, explaining: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        let columns = (layout(of: context.screen.size).details?.columns ?? 0) - 1
        // The explanation states the type of the file, which comes with the preview, on small screens too.
        let explanation = columns > 0 || explaining > 0 ? explanation : nil
        let fit = details.preview.subject?.fit
        let effects =
            isCovered ? [] : askForPreview(explanation, columns: columns > 0 ? columns : explaining, &context)
        details.isSettled = true
        // Lines for another width would be cut.
        let fits = fit == nil || fit == details.preview.subject?.fit
        // The children of a directory come below what is known of it at once.
        let isListed = details.preview.subject?.listsHidden != nil
        details.awaitsPreview = !effects.isEmpty && columns > 0 && fits && !isListed
        // Lines that are replaced now and again when the preview arrives would flicker, and take twice the bytes.
        guard !details.awaitsPreview else { return effects }
        details.lines =
            columns > 0 ? PanesView(self, context).lines(of: explanation, columns: columns, rows: context.paneRows) : []
        details.isDrawn = false
        // On a larger screen there are fewer lines to scroll through.
        details.scroll(by: 0, visibleRows: context.paneRows)
        return effects
    }
}
