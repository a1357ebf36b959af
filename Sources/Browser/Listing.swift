import ContainerModel
import FileTree
import Formats
import Inspection
import Jobs

/// The middle pane: a directory's entries and the cursor among them.
struct Listing: Sendable {
    let root: Root
    var path: ContainerPath
    /// The request that read this directory: answers about other readings are dropped.
    private(set) var ticket: Ticket
    /// The request that reads it once more while it is shown as it was.
    var refresh: Ticket?
    /// Whether it changed again since that request.
    var isRefreshStale = false
    /// The newest request for an order of it: older orders are dropped.
    var arrangement: Ticket
    var entries = EntryList()
    /// Places in `entries`, in the order of the rows. While the stage is not `complete` only the first rows.
    var order: [UInt32] = []
    var stage = DirectorySnapshot.Stage.reading
    /// The rules for the entries; this computer's have none.
    var rules: DirectoryRules?
    var facts: [UInt32: EntryFacts] = [:]
    /// Entries that have been asked for, or that are gone.
    var requested: Set<UInt32> = []
    var covering: BackupKinds = []
    var directory: EntryFacts?
    var metadata: MetadataTable?
    /// How much of each entry is backed up, where that is asked for and known.
    var backup: BackupSizes?
    var isBackupAsked = false
    /// Why the directory cannot be shown.
    var failure: FileTreeError?
    /// What the rules have against showing it.
    var refusal: Verdict?
    var cursor = 0
    /// The row at the top of the pane.
    var top = 0
    /// The entry that the cursor is to go to when it turns up.
    var wanted: [UInt8]?
    /// The row that is to be at the top of the pane when that entry turns up.
    var wantedTop: Int?
    /// Whether the person put the cursor where it is. Else it stands on the first row, whatever that is.
    var hasChosen = false
    /// Whether it was read because an entry of the reading before was gone: that is done once, not for ever.
    var isSecondReading = false

    init(_ root: Root, path: ContainerPath, ticket: Ticket, rules: DirectoryRules? = nil) {
        self.root = root
        self.path = path
        self.ticket = ticket
        arrangement = ticket
        self.rules = rules
    }

    /// The place in `entries` of the row under the cursor.
    var current: UInt32? { order.indices.contains(cursor) ? order[cursor] : nil }

    /// The name of the entry under the cursor.
    var currentName: [UInt8]? { current.map { Array(entries.name(Int($0))) } }

    /// Whether it is a directory of the container or of this computer.
    var side: Side { root.side }

    /// The directory itself.
    var location: ItemAddress { ItemAddress(root, path) }

    /// The item of an entry.
    func item(of entry: UInt32) -> ItemAddress? { path(of: entry).map { ItemAddress(root, $0) } }

    /// The path of an entry.
    func path(of entry: UInt32) -> ContainerPath? { path.appending(name: entries.name(Int(entry))) }

    /// Whether an entry is a directory, a file, …: from its metadata where that is known.
    func kind(of entry: UInt32) -> ItemKind { facts[entry]?.status.kind ?? entries.kind(Int(entry)) }

    /// What the rules say beside an entry.
    func badges(of entry: UInt32) -> Badges? {
        guard let rules else { return nil }
        let exclusion = Exclusion(own: facts[entry]?.exclusion ?? [], isCovered: !covering.isEmpty)
        let type = ItemType(kind(of: entry))
        return entries.name(Int(entry)).withUnsafeBufferPointer { name in
            rules.badges(ofEntry: name.span, type: type, exclusion: exclusion)
        }
    }

    /// Puts the cursor on a row, as near as there is one.
    mutating func moveCursor(to row: Int, visibleRows: Int) {
        cursor = max(0, min(row, order.count - 1))
        scroll(visibleRows: visibleRows)
    }

    /// The person puts the cursor on a row: an entry that was wanted before is not wanted any more.
    mutating func chooseRow(_ row: Int, visibleRows: Int) {
        moveCursor(to: row, visibleRows: visibleRows)
        hasChosen = true
        wantedTop = nil
        if wanted != nil, let current { wanted = Array(entries.name(Int(current))) }
    }

    /// Brings the cursor into view, and no empty rows below the last one.
    mutating func scroll(visibleRows: Int) {
        top = scrolled(top: top, cursor: cursor, count: order.count, visibleRows: visibleRows)
    }

    /// Takes over what a worker read. The cursor stays on its entry, or goes to the wanted one.
    mutating func receive(_ snapshot: DirectorySnapshot, visibleRows: Int) {
        let name = wanted ?? (hasChosen ? currentName : nil)
        entries = snapshot.entries
        stage = snapshot.stage
        // Places in a list that is still growing stay what they are.
        facts.merge(snapshot.facts) { $1 }
        covering = snapshot.covering
        directory = snapshot.directory ?? directory
        metadata = snapshot.metadata ?? metadata
        failure = nil
        arrange(snapshot.order, keeping: name, visibleRows: visibleRows)
    }

    /// Takes over what a worker read of a directory that is shown already: the cursor and the rows stay in place.
    mutating func refresh(from snapshot: DirectorySnapshot, visibleRows: Int) {
        let name = currentName
        ticket = snapshot.ticket
        arrangement = snapshot.ticket
        refresh = nil
        entries = snapshot.entries
        stage = snapshot.stage
        facts = snapshot.facts
        requested = []
        covering = snapshot.covering
        directory = snapshot.directory ?? directory
        metadata = snapshot.metadata
        backup = nil
        isBackupAsked = false
        failure = nil
        // Where the entry under the cursor went away, the one that took its row is next.
        arrange(snapshot.order, keeping: wanted ?? name, visibleRows: visibleRows)
    }

    /// The directory cannot be shown; nothing of what was known of it holds any more.
    mutating func fail(_ error: FileTreeError) {
        failure = error
        entries = EntryList()
        order = []
        facts = [:]
        requested = []
        metadata = nil
        refresh = nil
        stage = .complete
        wanted = nil
        moveCursor(to: 0, visibleRows: 1)
    }

    /// Takes over another order of the same entries.
    mutating func arrange(_ order: [UInt32], keeping name: [UInt8]?, visibleRows: Int) {
        self.order = order
        if let name, let row = order.firstIndex(where: { entries.name(Int($0)).elementsEqual(name) }) {
            cursor = row
            top = wantedTop ?? top
            wanted = nil
            wantedTop = nil
        } else if stage == .complete {
            wanted = nil
        }
        moveCursor(to: cursor, visibleRows: visibleRows)
    }

    /// Takes over another order of the same entries; the cursor stays on its entry.
    mutating func rearrange(_ order: [UInt32], visibleRows: Int) {
        let entry = current
        self.order = order
        if let entry, let row = order.firstIndex(of: entry) { cursor = row }
        moveCursor(to: cursor, visibleRows: visibleRows)
    }

    /// Entries in view, and a screen before and after it, that nothing is known of yet. They count as asked for.
    mutating func unknownEntries(visibleRows: Int) -> [UInt32] {
        let first = max(0, top - visibleRows)
        let last = min(order.count, top + 2 * visibleRows)
        guard first < last else { return [] }
        let unknown = order[first..<last].filter { facts[$0] == nil && !requested.contains($0) }
        requested.formUnion(unknown)
        return unknown
    }
}

/// The first row to show of a list, so that the cursor is in view with a little around it.
func scrolled(top: Int, cursor: Int, count: Int, visibleRows: Int) -> Int {
    let rows = max(1, visibleRows)
    let margin = min(2, (rows - 1) / 2)
    let first = min(max(top, cursor + margin - rows + 1), cursor - margin)
    return max(0, min(first, count - rows))
}
