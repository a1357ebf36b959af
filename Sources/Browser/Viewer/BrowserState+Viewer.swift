package import ContainerModel
import ContainerStore
import Documents
import FileSharing
import FileTree
import Inspection
import Previews
import Screen
import Search

/// Opening the viewer, and what concerns others beside it.
extension BrowserState {
    /// The rows of the viewer's contents.
    var viewerRows: Int { viewer?.rows(of: screen.size) ?? 1 }

    /// The files that the viewer shows, or goes back to.
    package var viewedFiles: [ItemAddress] { viewer?.levels.map(\.subject.file) ?? [] }

    /// Has the viewer handle an event, if it is open.
    mutating func view(_ event: ViewerEvent) -> [BrowserEffect] {
        guard var viewer else { return [] }
        // Nothing of it is copied while it changes.
        self.viewer = nil
        var context = ComponentContext(self)
        let effects = viewer.update(event, &context)
        if !viewer.isClosed { self.viewer = viewer }
        return adopt(context) + effects
    }

    /// Opens the viewer at the beginning of its subject.
    mutating func view(_ viewer: Viewer) -> [BrowserEffect] {
        self.viewer = viewer
        return view(.page(.from(0), .first))
    }

    /// Opens the viewer at a hit, with the values around it to go back to.
    mutating func view(_ hit: ContentsHit, in file: ItemAddress, _ question: ContentsQuestion) -> [BrowserEffect] {
        viewer = Viewer(file, at: hit.steps)
        viewer?.search = question.isExpression ? nil : TextSearch(question.text)
        viewer?.level.subject.form = hit.place.form
        guard let target = hit.place.target else { return view(.page(.from(0), .first)) }
        return view(.seek(.target(target)))
    }

    /// Opens what the line under the cursor stands for, or folds or unfolds it.
    mutating func openInViewer() -> [BrowserEffect] {
        if let tiles = viewer?.level.page.tiles { return openTile(of: tiles) }
        guard let level = viewer?.level, level.page.hasCursor, let line = level.current, line.fold == nil,
            let opening = line.opening
        else { return view(.open) }
        return open(opening, in: level.subject)
    }

    /// Opens the viewer on the file under the cursor, if the actor may read it.
    mutating func viewCurrent() -> [BrowserEffect] {
        guard let item = currentItem else { return [] }
        let isRuled = hasContainer(panes.side)
        let kind =
            isRuled
            ? explanation?.subject.facts?.status.kind : panes.computer?.current.flatMap { panes.computer?.kind(of: $0) }
        // Of the directories, only the preferences can be viewed; of the others, the children are listed on the right.
        let previewed = panes.details.preview.subject
        guard
            previewed?.file == item && previewed?.listsHidden == nil || kind == .file
                || isRuled && kind == .directory && PreferenceSuites.isPlace(item.path)
        else {
            say("only files can be viewed", isError: true)
            return []
        }
        guard !isRuled || explanation?.badges.rights.contains(.read) == true else {
            say(panes.unreadableText(keys), isError: true)
            return []
        }
        return view(Viewer(ViewQuery.Subject(item)))
    }

    /// Opens the viewer on the container's app-switcher snapshots.
    mutating func showContactSheet() -> [BrowserEffect] {
        guard let container else { return [] }
        return view(Viewer(ViewQuery.Subject(snapshotsOf: ItemAddress(container.root, .root))))
    }

    /// Opens the item under the cursor; going back leads to the others again.
    private mutating func openTile(of tiles: TileLayout) -> [BrowserEffect] {
        guard let level = viewer?.level, tiles.items.indices.contains(level.tile) else { return [] }
        let item = ItemAddress(level.subject.file.root, tiles.items[level.tile])
        viewer?.levels.append(Viewer.Level(subject: ViewQuery.Subject(item)))
        return view(.page(.from(0), .first))
    }

    /// Goes to the file before or after this one in the listing, passing over what is no file.
    mutating func viewNeighbour(_ direction: Int) -> [BrowserEffect] {
        guard var listing = panes[panes.side], viewer != nil else { return [] }
        var row = listing.cursor + direction
        while listing.order.indices.contains(row), listing.kind(of: listing.order[row]) != .file { row += direction }
        guard listing.order.indices.contains(row) else {
            say(direction > 0 ? "this is the last file" : "this is the first file")
            return []
        }
        listing.cursor = row
        listing.scroll(visibleRows: paneRows)
        guard let file = listing.item(of: listing.order[row]) else { return [] }
        panes[panes.side] = listing
        if let origin = listing.reach.origin { return open(listing.order[row], of: listing, comparedWith: origin) }
        var next = Viewer(ViewQuery.Subject(file))
        next.search = viewer?.search
        return view(next)
    }

    /// Asks which rows of a table are to be shown: those that are shown now, or whose chosen column contains a text.
    mutating func promptForRows() -> [BrowserEffect] {
        guard let level = viewer?.level, level.page.table != nil || !level.subject.conditions.isEmpty else {
            say("only the rows of a table can be filtered", isError: true)
            return []
        }
        let titles = level.page.table?.titles ?? []
        let column = titles.indices.contains(level.column) ? titles[level.column] + "~" : ""
        let shown = level.subject.conditions.map(\.text).joined(separator: "; ")
        panels.prompt =
            shown.isEmpty
            ? Prompt(.filterRows, beginning: column) : Prompt(.filterRows, proposing: Array(shown.utf8))
        return []
    }
}
