import ContainerModel
import Decoding
import Formats
import Jobs
import System

/// Reads an archive once from beginning to end and creates its index.
struct ArchiveScan {
    private let format: ArchiveDecoder.Format
    private let limits: ArchiveLimits
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let cut: String?
    /// The encoding of names that nothing says to be UTF-8; nil if the decoder knows it.
    private let namesEncoding: TextEncoding?
    private var builder: TreeIndexBuilder
    /// Whether a name has a slash.
    private var hasSlash = false
    /// The number of names with backslashes that are perhaps separators, and the first one.
    private var unclearBackslashes: (count: Int, first: String?) = (0, nil)
    /// The total unpacked size according to the entries.
    private(set) var unpacked: UInt64 = 0

    /// - Parameter cut: Why what contains the entries ends before its end; nil if it does not.
    init(
        _ format: ArchiveDecoder.Format, _ limits: ArchiveLimits, _ progress: ProgressMeter,
        _ cancellation: Cancellation, modified: Int64, cut: String? = nil, names namesEncoding: TextEncoding? = nil
    ) {
        self.namesEncoding = namesEncoding
        self.cut = cut
        self.format = format
        self.limits = limits
        self.progress = progress
        self.cancellation = cancellation
        builder = TreeIndexBuilder(
            rootModified: modified, depth: limits.depth, medium: "archive", takesAbsolutePaths: true)
    }

    /// The items.
    var index: TreeIndex { builder.index }
    /// The unreadable parts, with the reasons.
    var problems: TreeProblems { builder.problems }

    /// - Throws: `DecodingFailure`; `stopped` if it was cancelled.
    mutating func scanEntries(_ entries: DecodedEntries) throws(DecodingFailure) {
        let cancellation = cancellation
        var ordinal: UInt32 = 0
        var isInDamage = false
        while true {
            if cancellation.isCancelled { throw .stopped }
            switch try entries.next({ cancellation.isCancelled }) {
            case .end(let hasNoEndMark):
                if let reason = cut ?? (hasNoEndMark ? "no end-of-archive mark" : nil) {
                    noteCut(after: ordinal, reason)
                }
                return
            case .failed(.unreadable(let errno)) where errno.rawValue == ENOMEM: throw .outOfMemory
            case .failed(let fault):
                noteCut(after: ordinal, cut ?? fault.words)
                return
            case .tooMany:
                builder.problems.noteMissing(
                    "too large: it has more than \(ByteCount.grouped(UInt64(limits.items))) entries, and none of them is "
                        + "shown. Unpack it and open the directory")
                return
            case .unreadable:
                // After a damaged header of a tar, the contents of the entry are also tried as headers.
                if format == .zip || !isInDamage { builder.problems.note(.unreadableHeader, "number \(ordinal + 1)") }
                isInDamage = true
            case .entry(let found):
                isInDamage = false
                guard builder.index.count < limits.items, builder.index.nameBytes < limits.nameBytes else {
                    builder.problems.noteMissing(
                        "too large: the first \(builder.index.count - 1) items are shown, and the rest is left out")
                    return
                }
                add(found, ordinal)
            }
            ordinal += 1
            progress.add(files: 1)
        }
    }

    private mutating func noteCut(after entries: UInt32, _ reason: String) {
        let amount = Pluralized.entries(entries)
        builder.problems.noteMissing(
            "damaged or truncated: listed \(amount); the rest of the archive cannot be read: \(reason)")
    }

    /// Records what only all names tell, and releases memory reserved for more items.
    mutating func finish() {
        if !hasSlash, let first = unclearBackslashes.first {
            for _ in 0..<unclearBackslashes.count { builder.problems.note(.unclearBackslashes, first) }
        }
        builder.index.trim()
    }

    private mutating func add(_ found: DecodedEntry, _ ordinal: UInt32) {
        let name = found.name.bindMemory(to: UInt8.self)
        guard found.hasForeignName, let encoding = namesEncoding else {
            return add(found, ordinal, at: name, found.hasBackslashes, found.hasUnclearBackslashes)
        }
        let read = ZipNames.Name(name, in: encoding, isMadeOnFAT: found.hasBackslashes)
        read.bytes.withUnsafeBufferPointer { path in
            add(found, ordinal, at: path, read.hasBackslashes, read.hasUnclearBackslashes)
        }
    }

