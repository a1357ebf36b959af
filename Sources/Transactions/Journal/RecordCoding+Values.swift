import ContainerModel
import FileTree

extension RecordWriter {
    mutating func write(_ location: ItemAddress) {
        guard let root = context.roots.firstIndex(of: location.root) else {
            preconditionFailure("a transaction changes nothing below a root that it does not name")
        }
        // The lowest bit is set for the root itself, which has no name.
        number(root << 1 | (location.path.isRoot ? 1 : 0))
        guard !location.path.isRoot else { return }
        directory(location.path.parent?.bytes ?? [])
        name(Array(location.name))
    }

    mutating func write(_ fingerprint: Fingerprint) {
        byte(fingerprint.kind.rawValue)
        signed(Int64(bitPattern: fingerprint.inode &- context.inode))
        context.inode = fingerprint.inode
        number(fingerprint.size)
        signed(fingerprint.modified &- context.modified)
        context.modified = fingerprint.modified
        number(fingerprint.modifiedNanoseconds)
    }

    mutating func write(_ indices: RangeSet<Int>) {
        var end = 0
        list(Array(indices.ranges)) { writer, range in
            writer.number(range.lowerBound - end)
            writer.number(range.count)
            end = range.upperBound
        }
    }

    mutating func write(_ step: Step) {
        switch step {
        case .rename(let from, let to, let fingerprint):
            byte(1)
            write(from)
            write(to)
            write(fingerprint)
        case .attribute(let at, let name, let old, let new):
            byte(2)
            write(at)
            word(name)
            optional(old)
            optional(new)
        case .permissions(let at, let old, let new):
            byte(old.owner == nil ? 3 : 4)
            write(at)
            write(old)
            write(new)
        }
    }

    /// Writes permissions, of which the tag before says whether they have an owner.
    private mutating func write(_ permissions: DirectoryPermissions) {
        number(permissions.mode)
        guard let owner = permissions.owner else { return }
        number(owner.user)
        number(owner.group)
    }

    mutating func write(_ cleanup: Cleanup) {
        switch cleanup {
        case .removeTrashInfo(let name):
            byte(3)
            self.name(name)
        case .removeAside(let aside, let source, let copy):
            byte(4)
            write(aside)
            write(source)
            write(copy)
        case .setModified(let at, let modified):
            byte(5)
            write(DirectoryTime(directory: at, modified: modified))
        }
    }

    mutating func write(_ time: DirectoryTime) {
        write(time.directory)
        signed(time.modified.seconds)
        number(time.modified.nanoseconds)
    }

    mutating func write(_ undoRecord: UndoRecord) {
        switch undoRecord {
        case .made(let verb, let from, let at):
            byte(1)
            word(verb)
            list(from.map { [$0] } ?? []) { $0.write($1) }
            write(at)
        case .moved(let from, let to):
            byte(2)
            write(from)
            write(to)
        case .trashed(let at, let name):
            byte(3)
            write(at)
            self.name(name)
        case .restored(let at, let name):
            byte(4)
            write(at)
            self.name(name)
        case .attribute(let at, let name, let old, let new):
            byte(5)
            write(at)
            word(name)
            optional(old)
            optional(new)
        case .permissions(let at, let old, let new):
            byte(old.owner == nil ? 6 : 7)
            write(at)
            write(old)
            write(new)
        }
    }

    mutating func write(_ item: StagedItem) {
        signed(Int64(item.index &- context.index))
        context.index = item.index
        list(item.undoRecords) { $0.write($1) }
        list(item.steps) { $0.write($1) }
        list(item.cleanups) { $0.write($1) }
    }

    mutating func write(_ beginRecord: BeginRecord) {
        number(beginRecord.id.number)
        number(beginRecord.id.token)
        signed(beginRecord.time)
        byte(beginRecord.role.rawValue)
        number(beginRecord.subject)
        string(beginRecord.title.utf8)
        string(beginRecord.actor.utf8)
        byte(beginRecord.takesAllBack ? 1 : 0)
        number(beginRecord.itemCount)
        list(beginRecord.roots) { writer, recorded in
            writer.string(recorded.root.hostPath)
            writer.byte(recorded.root.isContainer ? 1 : 0)
            writer.number(recorded.inode)
        }
        byte(beginRecord.usesTrash ? 1 : 0)
        number(beginRecord.listedCount)
        list(beginRecord.items) { writer, item in
            writer.word(item.verb)
            writer.string(item.from)
            writer.optional(item.to)
        }
        for recorded in beginRecord.roots {
            byte(recorded.birthTime == nil ? 0 : 1)
            guard let birthTime = recorded.birthTime else { continue }
            signed(birthTime.seconds)
            number(birthTime.nanoseconds)
        }
    }
}

