import ContainerModel
import System

/// The items of an archive by directory: all names in one array, 64 bytes for each item, and no contents.
///
/// Directories without an entry are created. Names are looked up by a randomly seeded hash, so that an archive cannot
/// be crafted to make all of them collide.
struct TreeIndex: Sendable {
    /// An item, by its index in the archive's index; the root is 0.
    typealias Node = UInt32

    /// The metadata that an entry provides for an item.
    struct Entry {
        var kind = ItemKind.directory
        var permissions: UInt16 = 0o755
        var user: UInt32 = 0
        var group: UInt32 = 0
        var size: UInt64 = 0
        var modified: Int64 = 0
        var modifiedNanoseconds: UInt32 = 0
        var isEncrypted = false
        /// Whether the directory of a zip says other things about the contents than their header.
        var isContradictory = false
        /// The entry's position in the sequence of entries. Items with the same one are hard links to each other.
        var ordinal = UInt32.max
        /// The offset of the entry's header in the file; -1 if it has to be found by its ordinal.
        var position: Int64 = -1
    }

    private struct Record {
        var size: UInt64
        var modified: Int64
        var position: Int64
        var parent: Node
        var nameStart: UInt32
        var modifiedNanoseconds: UInt32
        var ordinal: UInt32
        var firstChild: Node
        var lastChild: Node
        var nextSibling: Node
        var nameLength: UInt8
        var kind: ItemKind
        var permissions: UInt16
        var owner: UInt16
        var isEncrypted: Bool
        var isContradictory: Bool
    }

    private struct Owner: Hashable {
        let user: UInt32
        let group: UInt32
    }

    static let root: Node = 0
    private static let none = Node.max

    private var records: [Record] = []
    private var names: [UInt8] = []
    /// A hash table of the nodes by parent and name, with open addressing; at least half of the slots are empty.
    private var slots: [Node]
    private var owners: [Owner] = []
    private var ownerNumbers: [Owner: UInt16] = [:]
    /// The targets of symbolic links, as stored in them.
    private(set) var linkTargets: [Node: [UInt8]] = [:]
    /// What device nodes stand for.
    private(set) var devices: [Node: DeviceNumbers] = [:]
    /// The extended attributes, under their names on this system.
    private(set) var attributes: [Node: [(name: [UInt8], value: [UInt8])]] = [:]
    /// The number of hard links of entries that have several, by ordinal.
    private var linkCounts: [UInt32: UInt32] = [:]
    /// The number of bytes of names, link targets and attributes.
    private(set) var nameBytes = 0

    /// Creates an index that contains only the root.
    init(rootModified: Int64) {
        slots = Array(repeating: Self.none, count: 1_024)
        var entry = Entry()
        entry.modified = rootModified
        records.append(record(entry, parent: Self.none, nameStart: 0, nameLength: 0))
    }

    /// The number of items, including the root.
    var count: Int { records.count }

    // MARK: Lookup

    func name(_ node: Node) -> ArraySlice<UInt8> {
        let record = records[Int(node)]
        return names[Int(record.nameStart)..<Int(record.nameStart) + Int(record.nameLength)]
    }

    func kind(_ node: Node) -> ItemKind { records[Int(node)].kind }

    /// Returns the parent of an item; nil for the root.
    func parent(_ node: Node) -> Node? { node == Self.root ? nil : records[Int(node)].parent }

    func entry(_ node: Node) -> Entry {
        let record = records[Int(node)]
        let owner = owners[Int(record.owner)]
        return Entry(
            kind: record.kind, permissions: record.permissions, user: owner.user, group: owner.group,
            size: record.size, modified: record.modified, modifiedNanoseconds: record.modifiedNanoseconds,
            isEncrypted: record.isEncrypted, isContradictory: record.isContradictory, ordinal: record.ordinal,
            position: record.position)
    }

    /// Returns the number of hard links of an item.
    func links(_ node: Node) -> UInt32 { linkCounts[records[Int(node)].ordinal] ?? 1 }

    /// Returns the item with a name in a directory; nil if there is none.
    func child(_ name: ArraySlice<UInt8>, of parent: Node) -> Node? {
        name.withUnsafeBufferPointer { child($0, of: parent) }
    }

    func child(_ name: UnsafeBufferPointer<UInt8>, of parent: Node) -> Node? {
        let found = slots[slot(of: name, in: parent)]
        return found == Self.none ? nil : found
    }

    /// Calls `body` with the items of a directory, in the order of the archive.
    func forEachChild(of parent: Node, _ body: (Node, UnsafeBufferPointer<UInt8>, ItemKind) -> Void) {
        names.withUnsafeBufferPointer { names in
            var next = records[Int(parent)].firstChild
            while next != Self.none {
                let record = records[Int(next)]
                let start = Int(record.nameStart)
                body(
                    next, UnsafeBufferPointer(rebasing: names[start..<start + Int(record.nameLength)]), record.kind)
                next = record.nextSibling
            }
        }
    }

