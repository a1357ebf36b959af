import ContainerModel
import FileTree
import Transactions

/// Copies and moves: what may be taken away, and what may be added.
extension SharingRules {
    func copy(_ transfer: Transfer, _ decision: inout PolicyDecision) {
        let (source, target) = (transfer.source, transfer.target)
        guard let type = sourceType(source, &decision) else { return }
        guard let unknowns = unknownsOfCrossing(transfer, type, &decision) else { return }
        let reading = reading(source, type)
        var warned: Verdict
        if source.isInContainer(of: target) {
            warned = verdict(.copy, on: source, type: type, to: (target, type))
        } else {
            warned = verdict(type == .directory ? .list : .read, on: source, type: type)
        }
        if let refusal = reading.refusal { warned = refusal }
        guard !warned.isRefused else { return decision.note(source, .refused, by: warned) }
        guard let arrival = arrival(of: source, type, at: target, &decision), mayGiveName(to: target, &decision) else {
            return
        }
        // A container, or a directory that is a root itself, is copied by its contents.
        let isWhole = reading.leftOut.isEmpty && !source.path.isRoot
        if !isWhole {
            do throws(FileTreeError) {
                guard try open.statusIfPresent(target) == nil else { return noteTaken(target, reading, &decision) }
            } catch {
                return decision.note(target, unavailable: error)
            }
        }
        guard makePlace(target.parent, &decision) else { return }
        warned.merge(arrival)
        warned.add(unknowns)
        if transfer.isNewName { decision.changeSet.newNames.insert(target) }
        decision.note(source, .allowed, by: warned)
        for (item, verdict) in reading.leftOut { decision.note(item, .leftOut, by: verdict) }
        decision.changeSet.changes +=
            isWhole
            ? [.copy(source, to: target)]
            : parts(of: source, to: target, without: reading.leftOut.map(\.item), &decision)
    }

    /// Notes that the target of a directory that can be copied only in parts is taken.
    private func noteTaken(_ target: ItemAddress, _ reading: Reading, _ decision: inout PolicyDecision) {
        decision.items.append(
            PolicyDecision.ItemDecision(
                item: target,
                outcome: .unavailable,
                sentence: "an item of that name already exists, and the directory can only be copied in parts: choose "
                    + "another directory to copy it to",
                rule: reading.leftOut.first?.verdict.rule
            )
        )
    }

    /// - Parameter operation: `move`, or `rename` if both names are in the same directory.
    func move(_ transfer: Transfer, as operation: Operation, _ decision: inout PolicyDecision) {
        let (source, target) = (transfer.source, transfer.target)
        guard let type = sourceType(source, &decision) else { return }
        guard let unknowns = unknownsOfCrossing(transfer, type, &decision) else { return }
        var leaving: Verdict
        if source.isInContainer(of: target) {
            leaving = verdict(operation, on: source, type: type, to: (target, type))
        } else {
            leaving =
                reading(source, type).firstRefusal
                ?? verdict(.delete, on: source, type: type).refusedIfItBecomesSomethingElse
        }
        guard !leaving.isRefused else { return decision.note(source, .refused, by: leaving) }
        if type == .directory, let refusal = refusalInside(source, .delete) {
            return decision.note(refusal.item, .refused, by: refusal.verdict)
        }
        guard let arrival = arrival(of: source, type, at: target, &decision), mayGiveName(to: target, &decision),
            makePlace(target.parent, &decision)
        else { return }
        leaving.merge(arrival)
        leaving.add(unknowns)
        if transfer.isNewName { decision.changeSet.newNames.insert(target) }
        decision.note(source, .allowed, by: leaving)
        decision.changeSet.changes.append(.move(source, to: target))
    }

    /// Returns what is not known about whose containers the ends of a transfer are in.
    /// - Returns: The unknowns, or nil if the transfer is refused at the edge of the sandbox, which has been noted.
    private func unknownsOfCrossing(
        _ transfer: Transfer,
        _ type: ItemType,
        _ decision: inout PolicyDecision
    ) -> [Verdict.Unknown]? {
        switch crossing(from: transfer.source, type, to: transfer.target) {
        case .permitted(let unknowns): return unknowns
        case .refused(let refusal):
            decision.note(transfer.source, .refused, by: refusal)
            return nil
        }
    }

    func sourceType(_ item: ItemAddress, _ decision: inout PolicyDecision) -> ItemType? {
        do throws(FileTreeError) {
            return ItemType(try open.status(item).kind)
        } catch {
            decision.note(item, unavailable: error)
            return nil
        }
    }

    // MARK: Permission to read

    /// Whether an item, and the places inside it, may be read.
    struct Reading {
        /// Why the item itself cannot be read.
        var refusal: Verdict?
        /// Places inside the item that cannot be read.
        var leftOut: [(item: ItemAddress, verdict: Verdict)] = []