extension RecordReader {
    mutating func location() -> ItemAddress? {
        guard let code = count(), context.roots.indices.contains(code >> 1) else { return nil }
        let root = context.roots[code >> 1]
        if code & 1 == 1 { return ItemAddress(root, .root) }
        guard let directory = directory().flatMap({ ContainerPath(bytes: $0) }), let name = name(),
            let path = directory.appending(name: name)
        else { return nil }
        return ItemAddress(root, path)
    }

    mutating func fingerprint() -> Fingerprint? {
        guard let kind = byte().flatMap({ ItemKind(rawValue: $0) }), let inode = signed(), let size = number(),
            let modified = signed(), let nanoseconds = number(), nanoseconds < 1_000_000_000
        else { return nil }
        context.inode &+= UInt64(bitPattern: inode)
        context.modified &+= modified
        return Fingerprint(context.inode, kind, size, context.modified, UInt32(nanoseconds))
    }

    mutating func commit() -> JournalRecord? {
        guard let number = count() else { return nil }
        var end = 0
        let done = list { reader -> Range<Int>? in
            guard let gap = reader.count(), let count = reader.count(), count > 0 else { return nil }
            let (start, isFar) = end.addingReportingOverflow(gap)
            let (next, isFarther) = start.addingReportingOverflow(count)
            guard !isFar, !isFarther else { return nil }
            end = next
            return start..<next
        }
        guard let done, let stamp = signed() else { return nil }
        return .commit(number, done: RangeSet(done), stamp: stamp)
    }

    mutating func end() -> JournalRecord? {
        guard let number = fixed(), let ending = byte().flatMap({ Ending(rawValue: $0) }) else { return nil }
        return .end(number, ending)
    }

    mutating func reservation(hasTimes: Bool) -> JournalRecord? {
        guard let number = count(), let directories = list({ $0.location() }), let names = list({ $0.name() }),
            let times = hasTimes ? list({ $0.directoryTime() }) : []
        else { return nil }
        return .reserve(number, Reservation(directories: directories, trashNames: names, times: times))
    }

    /// Reads the number of a transaction and some of its items.
    mutating func items() -> (number: Int, [StagedItem])? {
        guard let number = count(), let items = list({ $0.stagedItem() }) else { return nil }
        return (number, items)
    }

    private mutating func directoryTime() -> DirectoryTime? {
        guard let at = location(), let seconds = signed(), let nanoseconds = number(), nanoseconds < 1_000_000_000
        else { return nil }
        return DirectoryTime(
            directory: at, modified: DirectoryStatus.Moment(seconds: seconds, nanoseconds: UInt32(nanoseconds)))
    }

    mutating func step() -> Step? {
        let tag = byte()
        switch tag {
        case 1:
            guard let from = location(), let to = location(), let fingerprint = fingerprint() else { return nil }
            return .rename(from: from, to: to, fingerprint)
        case 2:
            guard let at = location(), let name = word(), let old = optional(), let new = optional() else { return nil }
            return .attribute(at: at, name: name, old: old, new: new)
        case 3, 4:
            guard let at = location(), let old = permissions(hasOwner: tag == 4),
                let new = permissions(hasOwner: tag == 4)
            else { return nil }
            return .permissions(at: at, old: old, new: new)
        default: return nil
        }
    }

    mutating func cleanup() -> Cleanup? {
        switch byte() {
        case 3: return name().map { .removeTrashInfo($0) }
        case 4:
            guard let aside = location(), let source = location(), let copy = location() else { return nil }
            return .removeAside(aside, of: source, copy: copy)
        case 5: return directoryTime().map { .setModified($0.directory, $0.modified) }
        default: return nil
        }
    }

