import ContainerModel
import FileTree
import Jobs
package import System

/// Checks that a source, renamed to a temporary name that others do not know, still matches its copy, and copies
/// changed items again. Also checks that all of it can be removed, so that it never goes in part. This is the last
/// check before the copy gets its final name.
package struct SourceCheck {
    /// The number of times a tree that keeps changing is checked.
    static let maxPasses = 5

    /// The result of a check.
    package struct Result {
        /// The reason why the source has to stay; its path starts with the source's temporary name.
        package var failure: ItemFailure?
        /// Whether anything was copied again.
        package var hasCopied = false
    }

    private let table: VersionTable
    private let copier: TreeCopier

    /// Creates a check.
    /// - Parameters:
    ///   - table: The versions of the source when it was copied; updated for items that are copied again.
    ///   - copier: Copies again. Files that it has copied for other checks keep their hard links to this check's files.
    package init(_ table: VersionTable, copier: TreeCopier) {
        self.table = table
        self.copier = copier
    }

    /// Runs the check.
    /// - Parameters:
    ///   - name: The name of the source in `source`.
    ///   - key: The key of the source under its original name.
    ///   - copyName: The name of the copy, which belongs to this program.
    package func checkSource(
        _ name: ArraySlice<UInt8>,
        in source: Descriptor,
        _ key: VersionTable.Key,
        against copyName: ArraySlice<UInt8>,
        in copy: Descriptor
    ) -> Result {
        var result = Result()
        for _ in 0..<Self.maxPasses {
            var pass = CheckPass(source, copy, table, copier)
            withNullTerminated(name) { name in
                withNullTerminated(copyName) { copyName in pass.check(name, key, against: copyName) }
            }
            result.hasCopied = result.hasCopied || pass.changes > 0
            result.failure = pass.failure
            if pass.failure != nil || pass.changes == 0 { return result }
            // If the system does not report writers, a change is detectable only after the clock has advanced.
            if pass.isClockNeeded { usleep(25_000) }
        }
        let path = ContainerPath(bytes: name) ?? .root
        result.failure = ItemFailure("move the item", errno: EAGAIN, path: path, detail: "it keeps changing")
        return result
    }
}

/// One walk through a source and its copy.
private struct CheckPass {
    private struct Frame {
        let key: VersionTable.Key
        let status: sandglass_stat
        var subdirectories = NameStack()
        /// Whether the metadata of the copy's directory has to be copied again.
        var hasChanged: Bool
        /// Why nothing can be removed from it, as an error number; 0 if something can.
        let refusal: Int32
    }

    private(set) var failure: ItemFailure?
    private(set) var changes = 0
    private(set) var isClockNeeded = false
    private let table: VersionTable
    private let copier: TreeCopier
    private let stream = DirectoryStream()
    private let copyStream = DirectoryStream()
    private var source: DirectoryChain
    private var copy: DirectoryChain
    private var frames: [Frame] = []
    private var trail = ItemTrail()
    private let user = geteuid()

    init(
        _ source: Descriptor, _ copy: Descriptor, _ table: VersionTable, _ copier: TreeCopier
    ) {
        self.source = DirectoryChain(source)
        self.copy = DirectoryChain(copy)
        self.table = table
        self.copier = copier
    }

    mutating func check(
        _ name: UnsafePointer<CChar>,
        _ key: VersionTable.Key,
        against copyName: UnsafePointer<CChar>
    ) {
        var status = sandglass_stat()
        let refusal = sandglass_status(source.current.number, name, &status)
        guard refusal == 0 else { return fail("access the item", -refusal, name) }
        let kind = ItemKind(mode: status.mode)
        guard kind == .directory else { return checkEntry(name, kind, key, against: copyName) }
        enter(name, key, against: copyName)
        while !frames.isEmpty, failure == nil {
            if let below = frames[frames.count - 1].subdirectories.pop() {
                enter(below, VersionTable.key(below, in: frames[frames.count - 1].key), against: below)
            } else {
                leave()
            }
        }
    }

    // MARK: Directories

