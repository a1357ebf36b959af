import Comparison
package import ContainerModel
import FileTree
import Formats
import Inspection
import Jobs
import Previews
import Screen
package import Search

/// What of a directory is listed.
package enum ListingReach: Hashable, Sendable {
    /// Its entries.
    case entries
    /// Everything below it, named by the paths from there, except for what is in the closed directories.
    case descendants(closed: [ContainerPath])
    /// The files below it that the actor may read and that contain a text, named likewise.
    case containing(ContentsQuestion, closed: [ContainerPath])
    /// What differs from another directory, which has the state before, named by the paths from there.
    case differing(from: ItemAddress, closed: [ContainerPath])

    /// The directory that it is compared with; nil if it is not compared.
    package var origin: ItemAddress? {
        if case .differing(let origin, _) = self { origin } else { nil }
    }

    /// What is looked for in the contents of files; nil if nothing is.
    package var question: ContentsQuestion? {
        if case .containing(let question, _) = self { question } else { nil }
    }
}

/// The entries of a directory, or everything below it, and the cursor among them.
struct Listing: Sendable {
    let root: Root
    /// The side that the directory is on.
    let side: Side
    var path: ContainerPath
    let reach: ListingReach
    /// The request that read this directory: answers that belong to another reading are dropped.
    private(set) var ticket: Ticket
    /// The request that reads the directory again while it stays on screen.
    var refresh: Ticket?
    /// Whether the directory has changed again since that request.
    var isRefreshStale = false
    /// The latest request to sort the listing: older results are dropped.
    var arrangement: Ticket
    /// Whether the result of that request is awaited.
    var isArranging = false
    /// Whether more entries have been read since that request.
    var isArrangementStale = false
    /// Whether the sizes and times of all entries are asked for only when something is selected.
    var isMeasureDue = false
    var entries = EntryList()
    /// Indices into `entries`, in the order of the rows. Until the stage is `complete`, only of the first rows.
    var order: [UInt32] = []
    var stage = DirectorySnapshot.Stage.reading
    /// The rules for the entries; nil on this computer.
    var rules: DirectoryRules?
    var facts: [UInt32: EntryFacts] = [:]
    /// The first hit in each of the first entries, if a text is looked for in contents.
    private var hits: [ContentsHit] = []
    /// What has become of each entry, if the directory is compared with another one.
    private var changes: [ItemChange] = []
    /// The number of entries that the filter leaves out because their names are hidden.
    var hidden = 0
    /// The bytes that are free on the file system of a directory of this computer; nil if they are not known.
    var free: UInt64?
    /// Entries that have been requested, or that no longer exist.
    var requested: Set<UInt32> = []
    // Not `[]`, which goes through the generic code of sets, for which the runtime searches conformances.
    var covering = BackupKinds(rawValue: 0)
    var directory: EntryFacts?
    var metadata: MetadataTable?
    /// The backed-up size of each entry, if requested and known.
    var backup: BackupSizes?
    var isBackupAsked = false
    /// The reason why the directory cannot be read.
    var failure: FileTreeError?
    /// The rules' refusal to show the directory.
    var refusal: Verdict?
    /// Whether it is shown once although the rules may refuse it.
    var ignoresRules = false
    /// The columns of the longest name among the first rows, as many as are measured.
    private(set) var nameColumns = 0
    var cursor = 0
    /// The row at the top of the pane.
    var top = 0
    /// The name of the entry to put the cursor on when it appears.
    var wanted: [UInt8]?
    /// The name of the entry to return to when the listing is arranged without the filter that is given up.
    var returning: [UInt8]?
    /// The name of the entry that was under the cursor when the filter was begun, to return to if it shows nothing.
    var unfiltered: [UInt8]?
    /// The row to be at the top of the pane when that entry appears.
    var wantedTop: Int?
    /// Whether the user placed the cursor. If not, it stays on the first row, whatever that is.
    var hasChosen = false
    /// Whether the directory was read again because an entry was missing, which is done only once.
    var isSecondReading = false

    init(
        _ root: Root,
        on side: Side = .container,
        path: ContainerPath,
        reach: ListingReach = .entries,
        ticket: Ticket,
        rules: DirectoryRules? = nil
    ) {
        self.root = root
        self.side = side
        self.path = path
        self.reach = reach
        self.ticket = ticket
        arrangement = ticket
        self.rules = rules
    }

    /// The index in `entries` of the row under the cursor.
    var current: UInt32? { order.indices.contains(cursor) ? order[cursor] : nil }

    /// The number of entries that are looked at to count the hidden ones.
    private static let maxLookedAt = 20_000

    /// Returns the number of entries that a filter chooses from. In a very large list, hidden ones count too.
    func choiceCount(showsHidden: Bool) -> Int {
        guard !showsHidden, !isFlat, entries.count <= Self.maxLookedAt else { return entries.count }
        return (0..<entries.count).count { entries.name($0).first != 0x2e }
    }

    /// Whether it shows its contents, or why it cannot.
    var isListed: Bool {
        stage == .complete && !isArranging && refresh == nil || failure != nil || refusal != nil
    }

