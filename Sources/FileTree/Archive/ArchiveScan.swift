import CArchive
import ContainerModel
import Jobs
import System

/// Reads an archive once from beginning to end and creates its index.
struct ArchiveScan {
    private let limits: ArchiveLimits
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let cut: String?
    private var builder: TreeIndexBuilder
    /// The total unpacked size according to the entries.
    private(set) var unpacked: UInt64 = 0

    /// - Parameter cut: Why what contains the entries ends before its end; nil if it does not.
    init(
        _ limits: ArchiveLimits, _ progress: ProgressMeter, _ cancellation: Cancellation, modified: Int64,
        cut: String? = nil
    ) {
        self.cut = cut
        self.limits = limits
        self.progress = progress
        self.cancellation = cancellation
        builder = TreeIndexBuilder(
            rootModified: modified, depth: limits.depth, medium: "archive", takesAbsolutePaths: true)
    }

    /// The items.
    var index: TreeIndex { builder.index }
    /// What cannot be read, and why.
    var problems: TreeProblems { builder.problems }

    /// - Returns: false if it was cancelled.
    mutating func run(_ reader: ArchiveReader) -> Bool {
        var ordinal: UInt32 = 0
        var isInDamage = false
        while true {
            if cancellation.isCancelled { return false }
            switch reader.next() {
            case .end:
                if let reason = cut ?? (reader.hasNoEndMark ? "no end-of-archive mark" : nil) {
                    noteCut(after: ordinal, reason)
                }
                return true
            case .failed(let words):
                noteCut(after: ordinal, cut ?? words)
                return true
            case .tooMany:
                builder.problems.noteMissing(
                    "too large: it has more than \(ByteCount.grouped(UInt64(limits.items))) entries, and none of them is "
                        + "shown. Unpack it and open the directory")
                return true
            case .unreadable:
                // Behind a damaged header, the contents of the entry are tried as headers, too.
                if !isInDamage { builder.problems.note(.unreadableHeader, "number \(ordinal + 1)") }
                isInDamage = true
            case .entry(let found):
                isInDamage = false
                guard builder.index.count < limits.items, builder.index.nameBytes < limits.nameBytes else {
                    builder.problems.noteMissing(
                        "too large: the first \(builder.index.count - 1) items are shown, and the rest is left out")
                    return true
                }
                add(found, ordinal, reader)
            }
            ordinal += 1
            progress.add(files: 1)
        }
    }

    private mutating func noteCut(after entries: UInt32, _ reason: String) {
        let amount = entries == 1 ? "1 entry" : "\(ByteCount.grouped(UInt64(entries))) entries"
        builder.problems.noteMissing(
            "damaged or cut off: listed \(amount); the rest of the archive cannot be read: \(reason)")
    }

    /// Releases memory reserved for more items.
    mutating func trim() { builder.index.trim() }

    private mutating func add(_ found: sandglass_archive_entry, _ ordinal: UInt32, _ reader: ArchiveReader) {
        let bytes = UnsafeRawBufferPointer(start: found.name, count: found.name_length)
        let path = UnsafeBufferPointer(
            start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: found.name_length)
        var target: TreeIndex.Node?
        if let hardLink = found.hard_link {
            target = builder.node(at: UnsafeRawBufferPointer(start: hardLink, count: strlen(hardLink)))
            guard let node = target, builder.index.kind(node) != .directory else {
                builder.addDirectories(of: path)
                return builder.problems.note(.danglingHardLink, self.path(bytes))
            }
        }
        guard !bytes.isEmpty else { return builder.problems.note(.unusableName, "one without a name") }
        if found.has_other_name != 0 { builder.problems.note(.otherName, self.path(bytes)) }
        if found.has_shared_header != 0 { builder.problems.note(.sharedHeader, self.path(bytes)) }
        let entry = TreeIndex.Entry(found, ordinal)
        guard let node = builder.add(path, entry, linkedTo: target) else { return }
        if entry.isEncrypted { builder.problems.note(.encrypted, self.path(bytes)) }
        if entry.kind == .unknown { builder.problems.note(.unknownKind, self.path(bytes)) }
        if found.has_unknown_type != 0 { builder.problems.note(.unknownType, self.path(bytes)) }
        if entry.kind == .link, let link = found.link_target {
            builder.index.setLinkTarget(Array(UnsafeRawBufferPointer(start: link, count: strlen(link))), of: node)
        }
        if entry.kind == .file { unpacked = unpacked.addingSaturated(entry.size) }
        if found.attributes > 0 {
            builder.index.setAttributes(reader.attributes(limit: 256 << 10), of: node)
        }
    }

    private func path(_ bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }
}

extension TreeIndex.Entry {
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
