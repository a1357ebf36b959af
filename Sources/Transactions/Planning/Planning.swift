import CSystem
import ContainerModel
import Disk
import Glibc
import Jobs

/// A plan while it is made.
struct Planning {
    private struct Refused: Error {
        let code: Plan.Refusal.Code
        let reason: String

        init(_ code: Plan.Refusal.Code, _ reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    private let request: ChangeRequest
    private let environment: TransactionEnvironment
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private var items: [Plan.Item] = []
    private var refusals: [Plan.Refusal] = []
    private var warnings = BoundedList<Plan.Warning>()
    private var counts = ItemCounts()
    /// What changes before have brought to a name: the spot where that can be looked at now, if anywhere.
    private var brought: [Spot: (kind: ItemKind, origin: Spot?)] = [:]
    /// The names that changes before have given up.
    private var vacated: Set<Spot> = []
    private var demands: [FileIdentity: (at: Spot, bytes: UInt64)] = [:]
    private var targetNames: [Spot: [String: [UInt8]]] = [:]
    /// Whether the trash may be used, by site; nil where nobody has looked.
    private var trashReasons: [[UInt8]: String?] = [:]

    init(
        _ request: ChangeRequest,
        _ environment: TransactionEnvironment,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) {
        self.request = request
        self.environment = environment
        self.progress = progress
        self.cancellation = cancellation
    }

    mutating func add(_ change: Change) throws(TransactionError) {
        if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled; nothing was changed") }
        do throws(Refused) {
            let item = try item(of: change)
            items.append(item)
            counts.add(item.counts)
        } catch {
            refusals.append(Plan.Refusal(change: change, code: error.code, reason: error.reason))
        }
        if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled; nothing was changed") }
    }

    mutating func finished() -> Plan {
        for (_, demand) in demands {
            guard let directory = try? demand.at.site.root.passage(to: demand.at.path) else { continue }
            let free = sandglass_free_bytes(directory.number)
            if free >= 0, UInt64(free) < demand.bytes {
                warnings.append(.littleSpace(at: demand.at, needed: demand.bytes, available: UInt64(free)))
            }
        }
        return Plan(
            title: request.title, actor: request.actor, onError: request.onError, items: items, refusals: refusals,
            warnings: warnings, counts: counts)
    }

    private mutating func item(of change: Change) throws(Refused) -> Plan.Item {
        var kind: ItemKind = change.isDirectoryMaking ? .directory : .file
        var source: Spot?
        if let named = change.source {
            let found = try look(at: named)
            kind = found.kind
            source = found.origin
            if named.path.isRoot {
                throw Refused(.unsupportedItem, "it is the container, or the directory, itself")
            }
        }
        if case .setAttribute(let spot, let name, _) = change {
            try checkAttribute(name, spot, kind)
            return Plan.Item(change: change, kind: kind, method: .atOnce, counts: ItemCounts(), conflict: nil)
        }
        if let target = change.target { try checkTarget(target, of: change, kind) }
        let method = try method(of: change, kind)
        var copies = true
        switch (method, kind) {
        case (.atOnce, _): copies = false
        case (_, .fifo), (_, .socket), (_, .characterDevice), (_, .blockDevice):
            throw Refused(.unsupportedItem, "a \(kind.word) cannot be copied")
        default: break
        }
        let counts = source.map { count($0, method: method, copies: copies) } ?? ItemCounts(made: change)
        if let target = change.target {
            demand(counts.bytes, at: target.parent, copies: copies)
            noteName(target)
        }
        let conflict = conflict(of: change, kind)
        note(change, kind, source, conflict)
        return Plan.Item(change: change, kind: kind, method: method, counts: counts, conflict: conflict)
    }

    /// What stands at a spot once the changes before are done, and where it can be looked at now.
    private func look(at spot: Spot) throws(Refused) -> (kind: ItemKind, origin: Spot?) {
        if let known = brought[spot] { return known }
        let above = isBelow(spot, brought)
        if vacated.contains(spot) || !above && isBelow(spot, vacated) {
            throw Refused(.overlappingChanges, "a change before it takes the item away")
        }
        // Inside something that an earlier change brings: its kind cannot be known before.
        if above { return (.unknown, nil) }
        do throws(DiskError) {
            return (try spot.site.root.status(spot.path).kind, spot)
        } catch {
            throw Refused(.sourceUnavailable, error.reason)
        }
    }

    private func isBelow(_ spot: Spot, _ spots: Set<Spot>) -> Bool {
        !spots.isEmpty && isBelow(spot) { spots.contains($0) }
    }

    private func isBelow(_ spot: Spot, _ spots: [Spot: (kind: ItemKind, origin: Spot?)]) -> Bool {
        !spots.isEmpty && isBelow(spot) { spots[$0] != nil }
    }

    private func isBelow(_ spot: Spot, _ isOneOfThem: (Spot) -> Bool) -> Bool {
        var path = spot.path.parent
        while let current = path {
            if isOneOfThem(Spot(spot.site, current)) { return true }
            path = current.parent
        }
        return false
    }

    private func checkAttribute(_ name: String, _ spot: Spot, _ kind: ItemKind) throws(Refused) {
        guard name.utf8.count <= CopyName.longest, name.contains("."), !name.utf8.contains(0) else {
            throw Refused(.invalidName, "no attribute can be named so")
        }
        guard kind == .file || kind == .directory || kind == .unknown else {
            throw Refused(.unsupportedItem, "a \(kind.word) cannot have attributes; set it on a file or a directory")
        }
    }

    private func checkTarget(_ target: Spot, of change: Change, _ kind: ItemKind) throws(Refused) {
        guard let name = target.path.lastComponent else {
            throw Refused(.unsupportedItem, "it is the container, or the directory, itself")
        }
        guard name.count <= CopyName.longest else {
            throw Refused(.invalidName, "a name may have \(CopyName.longest) bytes, and this has \(name.count)")
        }
        guard !name.starts(with: ".sandglass-".utf8) else {
            throw Refused(.invalidName, "names that begin with .sandglass- are those of unfinished copies")
        }
        if let source = change.source {
            if source == target { throw Refused(.sameItem, "it is there already") }
            let isInside =
                target.site.hostPath == source.site.hostPath && target.path.isInside(source.path)
                || kind == .directory && isInside(target, source)
            if isInside { throw Refused(.intoItself, "a directory cannot be put into itself") }
        }
        let parent = target.parent
        if let known = brought[parent] {
            guard known.kind == .directory || known.kind == .unknown else {
                throw Refused(.targetUnavailable, "something on the way is not a directory")
            }
            return
        }
        if isBelow(parent, brought) { return }
        if vacated.contains(parent) || isBelow(parent, vacated) {
            throw Refused(.overlappingChanges, "a change before it takes the directory away")
        }
        try requireWritable(parent, .targetNotWritable)
    }

    /// Whether a target's directory lies in a source, by whatever site and path it was named.
    private func isInside(_ target: Spot, _ source: Spot) -> Bool {
        guard let tree = try? source.site.root.openDirectory(source.path) else { return false }
        return Trash.isInside(
            Site(root: RootedDirectory(descriptor: tree), hostPath: source.hostPath, isContainer: false),
            target.parent.hostPath)
    }

    private func requireWritable(_ directory: Spot, _ code: Plan.Refusal.Code) throws(Refused) {
        let handle: Descriptor
        do throws(DiskError) {
            handle = try directory.site.root.passage(to: directory.path)
        } catch {
            throw Refused(.targetUnavailable, "its directory: \(error.reason)")
        }
        let failure = sandglass_may_write(handle.number)
        guard failure == 0 else {
            let reason = ItemFailure("", errno: -failure, path: .root).reason
            throw Refused(code, "its directory cannot be written: \(reason)")
        }
    }

    private mutating func method(of change: Change, _ kind: ItemKind) throws(Refused) -> Plan.Method {
        switch change {
        case .copy: return .copy
        case .makeDirectory, .writeFile, .setAttribute: return .atOnce
        case .move(let from, let to):
            if brought[from] == nil { try requireWritable(from.parent, .sourceNotRemovable) }
            return isOneFileSystem(from, to.parent) ? .atOnce : .copyThenRemove
        case .trash(let at):
            if let reason = trashReason(for: at.site) { throw Refused(.trashUnavailable, reason) }
            if brought[at] == nil { try requireWritable(at.parent, .sourceNotRemovable) }
            return isOnTrashsFileSystem(at) ? .atOnce : .copyThenRemove
        }
    }

    private func isOneFileSystem(_ source: Spot, _ directory: Spot) -> Bool {
        // What does not exist yet will be on the file system of what is around it.
        guard let one = nearest(source.parent), let other = nearest(directory) else { return true }
        return Self.isOneFileSystem(one, other)
    }

    private static func isOneFileSystem(_ one: Descriptor, _ other: Descriptor) -> Bool {
        guard let first = try? ItemStatus(of: one, path: .root), let second = try? ItemStatus(of: other, path: .root)
        else { return true }
        return first.device == second.device && sandglass_mount(one.number) == sandglass_mount(other.number)
    }

    private func nearest(_ spot: Spot) -> Descriptor? {
        var path: ContainerPath? = brought[spot]?.origin?.path ?? spot.path
        while let current = path {
            if let handle = try? spot.site.root.passage(to: current) { return handle }
            path = current.parent
        }
        return nil
    }

    private func isOnTrashsFileSystem(_ spot: Spot) -> Bool {
        guard let handle = nearest(spot.parent) else { return true }
        var end = environment.trashDirectory.count
        while end > 0 {
            if let trash = try? RootedDirectory(hostPath: Array(environment.trashDirectory[..<end])) {
                return Self.isOneFileSystem(handle, trash.descriptor)
            }
            end = environment.trashDirectory[..<end].lastIndex(of: 0x2f) ?? 0
        }
        return true
    }

    /// Why a site's items cannot go to the trash; nil where they can.
    private mutating func trashReason(for site: Site) -> String? {
        if let known = trashReasons[site.hostPath] { return known }
        var reason: String?
        if site.isContainer, Trash.isInside(site, environment.trashDirectory) {
            reason = "the trash would be inside the container; set XDG_DATA_HOME elsewhere"
        }
        trashReasons[site.hostPath] = .some(reason)
        return reason
    }

    /// Counts a tree; what a copy will leave out and names that become one are noted on the way.
    private mutating func count(_ source: Spot, method: Plan.Method, copies: Bool) -> ItemCounts {
        var counts = ItemCounts()
        var names = MergedNames()
        var isMovable = true
        var walk = TreeWalk(root: source.site.root, start: source.path)
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .leaving: names.leave()
            case .failure(let path, let error):
                warnings.append(.unreadable(Spot(source.site, path), reason: error.reason))
                isMovable = false
            case .item(let item):
                if request.warnsOfMergedNames, item.depth > 0, names.isRepeated(item.name),
                    let twin = MergedNames.twin(of: item.name, in: item.directory)
                {
                    warnings.append(
                        .mergedNames(
                            directory: Spot(source.site, item.path.parent ?? .root), twin, Array(item.name)))
                }
                switch item.status.kind {
                case .directory:
                    counts.directories += 1
                    names.enter()
                case .file:
                    counts.files += 1
                    counts.bytes = counts.bytes.addingSaturated(item.status.size)
                    progress.add(files: 1, bytes: item.status.size)
                case .link: counts.links += 1
                default:
                    if copies { warnings.append(.special(Spot(source.site, item.path), item.status.kind)) }
                    isMovable = false
                }
            }
        }
        if method == .copyThenRemove, !isMovable { warnings.append(.willNotBeMoved(source)) }
        return counts
    }

