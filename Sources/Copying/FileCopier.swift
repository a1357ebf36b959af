import ContainerModel
import FileTree
import Jobs
import System

/// Copies single files and symbolic links from one open directory to another. Each thread needs its own.
final class FileCopier {
    /// The result of copying one item.
    enum Outcome: Sendable {
        /// The copy is complete.
        case copied(sandglass_stat)
        /// The item has further hard links and was not copied yet.
        case hasOtherNames(sandglass_stat)
        /// The item is no longer a file.
        case special(ItemKind)
        /// The copy failed; nothing is left at the target.
        case failed(operation: String, errno: Int32)
        /// The copy was cancelled; nothing is left at the target.
        case cancelled
    }

    /// The maximum number of attempts to copy a file that changes while it is read.
    private static let attempts = 3
    /// The number of bytes that ifuse reads in one request: the kernel asks it for no more (FUSE_MAX_PAGES_PER_REQ).
    private static let singleAnswer: UInt64 = 128 * 1_024

    /// Copies the metadata.
    var metadata = MetadataCopier()
    /// A number that identifies the target's file system.
    var targetDevice: UInt64 = 0
    /// Whether to remove the access control list that files inherit from the target directory.
    var dropsAccess = false
    /// The location of a source that will be removed after the copy.
    enum MovedSource {
        /// At its original name.
        case named
        /// At a name that no other process knows.
        case hidden
    }

    /// The actions of other processes on a source, to be removed later, while it was copied.
    enum Use {
        /// No process had it open for writing.
        case unwritten
        /// A process had it open for writing.
        case written
        /// It changed during every attempt.
        case changing
        /// The system does not report it.
        case unknown
    }

    var movesSource: MovedSource?
    /// The check whether a file may be read; nil if this process's own permissions decide.
    var access: AccessCheck?
    /// The use of the last item, if its source will be removed.
    private(set) var use = Use.unknown
    /// Whether the last copy failed because of the place where it was made.
    private(set) var hasTargetFailed = false
    /// The metadata that the last item lost.
    private(set) var losses: MetadataCopier.Losses = []