        var firstRefusal: Verdict? { refusal ?? leftOut.first?.verdict }
    }

    /// Determines whether an item, its contents, and the places with their own rules in it may be read.
    func reading(_ item: ItemAddress, _ type: ItemType) -> Reading {
        var reading = Reading()
        guard type == .directory else {
            let verdict = verdict(.read, on: item, type: type)
            reading.refusal = verdict.isRefused ? verdict : nil
            return reading
        }
        reading.refusal = contentsRefusal(of: item)
        guard reading.refusal == nil else { return reading }
        for place in placesInside(item) {
            if reading.leftOut.contains(where: { place.path.isInside($0.item.path) }) { continue }
            if let refusal = contentsRefusal(of: place) { reading.leftOut.append((place, refusal)) }
        }
        return reading
    }

    /// Returns why a directory, or the files in it, cannot be read; nil if they can.
    private func contentsRefusal(of directory: ItemAddress) -> Verdict? {
        let list = verdict(.list, on: directory, type: .directory)
        guard !list.isRefused else { return list }
        // A container's root contains only places and the system's files, which every party may read.
        guard let file = directory.someFile else { return nil }
        let read = verdict(.read, on: file, type: .file, isExample: true)
        return read.isRefused ? read : nil
    }

    /// Returns the changes that copy a directory in parts, leaving some of them out.
    private func parts(
        of directory: ItemAddress,
        to target: ItemAddress,
        without leftOut: [ItemAddress],
        _ decision: inout PolicyDecision
    ) -> [Change] {
        var changes: [Change] = [.makeDirectory(target)]
        do throws(FileTreeError) {
            for entry in try open.entries(of: directory) {
                let path = entry.path
                guard !leftOut.contains(where: { $0.path == path }) else { continue }
                guard let copy = target.entry(entry.name) else { continue }
                if leftOut.contains(where: { $0.path.isInside(path) }) {
                    changes += parts(of: entry, to: copy, without: leftOut, &decision)
                } else {
                    changes.append(.copy(entry, to: copy))
                }
            }
        } catch {
            decision.note(directory, unavailable: error)
        }
        return changes
    }

    // MARK: Permission to create

    /// Returns the verdict for creating an item and its contents at the target.
    /// - Returns: The verdict, or nil if it is refused or cannot be determined, which has been noted.
    private func arrival(
        of source: ItemAddress,
        _ type: ItemType,
        at target: ItemAddress,
        _ decision: inout PolicyDecision
    ) -> Verdict? {
        do throws(FileTreeError) {
            let arrival = try arrival(of: source, type, at: target)
            if !arrival.isRefused { return arrival }
            decision.note(target, .refused, by: arrival)
        } catch {
            decision.note(source, unavailable: error)
        }
        return nil
    }

    private func arrival(
        of source: ItemAddress,
        _ type: ItemType,
        at target: ItemAddress
    ) throws(FileTreeError) -> Verdict {
        // Links are created like files.
        guard type == .directory else { return verdict(.createFile, on: target, type: type) }
        var whole = verdict(.createDirectory, on: target, type: .directory)
        guard !whole.isRefused else { return whole }
        var made = [target]
        for place in exactPaths(below: target) {
            guard let rest = place.path.relative(to: target.path) else { continue }
            let original = ItemAddress(source.root, source.path.appending(rest))
            guard let kind = try open.kindBelowDirectories(original) else { continue }
            let isDirectory = kind == .directory
            let verdict = verdict(isDirectory ? .createDirectory : .createFile, on: place, type: ItemType(kind))
            guard !verdict.isRefused else { return verdict }
            if isDirectory { made.append(place) }
        }
        for directory in made where hasEntries(directory, like: source, at: target) {
            guard let file = directory.someFile else { continue }
            let verdict = verdict(.createFile, on: file, type: .file, isExample: true)
            guard !verdict.isRefused else { return verdict }
            whole.merge(verdict)
        }
        return whole
    }

    /// Returns whether anything would be created in a directory of the target.
    private func hasEntries(_ directory: ItemAddress, like source: ItemAddress, at target: ItemAddress) -> Bool {
        guard let rest = directory.path.relative(to: target.path) else { return false }
        let original = ItemAddress(source.root, source.path.appending(rest))
        // A directory that cannot be read may not be empty.
        return (try? open.entries(of: original).isEmpty) != true
    }
}

extension Verdict {
    /// Adds the warnings and unknowns of another verdict about the same operation.
    mutating func merge(_ other: Verdict) {
        warnings += other.warnings.filter { !warnings.contains($0) }
        unknowns += other.unknowns.filter { !unknowns.contains($0) }
        if outcome == .allowed, !warnings.isEmpty || !unknowns.isEmpty { outcome = .allowedWithWarning }
    }
}
