import ContainerModel
import FileTree
import Jobs
import System

/// Copies single files and links from one open directory to another. Every thread has its own.
final class FileCopier {
    /// How one item ended.
    enum Outcome {
        /// The copy stands there, whole.
        case copied(sandglass_stat)
        /// It has more names than this one, and was left alone for now.
        case hasOtherNames(sandglass_stat)
        /// It is no file any more.
        case special(ItemKind)
        /// Nothing stands there.
        case failed(operation: String, errno: Int32)
        /// Nothing stands there.
        case cancelled
    }

    /// How often a file that changes while it is read is copied anew.
    private static let attempts = 3

    /// What is set beside contents.
    var metadata = MetadataCopier()
    /// Any number that tells the target's file system from others.
    var targetDevice: UInt64 = 0
    /// Whether the target's directory gives files an access control list, which copies are not to have.
    var dropsAccess = false
    /// Where sources stand that are to go after the copy; nil where they stay.
    enum MovedSource {
        /// Where others know them.
        case named
        /// Under a name that nobody else knows.
        case hidden
    }

    /// What others did to a source that is to go, while it was copied.
    enum Use {
        /// Nobody had it open for writing.
        case unwritten
        /// Somebody had.
        case written
        /// It changed each time.
        case changing
        /// The system does not tell.
        case unknown
    }

    var movesSource: MovedSource?
    /// Of the last item, where its source is to go.
    private(set) var use = Use.unknown
    /// What the last item lost.
    private(set) var losses: MetadataCopier.Losses = []
    /// Whether the last item has the owner that the original has.
    private(set) var isOwnerKept = true

    private let contents: ContentCopier
    private let progress: ProgressMeter

    init(progress: ProgressMeter, cancellation: Cancellation) {
        contents = ContentCopier(progress: progress, cancellation: cancellation)
        self.progress = progress
    }

    /// - Parameter takesOthers: whether a file with several names is copied too.
    func copyFile(
        _ name: UnsafePointer<CChar>,
        in source: Descriptor,
        to newName: UnsafePointer<CChar>,
        in target: Descriptor,
        takesOthers: Bool
    ) -> Outcome {
        losses.removeAll(keepingCapacity: true)
        // Something else may stand there by now, and must not make us wait.
        let file = sandglass_open_component(source.number, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return .failed(operation: "open the file", errno: -file) }
        defer { close(file) }
        var status = sandglass_stat()
        let failure = sandglass_statx(file, "", &status)
        guard failure == 0 else { return .failed(operation: "look at the file", errno: -failure) }
        let kind = ItemKind(mode: status.mode)
        guard kind == .file else {
            return kind == .directory ? .failed(operation: "read the file", errno: EISDIR) : .special(kind)
        }
        use = .unknown
        if movesSource != nil {
            // Asked, and not insisted on: whoever wants to write need not wait for a long copy.
            let refusal = sandglass_hold_off_writers(file)
            if refusal == 0 { sandglass_admit_writers(file) }
            use = refusal == 0 ? .unwritten : refusal == -EAGAIN ? .written : .unknown
        }
        if status.links > 1, !takesOthers { return .hasOtherNames(status) }
        let copy = sandglass_create_file(target.number, newName, 0o600)
        guard copy >= 0 else { return .failed(operation: "make the copy", errno: -copy) }
        var outcome = fill(copy, from: file, status)
        if dropsAccess { _ = sandglass_remove_attribute(target.number, newName, "system.posix_acl_access") }
        if case .copied(let found) = outcome { isOwnerKept = metadata.copy(file, found, to: copy, &losses) }
        // Some file systems tell only now that there was no room.
        if close(copy) != 0, errno != EINTR, case .copied = outcome {
            outcome = .failed(operation: "write the copy", errno: errno)
        }
        guard case .copied = outcome else {
            _ = sandglass_remove_name(target.number, newName, 0)
            return outcome
        }
        return outcome
    }

    /// Copies the contents until the file is after that what it was before.
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
                return .failed(operation: error.operation, errno: error.errno)
            }
            var after = sandglass_stat()
            let failure = sandglass_statx(file, "", &after)
            guard failure == 0 else { return .failed(operation: "look at the file", errno: -failure) }
            let isSame = isUnchanged(status, after)
            // Files that the kernel makes up have no size.
            if isSame, count == status.size || status.size == 0 { return .copied(status) }
            if isSame { return .failed(operation: "read the file", errno: EIO) }
            // Once it stands under a name that nobody knows it is copied again.
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

    /// - Parameter takesOthers: whether a link with several names is copied too.
    func copyLink(
        _ name: UnsafePointer<CChar>,
        in source: Descriptor,
        to newName: UnsafePointer<CChar>,
        in target: Descriptor,
        takesOthers: Bool
    ) -> Outcome {
        losses.removeAll(keepingCapacity: true)
        var status = sandglass_stat()
        let failure = sandglass_statx(source.number, name, &status)
        guard failure == 0 else { return .failed(operation: "look at the link", errno: -failure) }
        let kind = ItemKind(mode: status.mode)
        guard kind == .link else { return .failed(operation: "read the link", errno: EINVAL) }
        use = .unwritten
        if status.links > 1, !takesOthers { return .hasOtherNames(status) }
        // A link's destination has up to 4,095 bytes (PATH_MAX with its NUL); a longer one would be cut off.
        let made = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer -> (String, Int32)? in
            let length = sandglass_read_link(source.number, name, buffer.baseAddress, buffer.count)
            guard length >= 0 else { return ("read the link", Int32(clamping: -length)) }
            guard length < buffer.count else { return ("read the link", ENAMETOOLONG) }
            buffer[length] = 0
            let failure = sandglass_make_link(target.number, newName, buffer.baseAddress)
            // A file system without links says this.
            return failure == 0 ? nil : ("make the link", failure == -EPERM ? EOPNOTSUPP : -failure)
        }
        if let (operation, errno) = made { return .failed(operation: operation, errno: errno) }
        isOwnerKept = metadata.copyLink(name, in: source.number, status, to: newName, in: target.number, &losses)
        return .copied(status)
    }
}
