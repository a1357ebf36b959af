import CArchive
import ContainerModel
import Jobs
import System

/// Reads an archive once from beginning to end and creates its index.
struct ArchiveScan {
    private let limits: ArchiveLimits
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private(set) var index: ArchiveIndex
    private(set) var problems = ArchiveProblems()
    /// The directory of the last entry, which most often is also that of the next one.
    private var lastDirectory: (path: [UInt8], node: ArchiveIndex.Node) = ([], ArchiveIndex.root)
    /// The total unpacked size according to the entries.
    private(set) var unpacked: UInt64 = 0

    init(_ limits: ArchiveLimits, _ progress: ProgressMeter, _ cancellation: Cancellation, modified: Int64) {
        self.limits = limits
        self.progress = progress
        self.cancellation = cancellation
        index = ArchiveIndex(rootModified: modified)
    }

    /// - Returns: false if it was cancelled.
    mutating func run(_ reader: ArchiveReader) -> Bool {
        var ordinal: UInt32 = 0
        while true {
            if cancellation.isCancelled { return false }
            switch reader.next() {
            case .end:
                finish()
                return true
            case .failed(let words):
                problems.note("damaged or cut off after \(ordinal) entries, so that what follows is missing: \(words)")
                finish()
                return true
            case .tooMany:
                problems.note(
                    "too large: it has more than \(ByteCount.grouped(UInt64(limits.items))) entries, and none of them is "
                        + "shown. Unpack it and open the directory")
                return true
            case .unreadable: problems.note(.unreadableHeader, "number \(ordinal + 1)")
            case .entry(let found):
                guard index.count < limits.items, index.nameBytes < limits.nameBytes else {
                    problems.note(
                        "too large: the first \(index.count - 1) items are shown, and the rest is left out")
                    finish()
                    return true
                }
                add(found, ordinal, reader)
            }
            ordinal += 1
            progress.add(files: 1)
        }
    }

    private mutating func finish() { index.trim() }

    private mutating func add(_ found: sandglass_archive_entry, _ ordinal: UInt32, _ reader: ArchiveReader) {
        let bytes = UnsafeRawBufferPointer(start: found.name, count: found.name_length)
        let path = UnsafeBufferPointer(
            start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: found.name_length)
        guard let (parent, name) = place(of: path) else { return }
        guard !name.isEmpty else {
            // `./` in a tar: the root itself.
            return index.replace(ArchiveIndex.root, with: ArchiveIndex.Entry(found, ordinal))
        }
        var target: ArchiveIndex.Node?
        if let hardLink = found.hard_link {
            target = node(at: UnsafeRawBufferPointer(start: hardLink, count: strlen(hardLink)))
            guard let node = target, index.kind(node) != .directory else {
                return problems.note(.danglingHardLink, self.path(bytes))
            }
        }
        let entry = ArchiveIndex.Entry(found, ordinal)
        let kind = target.map { index.kind($0) } ?? entry.kind
        let node: ArchiveIndex.Node
        if let known = index.child(name, of: parent) {
            if target == known { return }
            guard (index.kind(known) == .directory) == (kind == .directory) else {
                problems.note(.directoryAndOther, self.path(bytes))
                if kind == .directory { index.replace(known, with: entry) }
                return
            }
            if kind != .directory { problems.note(.repeated, self.path(bytes)) }
            index.replace(known, with: entry)
            node = known
        } else {
            node = index.add(name, to: parent, entry)
        }
        if let target {
            index.link(node, to: target)
            return
        }
        if entry.isEncrypted { problems.note(.encrypted, self.path(bytes)) }
        if kind == .unknown { problems.note(.unknownKind, self.path(bytes)) }
        if found.has_unknown_type != 0 { problems.note(.unknownType, self.path(bytes)) }
        if kind == .link, let link = found.link_target {
            index.setLinkTarget(Array(UnsafeRawBufferPointer(start: link, count: strlen(link))), of: node)
        }
        if kind == .file { unpacked = unpacked.addingSaturated(entry.size) }
        if found.attributes > 0 {
            index.setAttributes(reader.attributes(limit: 256 << 10), of: node)
        }
    }