    /// Returns an item that is a file.
    /// - Throws: `FileTreeError` if there is none, or if it is something else.
    func requireFile(_ node: Node?) throws(FileTreeError) -> Node {
        guard let node else { throw FileTreeError(errno: ENOENT, operation: "open the file") }
        switch kind(node) {
        case .file: return node
        case .link: throw FileTreeError(errno: ELOOP, operation: "open the file")
        case .directory: throw FileTreeError(errno: EISDIR, operation: "open the file")
        default: throw FileTreeError(errno: EINVAL, operation: "open the file")
        }
    }

    // MARK: Building

    /// Adds an item to a directory, which must not contain one with that name.
    /// - Parameter name: A name of at most 255 bytes.
    mutating func add(_ name: UnsafeBufferPointer<UInt8>, to parent: Node, _ entry: Entry) -> Node {
        let node = Node(records.count)
        let slot = slot(of: name, in: parent)
        records.append(
            record(entry, parent: parent, nameStart: UInt32(names.count), nameLength: UInt8(name.count)))
        names.append(contentsOf: name)
        nameBytes += name.count
        slots[slot] = node
        if records[Int(parent)].firstChild == Self.none {
            records[Int(parent)].firstChild = node
        } else {
            records[Int(records[Int(parent)].lastChild)].nextSibling = node
        }
        records[Int(parent)].lastChild = node
        if records.count * 2 > slots.count { grow() }
        return node
    }

    /// Replaces the metadata of an item; the contents of a directory stay.
    mutating func replace(_ node: Node, with entry: Entry) {
        let old = records[Int(node)]
        var new = record(entry, parent: old.parent, nameStart: old.nameStart, nameLength: old.nameLength)
        new.firstChild = old.firstChild
        new.lastChild = old.lastChild
        new.nextSibling = old.nextSibling
        records[Int(node)] = new
        linkTargets[node] = nil
        devices[node] = nil
        attributes[node] = nil
    }

    /// Makes an item a hard link to another one.
    mutating func link(_ node: Node, to target: Node) {
        replace(node, with: entry(target))
        linkTargets[node] = linkTargets[target]
        devices[node] = devices[target]
        linkCounts[records[Int(target)].ordinal, default: 1] += 1
    }

    mutating func setLinkTarget(_ target: [UInt8], of node: Node) {
        linkTargets[node] = target
        nameBytes += target.count
    }

    mutating func setDevice(_ numbers: DeviceNumbers, of node: Node) { devices[node] = numbers }

    mutating func setAttributes(_ found: [(name: [UInt8], value: [UInt8])], of node: Node) {
        attributes[node] = found
        for attribute in found { nameBytes += attribute.name.count + attribute.value.count }
    }

    private mutating func record(_ entry: Entry, parent: Node, nameStart: UInt32, nameLength: UInt8) -> Record {
        Record(
            size: entry.size, modified: entry.modified, position: entry.position, parent: parent, nameStart: nameStart,
            modifiedNanoseconds: entry.modifiedNanoseconds, ordinal: entry.ordinal, firstChild: Self.none,
            lastChild: Self.none, nextSibling: Self.none, nameLength: nameLength, kind: entry.kind,
            permissions: entry.permissions, owner: ownerNumber(Owner(user: entry.user, group: entry.group)),
            isEncrypted: entry.isEncrypted, isContradictory: entry.isContradictory)
    }

    private mutating func ownerNumber(_ owner: Owner) -> UInt16 {
        if let known = ownerNumbers[owner] { return known }
        // In the unlikely case of too many distinct owners, use the first one.
        guard owners.count < Int(UInt16.max) else { return 0 }
        ownerNumbers[owner] = UInt16(owners.count)
        owners.append(owner)
        return UInt16(owners.count - 1)
    }

    // MARK: Hash table

    /// Returns the slot of an item, or the empty slot where it would be added.
    private func slot(of name: UnsafeBufferPointer<UInt8>, in parent: Node) -> Int {
        var hasher = Hasher()
        hasher.combine(parent)
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        let mask = slots.count - 1
        var slot = hasher.finalize() & mask
        while slots[slot] != Self.none {
            let record = records[Int(slots[slot])]
            if record.parent == parent, Int(record.nameLength) == name.count, isName(record, name) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private func isName(_ record: Record, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        names.withUnsafeBufferPointer { names in
            for index in 0..<name.count where names[Int(record.nameStart) + index] != name[index] { return false }
            return true
        }
    }

    private mutating func grow() {
        slots = Array(repeating: Self.none, count: slots.count * 2)
        // All names are distinct, so each can go into the first empty slot.
        names.withUnsafeBufferPointer { names in
            let mask = slots.count - 1
            for node in 1..<records.count {
                let record = records[node]
                let start = Int(record.nameStart)
                var hasher = Hasher()
                hasher.combine(record.parent)
                hasher.combine(
                    bytes: UnsafeRawBufferPointer(
                        UnsafeBufferPointer(rebasing: names[start..<start + Int(record.nameLength)])))
                var slot = hasher.finalize() & mask
                while slots[slot] != Self.none { slot = (slot + 1) & mask }
                slots[slot] = Node(node)
            }
        }
    }

    /// Releases memory reserved for growth, if it is much: everything is copied for that.
    mutating func trim() {
        if records.capacity > records.count / 4 * 5 { records = records.withUnsafeBufferPointer { Array($0) } }
        if names.capacity > names.count / 4 * 5 { names = names.withUnsafeBufferPointer { Array($0) } }
    }
}