    private mutating func enter(
        _ name: UnsafePointer<CChar>,
        _ key: VersionTable.Key,
        against copyName: UnsafePointer<CChar>
    ) {
        let opened = sandglass_open_component(source.current.number, name, O_RDONLY | O_DIRECTORY)
        if opened == -ENOENT { return vanish(name, copyName) }
        guard opened >= 0 else { return fail("open the directory", -opened, name) }
        let original = Descriptor(owning: opened)
        var status = sandglass_stat()
        let refusal = sandglass_status(opened, "", &status)
        guard refusal == 0 else { return fail("read the directory", -refusal, name) }
        guard requireRemovable(name, status) else { return }
        let made = openCopy(copyName)
        // The item is new, or has been replaced by a directory.
        guard let made else { return copyAgain(name, key, to: copyName) }
        let hasChanged = !table.isSame(key, status)
        source.enter(original)
        copy.enter(made)
        trail.enter(name)
        // A directory that the user owns is made writable when it is emptied.
        let isOwn = user == 0 || status.user == user
        frames.append(
            Frame(key: key, status: status, hasChanged: false, refusal: isOwn ? 0 : -sandglass_may_write(opened)))
        if hasChanged { dropVanished() }
        // The directory's entries are read after its status.
        table.note(key, status, readAt: nil)
        frames[frames.count - 1].hasChanged = frames[frames.count - 1].hasChanged || hasChanged
        checkEntries()
    }

    /// Opens a directory of the copy; nil if the item is missing or not a directory.
    private func openCopy(_ name: UnsafePointer<CChar>) -> Descriptor? {
        let directory = copy.current.number
        var opened = sandglass_open_component(directory, name, O_RDONLY | O_DIRECTORY)
        if opened == -EACCES, sandglass_set_directory_mode(directory, name, 0o700) == 0 {
            opened = sandglass_open_component(directory, name, O_RDONLY | O_DIRECTORY)
        }
        return opened >= 0 ? Descriptor(owning: opened) : nil
    }

    /// Removes entries from the copy that no longer exist in the source.
    private mutating func dropVanished() {
        var vanished: [[CChar]] = []
        do throws(FileTreeError) {
            while let entries = try copyStream.next(of: copy.current) {
                for entry in entries {
                    var status = sandglass_stat()
                    guard sandglass_status(source.current.number, entry.name, &status) == -ENOENT else { continue }
                    vanished.append(Array(UnsafeBufferPointer(start: entry.name, count: entry.length + 1)))
                }
            }
        } catch {
            return fail("read the copy", error.errno, nil)
        }
        for name in vanished { removeCopy(name) }
    }

    private mutating func checkEntries() {
        while failure == nil {
            do throws(FileTreeError) {
                guard let entries = try stream.next(of: source.current) else { return }
                for entry in entries where failure == nil {
                    if entry.kind == .directory {
                        frames[frames.count - 1].subdirectories.push(entry.name, length: entry.length)
                    } else {
                        let key = VersionTable.key(entry.name, in: frames[frames.count - 1].key)
                        checkEntry(entry.name, entry.kind, key, against: entry.name)
                    }
                }
            } catch {
                return fail("read the directory", error.errno, nil)
            }
        }
    }

    private mutating func leave() {
        let frame = frames.removeLast()
        if frame.hasChanged {
            var metadata = MetadataCopier()
            metadata.isForgetful = true
            var losses: MetadataCopier.Losses = []
            metadata.copy(source.current.number, frame.status, to: copy.current.number, &losses)
            let all = losses.map { CopyReport.LostAttribute(path: trail.path, kind: $0.kind, errno: $0.errno) }
            if let lost = all.first(where: \.isAvoidable) { failure = failure ?? lost.failure }
        }
        do throws(Refusal) {
            try source.leave()
            try copy.leave()
        } catch {
            return fail("continue in the directory", error.errno, nil)
        }
        trail.leave()
    }

    // MARK: Files and links

    private mutating func checkEntry(
        _ name: UnsafePointer<CChar>,
        _ kind: ItemKind,
        _ key: VersionTable.Key,
        against copyName: UnsafePointer<CChar>
    ) {
        switch kind {
        case .file: checkFile(name, key, against: copyName)
        case .link, .unknown:
            var status = sandglass_stat()
            let refusal = sandglass_status(source.current.number, name, &status)
            if refusal == -ENOENT { return vanish(name, copyName) }
            guard refusal == 0 else { return fail("access the item", -refusal, name) }
            guard requireRemovable(name, status) else { return }
            if !table.isSame(key, status) { copyAgain(name, key, to: copyName) }
        case .directory: enter(name, key, against: copyName)
        default: fail("copy the item", EOPNOTSUPP, name)
        }
    }

