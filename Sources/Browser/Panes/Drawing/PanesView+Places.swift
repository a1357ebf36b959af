import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
import Screen
import Search

/// Drawing the pane of places.
extension PanesView {
    func renderPlaces(_ canvas: inout Canvas, _ area: Rectangle) {
        guard let container = panes.container else { return }
        let columns = PlacesColumns(
            area, names: panes.places.nameColumns, needsSizes: panes.showsBackup,
            hasBorder: area.endColumn < screen.size.columns)
        let rules = RuleBook.standard
        for offset in 0..<area.rows where panes.places.nodes.indices.contains(panes.places.top + offset) {
            let node = panes.places.nodes[panes.places.top + offset]
            let row = area.row + offset
            let indent = panes.places.indent(of: node)
            let column = area.column + 1 + min(indent, area.columns / 3 + 2)
            if let isUnfolded = node.isUnfolded, indent > 0 {
                canvas.put(
                    isUnfolded ? screen.glyphs.unfolded : screen.glyphs.folded, column: column - 2, row: row, .dimmed)
            }
            var (name, role) = title(of: node)
            // The other containers have no size.
            let room = max(0, (node.container == nil ? columns.size : columns.badges - 1) - column)
            // The column of sizes also says what else a place is.
            if columns.sizeColumns == 0, let note = note(on: node), name.width + 2 + note.count <= room {
                name = name + DisplayText("  \(note)")
            }
            canvas.write(
                name.truncated(to: room, ellipsis: screen.glyphs.ellipsis), column: column, row: row, columns: room,
                role
            )
            if !node.isOmission {
                let whole = sizeText(of: node)
                let size =
                    whole.count > PlacesColumns.maxSizeColumns ? whole.filter { $0 != " " } : whole
                if !size.isEmpty {
                    canvas.write(
                        padded(size, to: columns.sizeColumns), column: columns.size, row: row,
                        columns: columns.sizeColumns,
                        node.isAbsent ? .absent : panes.showsBackup ? .badgeBackup : .dimmed)
                }
                let type = node.fault.map { ItemType($0) } ?? .directory
                let kind = node.container?.kind ?? container.kind
                let item = Item(node.path, in: kind, type: type, permitted: node.permitted)
                let badges = rules.badges(
                    of: item, as: panes.requester.actor, app: container.app, state: panes.requester.state)
                canvas.badges(
                    badges,
                    seal: node.container == nil ? panes.known.sealStatus(of: node.path, in: container.root) : nil,
                    column: columns.badges, row: row, flagColumns: columns.flagColumns)
            }
            if panes.places.top + offset == panes.places.cursor {
                let line = Rectangle(column: area.column, row: row, columns: area.columns, rows: 1)
                canvas.highlight(line, isActive(.places) ? .cursor : .cursorInactive, lettersFrom: columns.badges)
                if panes.focus == .places { canvas.frame.selection = Position(column: column, row: row) }
            }
        }
    }

    private func title(of node: PlacesTree.Node) -> (DisplayText, Role) {
        switch node.content {
        case .omitted(let count): return (PlacesTree.omission(count), .dimmed)
        case .container(let other): return (title(of: other), .directory)
        case .standard(.fault), .standard(.unreadable): return (screen.display(node.path.lastComponent ?? []), .warning)
        case .standard(.absent): return (screen.display(node.path.lastComponent ?? []), .absent)
        case .standard(.present), .directory:
            guard let name = node.path.lastComponent else {
                return (containerTitle, panes.isHidden(node.path) ? .dimmed : .heading)
            }
            return (screen.display(name), .directory)
        }
    }

    /// The name of the open container at the top of its places.
    private var containerTitle: DisplayText {
        guard panes.places.hasOthers, let title = panes.container.flatMap({ ContainerNodeTitle($0) }) else {
            return ContainerNodeTitle.alone
        }
        return text(of: title)
    }

    /// Returns the name of another container of the app.
    func title(of other: ContainerCandidate) -> DisplayText { text(of: ContainerNodeTitle(other)) }

    private func text(of title: ContainerNodeTitle) -> DisplayText {
        title.text(dot: Character(screen.glyphs.dot)) { screen.display($0) }
    }

    /// Returns the words for a standard directory that is not there as one; nil for any other place.
    private func note(on node: PlacesTree.Node) -> String? {
        switch node.content {
        case .standard(.absent): "absent"
        case .standard(.fault(let kind)): kind.shortTitle + "!"
        case .standard(.unreadable): "closed"
        case .standard(.present), .directory, .omitted, .container: nil
        }
    }

    private func sizeText(of node: PlacesTree.Node) -> String {
        switch node.content {
        case .container: return ""
        case .standard(.absent), .standard(.fault), .standard(.unreadable): return note(on: node) ?? ""
        case .standard(.present), .directory, .omitted:
            guard !panes.isHidden(node.path) else { return "" }
            guard panes.showsBackup else { return sizeText(of: panes.totals(on: .container)[node.path]) }
            return panes.known.backupTotals[node.path].map {
                panes.known.backedUpDirectories.contains(node.path) ? ByteCount.short($0) : String(screen.glyphs.dot)
            } ?? ""
        }
    }

    /// Returns a directory's size as far as it has been counted.
    func sizeText(of total: DirectoryTotal?) -> String {
        guard let total else { return "" }
        let text = ByteCount.short(total.bytes)
        return total.isComplete
            ? (total.unreadable > 0 ? "≥" + text : text)
            : text + String(panes.known.countsStopped ? "+" : screen.glyphs.ellipsis)
    }
}

extension PlacesTree.Node {
    var isAbsent: Bool { content == .standard(.absent) }

    /// The kind of item that is in the place of a standard directory; nil if it is a directory or absent.
    var fault: ItemKind? {
        if case .standard(.fault(let kind)) = content { return kind }
        return nil
    }
}
