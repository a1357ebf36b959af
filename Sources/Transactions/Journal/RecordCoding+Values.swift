import ContainerModel
import Disk

extension RecordWriter {
    mutating func write(_ location: Location) {
        number(location.site)
        string(location.path.bytes)
    }

    mutating func write(_ fingerprint: Fingerprint) {
        number(fingerprint.inode)
        byte(fingerprint.kind.rawValue)
        number(fingerprint.size)
        number(fingerprint.modified)
        number(fingerprint.modifiedNanoseconds)
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
            string(name.utf8)
            optional(old)
            optional(new)
        }
    }

    mutating func write(_ cleanup: Cleanup) {
        switch cleanup {
        case .removeSource(let at, let fingerprint, let copy, let temporary):
            byte(1)
            write(at)
            write(fingerprint)
            write(copy)
            write(temporary)
        case .removeTemporary(let at):
            byte(2)
            write(at)
        case .removeTrashInfo(let name):
            byte(3)
            string(name)
        }
    }

    mutating func write(_ deed: Deed) {
        switch deed {
        case .made(let verb, let from, let at):
            byte(1)
            string(verb.utf8)
            list(from.map { [$0] } ?? []) { $0.write($1) }
            write(at)
        case .moved(let from, let to):
            byte(2)
            write(from)
            write(to)
        case .trashed(let at, let name):
            byte(3)
            write(at)
            string(name)
        case .restored(let at, let name):
            byte(4)
            write(at)
            string(name)
        case .attribute(let at, let name, let old, let new):
            byte(5)
            write(at)
            string(name.utf8)
            optional(old)
            optional(new)
        }
    }

    mutating func write(_ item: StagedItem) {
        number(item.index)
        list(item.deeds) { $0.write($1) }
        list(item.steps) { $0.write($1) }
        list(item.cleanups) { $0.write($1) }
    }

    mutating func write(_ beginning: Beginning) {
        number(beginning.id.number)
        number(beginning.id.token)
        number(beginning.time)
        byte(beginning.role.rawValue)
        number(beginning.subject)
        string(beginning.title.utf8)
        string(beginning.actor.utf8)
        byte(beginning.takesAllBack ? 1 : 0)
        number(beginning.itemCount)
        list(beginning.sites) { writer, site in
            writer.string(site.hostPath)
            writer.byte(site.isContainer ? 1 : 0)
            writer.number(site.inode)
        }
        byte(beginning.usesTrash ? 1 : 0)
        list(beginning.temporaryDirectories) { $0.write($1) }
        list(beginning.trashNames) { $0.string($1) }
        list(beginning.items) { writer, item in
            writer.string(item.verb.utf8)
            writer.string(item.from)
            writer.optional(item.to)
        }
    }
}

extension RecordReader {
    mutating func location() -> Location? {
        guard let site = count(), let path = path() else { return nil }
        return Location(site: site, path: path)
    }

    mutating func fingerprint() -> Fingerprint? {
        guard let inode = number(), let kind = byte().flatMap({ ItemKind(rawValue: $0) }), let size = number(),
            let modified = signed(), let nanoseconds = number()
        else { return nil }
        return Fingerprint(inode, kind, size, modified, UInt32(truncatingIfNeeded: nanoseconds))
    }

    mutating func step() -> Step? {
        switch byte() {
        case 1:
            guard let from = location(), let to = location(), let fingerprint = fingerprint() else { return nil }
            return .rename(from: from, to: to, fingerprint)
        case 2:
            guard let at = location(), let name = text(), let old = optional(), let new = optional() else { return nil }
            return .attribute(at: at, name: name, old: old, new: new)
        default: return nil
        }
    }

    mutating func cleanup() -> Cleanup? {
        switch byte() {
        case 1:
            guard let at = location(), let fingerprint = fingerprint(), let copy = location(),
                let temporary = location()
            else { return nil }
            return .removeSource(at, fingerprint, copy: copy, temporary: temporary)
        case 2: return location().map { .removeTemporary($0) }
        case 3: return string().map { .removeTrashInfo($0) }
        default: return nil
        }
    }

    mutating func deed() -> Deed? {
        switch byte() {
        case 1:
            guard let verb = text(), let from = list({ $0.location() }), let at = location() else { return nil }
            return .made(verb: verb, from: from.first, at: at)
        case 2:
            guard let from = location(), let to = location() else { return nil }
            return .moved(from: from, to: to)
        case 3:
            guard let at = location(), let name = string() else { return nil }
            return .trashed(at, name: name)
        case 4:
            guard let at = location(), let name = string() else { return nil }
            return .restored(at, name: name)
        case 5:
            guard let at = location(), let name = text(), let old = optional(), let new = optional() else { return nil }
            return .attribute(at, name: name, old: old, new: new)
        default: return nil
        }
    }

    mutating func stagedItem() -> StagedItem? {
        guard let index = count(), let deeds = list({ $0.deed() }), let steps = list({ $0.step() }),
            let cleanups = list({ $0.cleanup() })
        else { return nil }
        return StagedItem(index: index, deeds: deeds, steps: steps, cleanups: cleanups)
    }

    mutating func beginning() -> Beginning? {
        guard let number = count(), let token = self.number(), let time = signed(),
            let role = byte().flatMap({ Role(rawValue: $0) }), let subject = count(), let title = text(),
            let actor = text(), let takesAllBack = byte(), let itemCount = count(),
            let sites = list({ $0.site() }), let usesTrash = byte(), let directories = list({ $0.location() }),
            let trashNames = list({ $0.string() }), let items = list({ $0.listedItem() })
        else { return nil }
        return Beginning(
            id: TransactionID(number: number, token: token),
            time: time,
            role: role,
            subject: subject,
            title: title,
            actor: actor,
            takesAllBack: takesAllBack != 0,
            itemCount: itemCount,
            sites: sites,
            usesTrash: usesTrash != 0,
            temporaryDirectories: directories,
            trashNames: trashNames,
            items: items
        )
    }

    private mutating func site() -> Beginning.RecordedSite? {
        guard let path = string(), let isContainer = byte(), let inode = number() else { return nil }
        return Beginning.RecordedSite(hostPath: path, isContainer: isContainer != 0, inode: inode)
    }

    private mutating func listedItem() -> Beginning.ListedItem? {
        guard let verb = text(), let from = string(), let to = optional() else { return nil }
        return Beginning.ListedItem(verb: verb, from: from, to: to)
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
