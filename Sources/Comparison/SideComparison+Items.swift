import ContainerModel
import ContainerStore
import Databases
import Documents
import FileTree
import Formats
import Jobs

/// Items that both sides have, or only one.
extension SideComparison {
    /// Compares two items at the same path.
    func compare(_ item: SideItem, _ other: SideItem) {
        summary.items += 1
        let (kind, otherKind) = (item.status.kind, other.status.kind)
        guard kind == otherKind else {
            return report(
                Difference(.changed, .kind, before: .string(kind.title), after: .string(otherKind.title)), about: other,
                on: after)
        }
        compareAttributes(item, other)
        guard kind == .file else { return }
        if let readFiles {
            if readFiles.contains(other.path) { compareFiles(item, other) }
        } else if let proof = equality(of: item, other), !haveFilesBeside(item, other) {
            summary.proofs[proof, default: 0] += 1
        } else {
            let count = summary.differences
            compareFiles(item, other)
            if summary.differences == count { summary.proofs[.contents, default: 0] += 1 }
        }
    }

    /// Whether two files are the sides, and databases of which one has a log, or values in files beside it: nothing else compares
    /// these.
    private func haveFilesBeside(_ item: SideItem, _ other: SideItem) -> Bool {
        guard item.path == before.start, other.path == after.start, let old = try? before.file(at: item.path),
            let new = try? after.file(at: other.path)
        else { return false }
        return ContentsComparison.haveLogs(old, new) || ContentsComparison.haveValuesBeside(old, new)
    }

    private func compareAttributes(_ item: SideItem, _ other: SideItem) {
        for difference in attributeDifferences(item, other) { report(difference, about: other, on: after) }
        let classes = (item.status.protection.title, other.status.protection.title)
        if item.status.kind == .file, (classes.0 == nil) != (classes.1 == nil) { summary.oneSidedClasses += 1 }
    }

    /// Returns how the attributes of two items differ, without the place.
    func attributeDifferences(_ item: SideItem, _ other: SideItem) -> [Difference] {
        var found: [Difference] = []
        func note(_ subject: Difference.Subject, _ old: JSONValue?, _ new: JSONValue?) {
            found.append(Difference(.changed, subject, before: old, after: new))
        }
        let (status, otherStatus) = (item.status, other.status)
        // The mode of a link means nothing, and each kind of archive records other modes.
        let recordsModes = before.recordsAllModes && after.recordsAllModes || before.tree.medium == after.tree.medium
        if status.kind != .link, recordsModes, status.permissions != otherStatus.permissions {
            note(
                .mode, .string(Permissions.octal(status.permissions)),
                .string(Permissions.octal(otherStatus.permissions)))
        }
        if item.target != other.target {
            note(.target, item.target.map { .bytes($0) }, other.target.map { .bytes($0) })
        }
        if let node = status.node, let otherNode = otherStatus.node, node != otherNode {
            note(.device, .string(node.text), .string(otherNode.text))
        }
        if item.exclusion != other.exclusion {
            note(.exclusion, item.exclusion.names, other.exclusion.names)
        }
        if let title = status.protection.title, let otherTitle = otherStatus.protection.title, title != otherTitle {
            note(.protection, .string(title), .string(otherTitle))
        }
        // The time of a directory follows from its entries.
        if options.comparesTimes, status.kind != .directory, !status.hasSameModification(as: otherStatus) {
            note(.time, .string(status.timeText), .string(otherStatus.timeText))
        }
        return found
    }

    /// Returns why the contents of two files are equal, as far as their metadata tell; nil if they have to be read.
    private func equality(of item: SideItem, _ otherItem: SideItem) -> ComparisonSummary.Proof? {
        let (status, other) = (item.status, otherItem.status)
        if let differ = mayDifferByTimePoint(item, otherItem) { return differ ? nil : .digests }
        let isSameFile =
            before.tree.medium == nil && after.tree.medium == nil
            && (status.device, status.inode) == (other.device, other.inode)
        if isSameFile { return .identity }
        return options.isQuick && status.size == other.size && status.time == other.time ? .sizeAndTime : nil
    }