    private func path(_ bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    /// Returns the parent directory of a path, creating it if no entry has, and the last component, which is empty for
    /// the root. nil, with a problem recorded, for a path that leads out of the archive or is not valid.
    private mutating func place(
        of path: UnsafeBufferPointer<UInt8>
    ) -> (ArchiveIndex.Node, name: UnsafeBufferPointer<UInt8>)? {
        guard path.first != 0x2f else {
            problems.note(.leadsOut, path)
            return nil
        }
        var end = path.count
        // Trailing slashes and a final `.` only indicate a directory.
        while end > 0, path[end - 1] == 0x2f || path[end - 1] == 0x2e && (end == 1 || path[end - 2] == 0x2f) {
            end -= 1
        }
        var start = end
        while start > 0, path[start - 1] != 0x2f { start -= 1 }
        let name = UnsafeBufferPointer(rebasing: path[start..<end])
        if isSame(path, start) {
            guard isName(name, path) else { return nil }
            return (lastDirectory.node, name)
        }
        var node = ArchiveIndex.root
        var depth = 0
        var next = 0
        // Check all components before creating directories for a path that turns out to be unusable.
        for component in UnsafeBufferPointer(rebasing: path[..<end]).split(separator: 0x2f) {
            let component = UnsafeBufferPointer(rebasing: component)
            guard isDot(component) || isName(component, path) else { return nil }
            depth += 1
        }
        guard depth <= limits.depth else {
            problems.note(.tooDeep, path)
            return nil
        }
        while next < start {
            var stop = next
            while path[stop] != 0x2f { stop += 1 }
            let component = UnsafeBufferPointer(rebasing: path[next..<stop])
            next = stop + 1
            if component.isEmpty || isDot(component) { continue }
            if let known = index.child(component, of: node) {
                if index.kind(known) != .directory {
                    problems.note(.directoryAndOther, UnsafeBufferPointer(rebasing: path[..<stop]))
                    index.replace(known, with: ArchiveIndex.Entry())
                }
                node = known
            } else {
                node = index.add(component, to: node, ArchiveIndex.Entry())
            }
        }
        lastDirectory = (Array(path[..<start]), node)
        return (node, name)
    }

    private func isSame(_ path: UnsafeBufferPointer<UInt8>, _ length: Int) -> Bool {
        guard length == lastDirectory.path.count, length > 0 else { return false }
        return lastDirectory.path.withUnsafeBytes { memcmp($0.baseAddress!, path.baseAddress!, length) == 0 }
    }

    private func isDot(_ name: UnsafeBufferPointer<UInt8>) -> Bool { name.count == 1 && name[0] == 0x2e }

    /// Returns whether a name is valid for a file; records a problem if it is not.
    private mutating func isName(
        _ name: UnsafeBufferPointer<UInt8>,
        _ path: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if name.count == 2, name[0] == 0x2e, name[1] == 0x2e {
            problems.note(.leadsOut, path)
            return false
        }
        guard name.count <= 255, !name.contains(0) else {
            problems.note(.unusableName, path)
            return false
        }
        return true
    }

    /// Returns the item at a path, as added by earlier entries.
    private func node(at path: UnsafeRawBufferPointer) -> ArchiveIndex.Node? {
        var node = ArchiveIndex.root
        for component in path.split(separator: 0x2f) where !component.elementsEqual([0x2e]) {
            guard let next = index.child(Array(component)[...], of: node) else { return nil }
            node = next
        }
        return node
    }
}

extension ArchiveIndex.Entry {
    fileprivate init(_ found: sandglass_archive_entry, _ ordinal: UInt32) {
        kind = ItemKind(mode: found.mode)
        // A hard link has no kind of its own, and zip entries from systems without modes have none.
        if kind == .unknown, found.mode & S_IFMT == 0 { kind = .file }
        permissions = UInt16(truncatingIfNeeded: found.mode & 0o7777)
        user = found.user
        group = found.group
        size =
            switch kind {
            case .file: UInt64(clamping: found.size)
            case .link: UInt64(found.link_target.map { strlen($0) } ?? 0)
            default: 0
            }
        modified = found.modified_seconds
        modifiedNanoseconds = found.modified_nanoseconds
        isEncrypted = found.is_encrypted != 0
        self.ordinal = ordinal
        position = found.position
    }
}