    private let contents: ContentCopier
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    init(progress: ProgressMeter, cancellation: Cancellation) {
        contents = ContentCopier(progress: progress, cancellation: cancellation)
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Makes copiers that treat files as this one does, each for one thread.
    var maker: @Sendable () -> FileCopier {
        let (metadata, targetDevice, dropsAccess, access) = (metadata, targetDevice, dropsAccess, access)
        let (progress, cancellation) = (progress, cancellation)
        return {
            let copier = FileCopier(progress: progress, cancellation: cancellation)
            copier.metadata = metadata
            copier.targetDevice = targetDevice
            copier.dropsAccess = dropsAccess
            copier.access = access
            return copier
        }
    }

    /// The result of copying one item, with what else is known about it.
    struct FullOutcome: Sendable {
        let outcome: Outcome
        let losses: MetadataCopier.Losses
        let hasTargetFailed: Bool
    }

    /// Copies a file or link of a batch.
    func copy(_ item: Item, in source: Descriptor, to target: Descriptor) -> FullOutcome {
        progress.beginItem(item.name.dropLast().map { UInt8(bitPattern: $0) })
        let outcome =
            item.isLink
            ? copyLink(item.name, in: source, to: item.name, in: target, takesOthers: false)
            : copyFile(item.name, in: source, to: item.name, in: target, takesOthers: false)
        return FullOutcome(outcome: outcome, losses: losses, hasTargetFailed: hasTargetFailed)
    }

    /// Takes over what another copier has found out about an item.
    func adopt(_ outcome: FullOutcome) {
        losses = outcome.losses
        hasTargetFailed = outcome.hasTargetFailed
    }

    /// A file or symbolic link of a directory.
    struct Item: Sendable {
        /// The name, ending with NUL.
        let name: [CChar]
        let isLink: Bool
    }

    /// - Parameter takesOthers: Whether to copy a file that has further hard links.
    func copyFile(
        _ name: UnsafePointer<CChar>,
        in source: Descriptor,
        to newName: UnsafePointer<CChar>,
        in target: Descriptor,
        takesOthers: Bool
    ) -> Outcome {
        losses.removeAll(keepingCapacity: true)
        hasTargetFailed = false
        // The item may have been replaced, for example by a FIFO, which must not block the open.
        let file = sandglass_open_component(source.number, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return .failed(operation: "open the file", errno: -file) }
        defer { close(file) }
        var status = sandglass_stat()
        let failure = sandglass_status(file, "", &status)
        guard failure == 0 else { return .failed(operation: "look at the file", errno: -failure) }
        let kind = ItemKind(mode: status.mode)
        guard kind == .file else {
            return kind == .directory ? .failed(operation: "read the file", errno: EISDIR) : .special(kind)
        }
        guard access?.allowsReading(file, status) != false else {
            return .failed(operation: "open the file", errno: EACCES)
        }
        use = .unknown
        if movesSource != nil {
            // Only query: writers need not wait for a long copy.
            let refusal = sandglass_hold_off_writers(file)
            if refusal == 0 { sandglass_admit_writers(file) }
            use = refusal == 0 ? .unwritten : refusal == -EAGAIN ? .written : .unknown
        }
        if status.links > 1, !takesOthers { return .hasOtherNames(status) }
        let copy = sandglass_create_file(target.number, newName, 0o600)
        guard copy >= 0 else {
            hasTargetFailed = true
            return .failed(operation: "make the copy", errno: -copy)
        }
        var outcome = fill(copy, from: file, status)
        if dropsAccess { _ = sandglass_remove_attribute(target.number, newName, AccessListAttribute.own) }
        if case .copied(let found) = outcome { metadata.copy(file, found, to: copy, &losses) }
        // Some file systems report only on close that the disk is full.
        if close(copy) != 0, errno != EINTR, case .copied = outcome {
            hasTargetFailed = true
            outcome = .failed(operation: "write the copy", errno: errno)
        }
        guard case .copied = outcome else {
            _ = sandglass_remove_name(target.number, newName, 0)
            return outcome
        }
        return outcome
    }

    /// Copies the contents until the file did not change during the copy.
    private func fill(_ copy: Int32, from file: Int32, _ first: sandglass_stat) -> Outcome {
        var status = first
        for attempt in 1...Self.attempts {
            let count: UInt64
            do throws(ContentCopier.Failure) {
                switch try contents.copy(file, status, to: copy, targetDevice: targetDevice) {
                case .cancelled: return .cancelled
                case .copied(let copied): count = copied
                }
            } catch {
                hasTargetFailed = error.isOfTarget
                return .failed(operation: error.operation, errno: error.errno)
            }
            // A device gives the contents in one answer, which no other answer makes more certain.
            if metadata.source.isRemote, count == status.size, count <= Self.singleAnswer { return .copied(status) }
            var after = sandglass_stat()
            let failure = sandglass_status(file, "", &after)
            guard failure == 0 else { return .failed(operation: "look at the file", errno: -failure) }
            let isSame = isUnchanged(status, after)
            // Files generated by the kernel have size 0.
            if isSame, count == status.size || status.size == 0 { return .copied(status) }
            if isSame { return .failed(operation: "read the file", errno: EIO) }
            // It is copied again after it was renamed to a name that no other process knows.
            if movesSource == .named, attempt == Self.attempts {
                use = .changing
                return .copied(after)
            }
            progress.takeBack(bytes: count)
            status = after
            if attempt < Self.attempts, ftruncate(copy, 0) != 0 {
                return .failed(operation: "write the copy", errno: errno)
            }
        }
        return .failed(operation: "copy the file", errno: EAGAIN)
    }

    private func isUnchanged(_ one: sandglass_stat, _ other: sandglass_stat) -> Bool {
        one.size == other.size && one.modified_seconds == other.modified_seconds
            && one.modified_nanoseconds == other.modified_nanoseconds
    }

    /// - Parameter takesOthers: Whether to copy a symbolic link that has further hard links.
    func copyLink(
        _ name: UnsafePointer<CChar>,
        in source: Descriptor,
        to newName: UnsafePointer<CChar>,
        in target: Descriptor,
        takesOthers: Bool
    ) -> Outcome {
        losses.removeAll(keepingCapacity: true)
        hasTargetFailed = false
        var status = sandglass_stat()
        let failure = sandglass_status(source.number, name, &status)
        guard failure == 0 else { return .failed(operation: "look at the link", errno: -failure) }
        let kind = ItemKind(mode: status.mode)
        guard kind == .link else { return .failed(operation: "read the link", errno: EINVAL) }
        use = .unwritten
        if status.links > 1, !takesOthers { return .hasOtherNames(status) }
        // A link target has at most 4,095 bytes (PATH_MAX includes the NUL); a longer one would be truncated.
        let made = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer -> (String, Int32)? in
            let length = sandglass_read_link(source.number, name, buffer.baseAddress, buffer.count)
            guard length >= 0 else { return ("read the link", Int32(clamping: -length)) }
            guard length < buffer.count else { return ("read the link", ENAMETOOLONG) }
            buffer[length] = 0
            let failure = sandglass_make_link(target.number, newName, buffer.baseAddress)
            // A file system without symbolic links fails with EPERM.
            return failure == 0 ? nil : ("make the link", failure == -EPERM ? EOPNOTSUPP : -failure)
        }
        if let (operation, errno) = made { return .failed(operation: operation, errno: errno) }
        metadata.copyLink(name, in: source.number, status, to: newName, in: target.number, &losses)
        return .copied(status)
    }
}