    private mutating func demand(_ bytes: UInt64, at directory: Spot, copies: Bool) {
        guard copies, bytes > 0, let handle = nearest(directory),
            let status = try? ItemStatus(of: handle, path: .root)
        else { return }
        let identity = FileIdentity(device: status.device, inode: 0)
        let sum = demands[identity]?.bytes.addingSaturated(bytes) ?? bytes
        // The nearest directory that is there stands for its file system.
        demands[identity] = (demands[identity]?.at ?? Spot(directory.site, .root), sum)
    }

    /// Names of the request that become one with each other.
    private mutating func noteName(_ target: Spot) {
        guard request.warnsOfMergedNames, let key = MergedNames.key(target.name) else { return }
        let name = Array(target.name)
        if let other = targetNames[target.parent]?[key] {
            if other != name { warnings.append(.mergedNames(directory: target.parent, other, name)) }
        } else {
            targetNames[target.parent, default: [:]][key] = name
        }
    }

    private func isTaken(_ spot: Spot) -> Bool {
        if brought[spot] != nil { return true }
        if vacated.contains(spot) || isBelow(spot, vacated) { return false }
        return (try? spot.site.root.status(spot.path)) != nil
    }

    private func conflict(of change: Change, _ kind: ItemKind) -> Plan.Conflict? {
        guard let target = change.target, isTaken(target) else { return nil }
        let status = try? target.site.root.status(target.path)
        let otherName = CopyName.firstFree(after: target.name, isDirectory: kind == .directory) { name in
            target.sibling(name).map { isTaken($0) } ?? true
        }
        return Plan.Conflict(
            kind: brought[target]?.kind ?? status?.kind ?? .unknown,
            size: status?.kind == .file ? status?.size ?? 0 : 0,
            modified: status?.modified ?? 0,
            decision: request.conflicts,
            otherName: otherName
        )
    }

    private mutating func note(_ change: Change, _ kind: ItemKind, _ source: Spot?, _ conflict: Plan.Conflict?) {
        if conflict?.decision == .skip { return }
        switch change {
        case .move(let from, _), .trash(let from):
            vacated.insert(from)
            brought[from] = nil
        default: break
        }
        guard let target = change.target else { return }
        brought[target] = (kind, source)
        // Where both are kept the new one will have the other name.
        if let other = conflict?.otherName.flatMap({ target.sibling($0) }), conflict?.decision != .replace {
            brought[other] = (kind, source)
        }
        vacated.remove(target)
    }
}

extension Change {
    fileprivate var isDirectoryMaking: Bool {
        if case .makeDirectory = self { true } else { false }
    }
}

extension ItemCounts {
    /// What a change makes that takes nothing from anywhere.
    fileprivate init(made change: Change) {
        switch change {
        case .makeDirectory: directories = 1
        case .writeFile(_, let contents):
            files = 1
            bytes = UInt64(contents.count)
        default: break
        }
    }
}