    private mutating func add(
        _ found: DecodedEntry, _ ordinal: UInt32, at path: UnsafeBufferPointer<UInt8>, _ hasBackslashes: Bool,
        _ hasUnclearBackslashes: Bool
    ) {
        var target: TreeIndex.Node?
        if let hardLink = found.hardLinkTarget {
            target = builder.node(at: hardLink)
            guard let node = target, builder.index.kind(node) != .directory else {
                builder.addDirectories(of: path)
                return builder.problems.note(.danglingHardLink, path)
            }
        }
        guard !path.isEmpty else { return builder.problems.note(.unusableName, "one without a name") }
        if !hasSlash { hasSlash = path.contains(0x2f) }
        if hasBackslashes { builder.problems.note(.backslashes, path) }
        if hasUnclearBackslashes {
            let first = unclearBackslashes.first ?? String(decoding: path.prefix(1_024), as: UTF8.self)
            unclearBackslashes = (unclearBackslashes.count + 1, first)
        }
        note(found, at: path)
        let entry = TreeIndex.Entry(found, ordinal)
        if found.size > 0, entry.kind != .file || target != nil { builder.problems.note(.unexaminedContents, path) }
        guard let node = builder.add(path, entry, linkedTo: target) else { return }
        if entry.isEncrypted { builder.problems.note(.encrypted, path) }
        if entry.kind == .unknown { builder.problems.note(.unknownKind, path) }
        if found.hasUnknownType { builder.problems.note(.unknownType, path) }
        if entry.kind == .link, let link = found.linkTarget { builder.index.setLinkTarget(Array(link), of: node) }
        if entry.kind == .characterDevice || entry.kind == .blockDevice {
            let numbers = found.node
            builder.index.setDevice(DeviceNumbers(major: numbers.major, minor: numbers.minor), of: node)
        }
        if entry.kind == .file { unpacked = unpacked.addingSaturated(entry.size) }
        if found.hasAttributes { builder.index.setAttributes(found.attributes, of: node) }
    }

    /// Notes what the decoder remarks on an entry's records.
    private mutating func note(_ found: DecodedEntry, at path: UnsafeBufferPointer<UInt8>) {
        if found.hasFoundSize { builder.problems.note(.foundSize, path) }
        if let other = found.otherName {
            let name = String(decoding: path.prefix(1_024), as: UTF8.self)
            builder.problems.note(.otherName, "\(name) (there \(String(decoding: other.prefix(1_024), as: UTF8.self)))")
        }
        if found.hasDifferentSize { builder.problems.note(.otherSize, path) }
        if found.hasOtherChecksum { builder.problems.note(.otherChecksum, path) }
        if found.hasOtherMethod { builder.problems.note(.otherMethod, path) }
        if found.hasSharedHeader { builder.problems.note(.sharedHeader, path) }
        if found.lacksAttributes { builder.problems.note(.attributesLeftOut, path) }
    }
}

extension TreeIndex.Entry {
    fileprivate init(_ found: DecodedEntry, _ ordinal: UInt32) {
        kind = ItemKind(mode: found.mode)
        // A hard link has no kind, and neither have zip entries from systems without modes.
        if kind == .unknown, found.mode & S_IFMT == 0 { kind = .file }
        permissions = UInt16(truncatingIfNeeded: found.mode & 0o7777)
        user = found.user
        group = found.group
        size =
            switch kind {
            case .file: found.size
            case .link: UInt64(found.linkTarget?.count ?? 0)
            default: 0
            }
        modified = found.modified
        modifiedNanoseconds = found.modifiedNanoseconds
        isEncrypted = found.isEncrypted
        isContradictory = found.hasDifferentSize || found.hasOtherChecksum || found.hasOtherMethod
        self.ordinal = ordinal
        position = found.position
    }
}