    private mutating func checkFile(
        _ name: UnsafePointer<CChar>,
        _ key: VersionTable.Key,
        against copyName: UnsafePointer<CChar>
    ) {
        let file = sandglass_open_component(source.current.number, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        if file == -ENOENT { return vanish(name, copyName) }
        guard file >= 0 else { return fail("open the file", -file, name) }
        defer { close(file) }
        // No other process knows the file's name: a process that has it open opened it before the rename.
        let refusal = FileUsers.holdOffWriters(file)
        guard refusal != EAGAIN else {
            failure = .inUse(file, path: trail.path(of: name))
            return
        }
        if refusal != 0 { isClockNeeded = true }
        var status = sandglass_stat()
        let failure = sandglass_status(file, "", &status)
        guard failure == 0 else { return fail("look at the file", -failure, name) }
        guard requireRemovable(name, status) else { return }
        if table.isSame(key, status) { return }
        copyAgain(name, key, to: copyName)
    }

    // MARK: The removal

    /// Fails if an entry of the current directory will not be removable, as far as that can be known in advance.
    private mutating func requireRemovable(_ name: UnsafePointer<CChar>, _ status: sandglass_stat) -> Bool {
        func isOthers(_ status: sandglass_stat) -> Bool { user != 0 && status.user != user }
        if status.is_fixed != 0 {
            fail("remove the source", EPERM, name, "it is immutable or append-only (see chattr(1))")
        } else if let around = frames.last {
            if around.refusal != 0 {
                fail("remove the source", around.refusal, name)
            } else if around.status.mode & S_ISVTX != 0, isOthers(around.status), isOthers(status) {
                fail("remove the source", EPERM, name)
            } else if around.status.device != status.device {
                fail("remove the source", EBUSY, name, "another file system is mounted there")
            }
        }
        return failure == nil
    }

    // MARK: The copy

    private mutating func copyAgain(
        _ name: UnsafePointer<CChar>,
        _ key: VersionTable.Key,
        to copyName: UnsafePointer<CChar>
    ) {
        removeCopy(copyName)
        if failure != nil { return }
        let report = copier.copy(
            bytes(name), in: source.current, to: bytes(copyName), in: copy.current,
            recording: VersionRecorder(table: table, key: key, isHidden: true))
        changes += 1
        markChanged()
        if let first = report.failures.first.first {
            failure = first.about(trail.path.appending(first.path))
        } else if let lost = report.avoidableLoss {
            failure = lost.failure.about(trail.path.appending(lost.path))
        } else if let first = report.skipped.first.first {
            failure = ItemFailure("copy the item", errno: EOPNOTSUPP, path: trail.path.appending(first.path))
        } else if report.isCancelled {
            fail("move the item", ECANCELED, name)
        }
    }

    /// Removes from the copy the items that are no longer in the source. Of the item itself, the copy may be the last
    /// one.
    private mutating func vanish(_ name: UnsafePointer<CChar>, _ copyName: UnsafePointer<CChar>) {
        if frames.isEmpty { fail("access the item", ENOENT, name) } else { removeCopy(copyName) }
    }

    private mutating func removeCopy(_ name: UnsafePointer<CChar>) {
        var status = sandglass_stat()
        guard sandglass_status(copy.current.number, name, &status) != -ENOENT else { return }
        markChanged()
        changes += 1
        if let first = TreeRemover.remove(bytes(name), in: copy.current).first.first {
            failure = first.about(trail.path.appending(first.path))
        }
    }

    /// Makes the copy's directory writable, and has its metadata copied again when it is left.
    private mutating func markChanged() {
        guard let top = frames.indices.last, !frames[top].hasChanged else { return }
        frames[top].hasChanged = true
        _ = sandglass_set_mode(copy.current.number, 0o700)
    }

    private func bytes(_ name: UnsafePointer<CChar>) -> ArraySlice<UInt8> {
        Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))[...]
    }

    /// - Parameter name: An entry of the current directory; nil for the directory itself.
    private mutating func fail(
        _ operation: String, _ errno: Int32, _ name: UnsafePointer<CChar>?, _ detail: String? = nil
    ) {
        let path = name.map { trail.path(of: $0) } ?? trail.path
        failure = failure ?? ItemFailure(operation, errno: errno, path: path, detail: detail)
    }
}