    mutating func undoRecord() -> UndoRecord? {
        let tag = byte()
        switch tag {
        case 1:
            guard let verb = word(), let from = list({ $0.location() }), let at = location() else { return nil }
            return .made(verb: verb, from: from.first, at: at)
        case 2:
            guard let from = location(), let to = location() else { return nil }
            return .moved(from: from, to: to)
        case 3:
            guard let at = location(), let name = name() else { return nil }
            return .trashed(at, name: name)
        case 4:
            guard let at = location(), let name = name() else { return nil }
            return .restored(at, name: name)
        case 5:
            guard let at = location(), let name = word(), let old = optional(), let new = optional() else { return nil }
            return .attribute(at, name: name, old: old, new: new)
        case 6, 7:
            guard let at = location(), let old = permissions(hasOwner: tag == 7),
                let new = permissions(hasOwner: tag == 7)
            else { return nil }
            return .permissions(at, old: old, new: new)
        default: return nil
        }
    }

    private mutating func permissions(hasOwner: Bool) -> DirectoryPermissions? {
        guard let mode = number().flatMap({ UInt16(exactly: $0) }) else { return nil }
        guard hasOwner else { return DirectoryPermissions(mode: mode) }
        guard let user = number().flatMap({ UInt32(exactly: $0) }),
            let group = number().flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return DirectoryPermissions(mode: mode, owner: DirectoryPermissions.Owner(user: user, group: group))
    }

    private mutating func stagedItem() -> StagedItem? {
        guard let index = itemIndex(), let undoRecords = list({ $0.undoRecord() }), let steps = list({ $0.step() }),
            let cleanups = list({ $0.cleanup() })
        else { return nil }
        return StagedItem(index: index, undoRecords: undoRecords, steps: steps, cleanups: cleanups)
    }

    private mutating func itemIndex() -> Int? {
        guard let change = signed() else { return nil }
        let (index, isTooFar) = context.index.addingReportingOverflow(Int(change))
        guard !isTooFar, index >= 0 else { return nil }
        context.index = index
        return index
    }

    mutating func beginRecord() -> BeginRecord? {
        guard let number = count(), let token = self.number(), let time = signed(),
            let role = byte().flatMap({ TransactionRole(rawValue: $0) }), let subject = count(), let title = text(),
            let actor = text(), let takesAllBack = byte(), let itemCount = count(),
            var roots = list({ $0.root() }), let usesTrash = byte()
        else { return nil }
        if usesTrash != 0, let trash = roots.popLast() {
            roots.append(.init(root: Root(.trash, at: trash.root.hostPath), inode: trash.inode))
        }
        context.roots = roots.map(\.root)
        guard let listedCount = count(), let items = list({ $0.listedItem() }) else { return nil }
        for index in roots.indices {
            guard let birthTime = birthTime() else { return nil }
            roots[index].birthTime = birthTime
        }
        return BeginRecord(
            id: TransactionID(number: number, token: token),
            time: time,
            role: role,
            subject: subject,
            title: title,
            actor: actor,
            takesAllBack: takesAllBack != 0,
            itemCount: itemCount,
            roots: roots,
            usesTrash: usesTrash != 0,
            items: items,
            listedCount: listedCount
        )
    }

    /// Returns nil if the input is invalid, and an inner nil if no time was recorded.
    private mutating func birthTime() -> BirthTime?? {
        switch byte() {
        case 0: return .some(nil)
        case 1:
            guard let seconds = signed(), let nanoseconds = number(), nanoseconds < 1_000_000_000 else { return nil }
            return BirthTime(seconds: seconds, nanoseconds: UInt32(nanoseconds))
        default: return nil
        }
    }

    private mutating func root() -> BeginRecord.RecordedRoot? {
        guard let path = string(), let isContainer = byte(), let inode = number() else { return nil }
        return BeginRecord.RecordedRoot(root: Root(isContainer != 0 ? .container : .directory, at: path), inode: inode)
    }

    private mutating func listedItem() -> BeginRecord.ListedItem? {
        guard let verb = word(), let from = string(), let to = optional() else { return nil }
        return BeginRecord.ListedItem(verb: verb, from: from, to: to)
    }
}

extension Fingerprint {
    init(_ inode: UInt64, _ kind: ItemKind, _ size: UInt64, _ modified: Int64, _ nanoseconds: UInt32) {
        self.inode = inode
        self.kind = kind
        self.size = size
        self.modified = modified
        modifiedNanoseconds = nanoseconds
    }
}