    /// Whether the contents of two files may differ, of which one or both are of a time point; nil if none is.
    private func mayDifferByTimePoint(_ item: SideItem, _ other: SideItem) -> Bool? {
        let (one, two) = (before.recorded(item.path), after.recorded(other.path))
        if let one, let two { return one.digest != two.digest }
        guard let known = one ?? two else { return nil }
        let present = one == nil ? item : other
        guard known.isToldByTimes, let files = recordedFiles else { return true }
        return !files.isUnchanged(present.status, since: known.status, at: present.path)
    }

    private func compareFiles(_ item: SideItem, _ other: SideItem) {
        if isPartOfDatabase(item.path, other.path) || areFoldedAlike(item, other) { return }
        compareContents(item, other)
    }

    private func compareContents(_ item: SideItem, _ other: SideItem) {
        let path = after.relative(other.path)
        let contents = ContentsComparison(options, cancellation: cancellation) { [self] difference in
            report(difference, about: other, on: after)
            return !mustStop && !options.reportsOnlyFirst
        } uncompared: { [self] in
            note(path, $0, isDamage: true, isBefore: $1)
        }
        // Of directories, all files are compared; the copies that watching makes are those of the files that it looks at.
        contents.leavesFilesBeside = before.start.isRoot && after.start.isRoot || readFiles != nil
        do throws(FileTreeError) {
            let (old, new) = (try before.file(at: item.path), try after.file(at: other.path))
            if old.isDatabase, new.isDatabase {
                comparedDatabases.insert(path)
                contents.changedRows = changedRows(of: path, old, new, within: contents.limits)
            }
            try contents.compareFiles(old, new)
            if old.isCode, new.isCode { compareEntitlements(item, other, contents) }
            for (source, isBefore) in [(old, true), (new, false)] where source.hasChanged {
                note(path, "changed while it was compared", isDamage: false, isBefore: isBefore)
            }
        } catch {
            note(path, error, isBefore: nil)
        }
    }

    /// Returns the rows that changed pages concern; nil if they are not known.
    private func changedRows(
        of path: ContainerPath, _ old: DocumentSource, _ new: DocumentSource, within limits: DocumentLimits
    ) -> ChangedRows? {
        guard let pages = changedPages[path], let before = try? old.database(within: limits),
            let after = try? new.database(within: limits)
        else { return nil }
        return ChangedRows.find(pages, from: before, to: after, cancellation)
    }

    /// Compares the entitlements that two executables were signed with.
    private func compareEntitlements(_ item: SideItem, _ other: SideItem, _ contents: ContentsComparison) {
        let lists = (entitlements(of: item, in: before), entitlements(of: other, in: after))
        guard lists.0 != nil || lists.1 != nil else { return }
        let name = Array("entitlements".utf8)
        // One that has none has none of the keys.
        let empty = Array("<plist version=\"1.0\"><dict/></plist>".utf8)
        let (old, new) = (
            DocumentSource(name, bytes: lists.0 ?? empty), DocumentSource(name, bytes: lists.1 ?? empty)
        )
        do throws(FileTreeError) {
            try contents.compare(old, new, at: [name], depth: 1)
        } catch {
            note(after.relative(other.path), error, isBefore: nil)
        }
    }

    /// Returns the entitlements of the first image that has any: those of all architectures are the same.
    private func entitlements(of item: SideItem, in side: ComparedTree) -> [UInt8]? {
        guard let file = try? MachOFile(item.path, in: side.tree) else { return nil }
        for part in file.parts {
            if let list = try? file.entitlements(of: part) { return list }
        }
        return nil
    }

    /// Tells an item that only the first side has, unless it is part of a database or of an item that both sides have.
    func reportRemoved(_ item: SideItem) {
        summary.items += 1
        guard !isUnreadable(before.relative(item.path)),
            item.status.kind != .file || !isPartOfDatabase(item.path, item.path), !isFolded(item, isBefore: true)
        else { return }
        var difference = Difference(.removed, .item)
        difference.lines = lines(of: item, on: before, .before)
        report(difference, about: item, on: before, isCandidate: true)
    }

    /// Tells an item that only the second side has, unless it is part of a database or of an item that both sides have.
    func reportAdded(_ item: SideItem) {
        summary.items += 1
        guard !isUnreadable(after.relative(item.path)),
            item.status.kind != .file || !isPartOfDatabase(item.path, item.path), !isFolded(item, isBefore: false)
        else { return }
        var difference = Difference(.added, .item)
        difference.lines = lines(of: item, on: after, .after)
        difference.contents = contents(ofNew: item, on: after)
        report(difference, about: item, on: after, isCandidate: true)
    }