    /// Whether everything below the directory is listed.
    var isFlat: Bool { reach != .entries }

    /// The name of the entry under the cursor, or its path from the directory.
    var currentName: [UInt8]? { current.map { Array(entries.name(Int($0))) } }

    /// The name to return to: of the entry under the cursor, or if a filter shows nothing, of the one before it.
    var rememberedName: [UInt8]? { currentName ?? (order.isEmpty ? unfiltered : nil) }

    /// Returns the row of a name, or of a path from the directory; nil if it is not listed.
    func row(of name: [UInt8]) -> Int? { order.firstIndex { entries.name(Int($0)).elementsEqual(name) } }

    /// Returns the entry with a name, listed or not; nil if there is none.
    func entry(named name: some Sequence<UInt8>) -> UInt32? {
        (0..<entries.count).first { entries.name($0).elementsEqual(name) }.map { UInt32($0) }
    }

    /// The address of the directory.
    var location: ItemAddress { ItemAddress(root, path) }

    /// Returns the address of an entry.
    func item(of entry: UInt32) -> ItemAddress? { path(of: entry).map { ItemAddress(root, $0) } }

    /// Returns the path of an entry.
    func path(of entry: UInt32) -> ContainerPath? {
        let name = entries.name(Int(entry))
        return isFlat ? ContainerPath(bytes: name).map { path.appending($0) } : path.appending(name: name)
    }

    /// Returns where the text that is looked for was found first in an entry; nil if that is not known.
    func hit(of entry: UInt32) -> ContentsHit? { hits.indices.contains(Int(entry)) ? hits[Int(entry)] : nil }

    /// Whether it is known of any entry where the text was found.
    var hasHits: Bool { !hits.isEmpty }

    /// Returns what has become of an entry since the state that the directory is compared with; nil if it is not compared.
    func change(of entry: UInt32) -> ItemChange? {
        changes.indices.contains(Int(entry)) ? changes[Int(entry)] : nil
    }

    /// Whether it is known what has become of the entries.
    var hasChanges: Bool { !changes.isEmpty }

    /// The backups that the directories above exclude an entry from, as far as it is known.
    func covering(of entry: UInt32) -> BackupKinds { facts[entry]?.covering ?? covering }

    /// Returns the kind of an entry, from its metadata if known.
    func kind(of entry: UInt32) -> ItemKind { facts[entry]?.status.kind ?? entries.kind(Int(entry)) }

    /// Returns the badges of an entry.
    func badges(of entry: UInt32) -> Badges? {
        guard let rules else { return nil }
        // Looked up once: each row on screen is asked for with each key.
        let known = facts[entry]
        let kind = known?.status.kind ?? entries.kind(Int(entry))
        let covering = known?.covering ?? covering
        guard isFlat, let item = path(of: entry), let name = item.lastComponent else {
            return rules.badges(ofEntry: entries.name(Int(entry)), kind, known, covering: covering)
        }
        let here = item.parent.map { $0 == path ? rules : rules.directory($0) } ?? rules
        return here.badges(ofEntry: name, kind, known, covering: covering)
    }

    /// Moves the cursor to a row, or to the nearest one that exists.
    mutating func moveCursor(to row: Int, visibleRows: Int) {
        cursor = max(0, min(row, order.count - 1))
        scroll(visibleRows: visibleRows)
    }

    /// Moves the cursor to a row chosen by the user, which overrides a wanted entry.
    mutating func chooseRow(_ row: Int, visibleRows: Int) {
        moveCursor(to: row, visibleRows: visibleRows)
        hasChosen = true
        wantedTop = nil
        if wanted != nil, let current { wanted = Array(entries.name(Int(current))) }
    }

    /// Scrolls the rows; the cursor moves only to stay in view.
    mutating func scrollView(by rows: Int, visibleRows: Int) {
        let newTop = max(0, min(top + rows, order.count - visibleRows))
        let kept = cursorKept(cursor, top: newTop, count: order.count, visibleRows: visibleRows)
        top = newTop
        if kept != cursor { chooseRow(kept, visibleRows: visibleRows) }
    }

    /// Scrolls the cursor into view, without empty rows after the last one.
    mutating func scroll(visibleRows: Int) {
        top = scrolled(top: top, cursor: cursor, count: order.count, visibleRows: visibleRows)
    }

    /// Adopts what a worker has read. The cursor stays on its entry, or goes to the wanted one.
    /// - Parameter order: The order to adopt; nil to keep the present one, which indices in a growing list allow.
    mutating func adoptSnapshot(_ snapshot: DirectorySnapshot, order newOrder: [UInt32]?, visibleRows: Int) {
        let name = wanted ?? (hasChosen ? currentName : nil)
        let isRenumbered = reach.origin != nil && snapshot.stage != .reading && stage == .reading
        // What was moved is known at the end, which leaves out the entries of the old paths.
        if isRenumbered { (facts, requested, metadata) = ([:], [], nil) }
        adopt(snapshot)
        // Indices in a growing list do not change.
        facts.merge(snapshot.facts) { $1 }
        metadata = snapshot.metadata ?? metadata
        arrange(newOrder ?? order, keeping: name, visibleRows: visibleRows)
    }