    /// The size of a file of which all lines are told.
    private static let maxTextBytes: UInt64 = 1 << 20

    /// Returns the lines of a text that only one side has, if they are wanted.
    private func lines(of item: SideItem, on side: ComparedTree, _ mark: LineHunk.Line.Origin) -> LineHunk? {
        guard options.reportsNewTexts, item.status.kind == .file, item.status.size > 0,
            item.status.size <= Self.maxTextBytes, let file = try? side.file(at: item.path)
        else { return nil }
        let document = DocumentReaders.read(file, within: .unlimited(cancellation))
        guard case .text(let text) = document.contents,
            let lines = try? TextLines(text, within: .unlimited(cancellation))
        else { return nil }
        var hunk: LineHunk?
        let (old, new) = mark == .before ? (lines, TextLines.none) : (TextLines.none, lines)
        try? TextLines.forEachHunk(old, new, context: 0, within: .unlimited(cancellation)) {
            hunk = $0
            return false
        }
        hunk?.isAsStored = document.hasLinesAsStored
        hunk?.endsInReturns = document.endsLinesInReturns
        return hunk
    }

    /// Whether a file that differs is a log, a journal or an index beside a database; the database is compared instead.
    private func isPartOfDatabase(_ path: ContainerPath, _ otherPath: ContainerPath) -> Bool {
        guard let (companion, base) = path.asCompanion, let (_, otherBase) = otherPath.asCompanion,
            !before.isFalse(companion, path), !after.isFalse(companion, otherPath)
        else { return false }
        let isDatabase = (before.isDatabase(base), after.isDatabase(otherBase))
        guard isDatabase.0 || isDatabase.1 else { return false }
        guard isDatabase.0, isDatabase.1, companion != .index, comparedDatabases.insert(base).inserted,
            let status = try? before.tree.status(base), let otherStatus = try? after.tree.status(otherBase)
        else { return true }
        compareContents(
            SideItem(path: base, status: status, exclusion: [], target: nil),
            SideItem(path: otherBase, status: otherStatus, exclusion: [], target: nil))
        return true
    }

    /// Tells a difference in an item.
    func report(_ difference: Difference, about item: SideItem, on side: ComparedTree, isCandidate: Bool = false) {
        var difference = difference
        difference.path = side.relative(item.path)
        difference.name = side.name
        difference.kind = item.status.kind
        difference.badges = side.badges(of: item)
        summary.differences += 1
        let candidate =
            isCandidate && item.status.kind == .file
            ? DifferenceBuffer.Candidate(isAdded: side === after, item: item) : nil
        if !buffer.add(difference, candidate) { isStopped = true }
    }

    private var mustStop: Bool { isStopped || cancellation.isCancelled }
}

extension ComparedTree {
    /// Whether a file has the name of a rollback journal or an index, but is none.
    fileprivate func isFalse(_ companion: Companion, _ path: ContainerPath) -> Bool {
        Companion.refutable.contains(companion) && (try? file(at: path))?.isFalse(companion) ?? false
    }
}

extension DocumentSource {
    /// Whether a file that is named like the rollback journal of a database, or the index of a log, is none.
    func isFalse(_ companion: Companion) -> Bool { companion.isRefuted(by: head) }

    /// Whether the file begins like a Mach-O file.
    fileprivate var isCode: Bool { (try? MachOSlice.slices(head: head, size: size))?.isEmpty == false }
}

extension ItemStatus {
    /// The time of the last change of the contents, in seconds and nanoseconds.
    fileprivate var time: [Int64] { [modified, Int64(modifiedNanoseconds)] }

    /// The time in ISO 8601 with all nanoseconds, if they are known.
    fileprivate var timeText: String {
        ISO8601.exactText(secondsSince1970: modified, nanoseconds: knowsNanoseconds ? modifiedNanoseconds : nil)
    }
}

extension BackupKinds {
    /// The kinds for reports: a list of names.
    fileprivate var names: JSONValue {
        let all: [(BackupKinds, String)] = [
            (.iCloud, "iCloud"), (.encrypted, "encrypted"), (.unencrypted, "unencrypted"),
        ]
        return .array(all.filter { contains($0.0) }.map { .string($0.1) })
    }
}