    /// Adopts what a worker has read of a directory already shown: the cursor and the rows stay in place.
    mutating func refresh(from snapshot: DirectorySnapshot, visibleRows: Int) {
        let name = currentName
        ticket = snapshot.ticket
        arrangement = snapshot.ticket
        isArranging = false
        refresh = nil
        adopt(snapshot)
        (facts, requested, metadata) = (snapshot.facts, [], snapshot.metadata)
        (backup, isBackupAsked) = (nil, false)
        // If the entry under the cursor is gone, the cursor goes to the entry that took its row.
        arrange(snapshot.order, keeping: wanted ?? name, visibleRows: visibleRows)
    }

    private mutating func adopt(_ snapshot: DirectorySnapshot) {
        (entries, hits, changes) = (snapshot.entries, snapshot.hits, snapshot.changes)
        (hidden, stage, covering) = (snapshot.hidden, snapshot.stage, snapshot.covering)
        directory = snapshot.directory ?? directory
        free = snapshot.free ?? free
        failure = nil
    }

    /// From how many entries on they are asked for their sizes once, to count what is below the directory, if that says as
    /// much. For fewer, twice is soon enough.
    private static let many = 20_000

    /// Whether the size of what is below the directory is that of its files: there are many, and no directories.
    var hasManyFilesAlone: Bool {
        entries.count >= Self.many && !(0..<entries.count).contains { entries.kind($0) == .directory }
    }

    /// Records that the directory cannot be read, and discards everything known about it.
    mutating func fail(_ error: FileTreeError) {
        failure = error
        entries = EntryList()
        hits = []
        changes = []
        order = []
        nameColumns = 0
        facts = [:]
        requested = []
        metadata = nil
        refresh = nil
        stage = .complete
        wanted = nil
        moveCursor(to: 0, visibleRows: 1)
    }

    /// Adopts another order of the same entries, with the cursor on a named entry.
    mutating func arrange(_ order: [UInt32], keeping name: [UInt8]?, visibleRows: Int) {
        adopt(order)
        if let name, let row = row(of: name) {
            cursor = row
            top = wantedTop ?? top
            wanted = nil
            wantedTop = nil
        } else if stage == .complete, !isRefreshStale {
            // What has changed since may have brought it: it is read again.
            wanted = nil
        }
        moveCursor(to: cursor, visibleRows: visibleRows)
    }

    /// Adopts another order of the same entries; the cursor stays on its entry.
    mutating func rearrange(_ order: [UInt32], visibleRows: Int) {
        let entry = current
        adopt(order)
        if let name = returning, let row = row(of: name) {
            cursor = row
            returning = nil
        } else if let entry, let row = order.firstIndex(of: entry) {
            cursor = row
        }
        moveCursor(to: cursor, visibleRows: visibleRows)
    }

    /// The number of names that are measured: more would delay the keys in a large directory.
    private static let maxMeasured = 2_000

    private mutating func adopt(_ order: [UInt32]) {
        self.order = order
        nameColumns =
            order.prefix(Self.maxMeasured).lazy.map { [entries] entry in
                let name = entries.name(Int(entry))
                // The slash after the name of a directory.
                let slash = entries.kind(Int(entry)) == .directory ? 1 : 0
                let isASCII = name.allSatisfy { $0 < 0x80 }
                return slash + (isASCII ? name.count : DisplayText(bytes: name).width)
            }.max() ?? 0
    }

    /// Returns the unknown entries in view and on the screens before and after it, and marks them as requested.
    mutating func unknownEntries(visibleRows: Int) -> [UInt32] {
        // An answer about a comparison that has not ended would come too late: the entries are numbered again then.
        guard reach.origin == nil || stage != .reading else { return [] }
        let first = max(0, top - visibleRows)
        let last = min(order.count, top + 2 * visibleRows)
        guard first < last else { return [] }
        // Asked for with each key: the facts themselves are not copied for it.
        let unknown = order[first..<last].filter {
            // What only the other side has cannot be examined here.
            !facts.keys.contains($0) && !requested.contains($0) && change(of: $0)?.change != .removed
        }
        requested.formUnion(unknown)
        return unknown
    }
}

/// Returns the first row to show so that the cursor is in view with a margin around it.
func scrolled(top: Int, cursor: Int, count: Int, visibleRows: Int) -> Int {
    let rows = max(1, visibleRows)
    let margin = min(2, (rows - 1) / 2)
    let first = min(max(top, cursor + margin - rows + 1), cursor - margin)
    return max(0, min(first, count - rows))
}

/// Returns the row for the cursor that is in view, with a margin around it, when the rows are scrolled; the cursor's own
/// if that is.
func cursorKept(_ cursor: Int, top: Int, count: Int, visibleRows: Int) -> Int {
    let rows = max(1, visibleRows)
    let margin = min(2, (rows - 1) / 2)
    let first = top == 0 ? 0 : top + margin
    let last = top + rows >= count ? count - 1 : top + rows - 1 - margin
    return max(0, min(max(cursor, first), last))
}
