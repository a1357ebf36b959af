import ContainerModel
import FileTree
import Jobs
import System

/// The copy of one top-level item.
struct CopyPass {
    /// A directory that is being copied.
    struct Frame {
        let status: sandglass_stat
        let key: VersionTable.Key?
        /// The subdirectories still to be copied.
        var subdirectories = NameStack()
        /// The databases in the directory, as they were before any of their files was copied.
        var databases: [[UInt8]: DatabaseMoment] = [:]
    }

    var report = CopyReport()
    var hardLinks: HardLinkMap
    let stream: DirectoryStream
    let files: FileCopier
    let progress: ProgressMeter
    let cancellation: Cancellation
    let onFailure: FailurePolicy
    private let access: AccessCheck?
    let targetRoot: Descriptor
    var source: DirectoryChain
    var target: DirectoryChain
    var frames: [Frame] = []
    var sourceTrail = ItemTrail()
    var targetTrail = ItemTrail()
    /// The current directory in the form in which `hardLinks` remembers it; created when it is first needed.
    var knownPlace: HardLinkMap.Place?
    /// Where to record the items read, and when reading the current item began.
    let recorder: VersionRecorder?
    var moment: Int64 = 0
    /// The first directory created, which must not be copied into itself.
    private var topItem: FileIdentity?
    /// Whether new items inherit an access control list from the target directory.
    private var inheritsAccess = false

    init(
        source: Descriptor,
        target: Descriptor,
        stream: DirectoryStream,
        files: FileCopier,
        hardLinks: consuming HardLinkMap,
        progress: ProgressMeter,
        cancellation: Cancellation,
        onFailure: FailurePolicy,
        access: AccessCheck? = nil,
        recorder: VersionRecorder? = nil
    ) {
        self.recorder = recorder
        files.movesSource = recorder.map { $0.isHidden ? .hidden : .named }
        self.source = DirectoryChain(source)
        self.target = DirectoryChain(target)
        self.stream = stream
        self.files = files
        self.hardLinks = hardLinks
        self.progress = progress
        self.cancellation = cancellation
        self.onFailure = onFailure
        self.access = access
        targetRoot = target
    }

    /// Returns whether to start nothing more.
    private mutating func mustStop() -> Bool {
        if cancellation.isCancelled { report.isCancelled = true }
        return report.isCancelled || (onFailure == .stop && !report.failures.isEmpty)
    }

    mutating func copyTopItem(_ name: UnsafePointer<CChar>, to targetName: UnsafePointer<CChar>) {
        if mustStop() { return }
        var status = sandglass_stat()
        let failure = sandglass_status(source.current.number, name, &status)
        guard failure == 0 else { return fail("access the item", -failure, name) }
        lookAtFileSystems()
        progress.beginItem(bytes(name))
        switch ItemKind(mode: status.mode) {
        case .directory:
            enter(name, to: targetName)
            while !frames.isEmpty {
                if !mustStop(), let below = frames[frames.count - 1].subdirectories.pop() {
                    progress.beginItem(below.dropLast().map { UInt8(bitPattern: $0) })
                    enter(below, to: below)
                } else {
                    guard leave() else { break }
                }
            }
        case let kind:
            files.dropsAccess = inheritsAccess
            copyEntry(name, kind, to: targetName)
        }
        var made = sandglass_stat()
        report.isTopItemMade =
            (report.files + report.links + report.directories > 0)
            && sandglass_status(targetRoot.number, targetName, &made) == 0
    }

    private mutating func lookAtFileSystems() {
        var status = sandglass_stat()
        let directory = target.current.number
        if sandglass_status(directory, "", &status) == 0 { files.targetDevice = status.device }
        files.metadata = MetadataCopier(
            isForgetful: !FileSystemKind(of: directory).keepsMetadata)
        files.metadata.source = FileSystemCapabilities(of: source.current.number)
        files.metadata.target = FileSystemCapabilities(of: directory)
        report.omitsMetadata = !files.metadata.target.storesMetadata
        files.dropsAccess = false
        inheritsAccess = sandglass_get_attribute(directory, "", AccessListAttribute.inherited, nil, 0) >= 0
    }

    // MARK: Directories

    private mutating func enter(_ name: UnsafePointer<CChar>, to targetName: UnsafePointer<CChar>) {
        let key = key(of: name)
        let opened = sandglass_open_component(source.current.number, name, O_RDONLY | O_DIRECTORY)
        guard opened >= 0 else { return fail("open the directory", -opened, name) }
        let original = Descriptor(owning: opened)
        var status = sandglass_stat()
        let failure = sandglass_status(opened, "", &status)
        guard failure == 0 else { return fail("read the directory", -failure, name) }
        guard access?.allowsReading(opened, status) != false else { return fail("open the directory", EACCES, name) }
        guard FileIdentity(device: status.device, inode: status.inode) != topItem else {
            return fail("copy the directory into itself", EINVAL, name)
        }
        let refusal = sandglass_make_directory(target.current.number, targetName, 0o700)
        guard refusal == 0 else { return fail("create the directory", -refusal, name, isOfTarget: true) }
        // Drop attributes that the directory inherited from its parent and the original lacks.
        if inheritsAccess, frames.isEmpty {
            for attribute in [AccessListAttribute.own, AccessListAttribute.inherited] {
                _ = sandglass_remove_attribute(target.current.number, targetName, attribute)
            }
        }
        let made = sandglass_open_component(target.current.number, targetName, O_RDONLY | O_DIRECTORY)
        guard made >= 0 else { return fail("open the copy", -made, name, isOfTarget: true) }
        let copy = Descriptor(owning: made)
        if frames.isEmpty { lookAtTopItem(made) }
        report.directories += 1
        progress.add(files: 1)
        source.enter(original)
        target.enter(copy)
        sourceTrail.enter(name)
        targetTrail.enter(targetName)
        knownPlace = nil
        if let recorder, let key { recorder.table.note(key, status, readAt: nil) }
        frames.append(Frame(status: status, key: key))
        copyEntries()
    }

    private mutating func lookAtTopItem(_ made: Int32) {
        var status = sandglass_stat()
        guard sandglass_status(made, "", &status) == 0 else { return }
        topItem = FileIdentity(device: status.device, inode: status.inode)
        // Whatever this process creates here gets the same owner: if the group, or both, are inherited from the parent
        // directory or set by the mount, this directory has them as well.
        files.metadata.madeOwner = (status.user, status.group)
    }

    private mutating func copyEntries() {
        while !mustStop() {
            let entries: [DirectoryStream.Entry]
            do throws(FileTreeError) {
                guard let next = try stream.next(of: source.current) else { return settleDatabases() }
                entries = next
            } catch {
                return fail("read the directory", error.errno, nil)
            }
            noteDatabases(entries)
            var results = copyTogether(entries)
            for entry in entries {
                if let result = results.popLast() ?? nil {
                    files.adopt(result)
                    finish(result.outcome, entry.name, entry.kind == .link, to: entry.name)
                    continue
                }
                if mustStop() { return }
                if entry.kind == .directory {
                    frames[frames.count - 1].subdirectories.push(entry.name, length: entry.length)
                } else {
                    copyEntry(entry.name, entry.kind, to: entry.name)
                }
            }
        }
    }

    /// Copies the directory's metadata and returns to its parent.
    /// - Returns: Whether the copy can continue in the parent.
    private mutating func leave() -> Bool {
        let frame = frames.removeLast()
        var losses: MetadataCopier.Losses = []
        files.metadata.copy(source.current.number, frame.status, to: target.current.number, &losses)
        note(losses, nil)
        do throws(Refusal) {
            try source.leave()
            try target.leave()
        } catch {
            sourceTrail.leave()
            fail("continue in the directory", error.errno, nil)
            return false
        }
        sourceTrail.leave()
        targetTrail.leave()
        // Files are copied before subdirectories, so no more files are created in the parent.
        return true
    }

    // MARK: Files and links

    private mutating func copyEntry(
        _ name: UnsafePointer<CChar>,
        _ kind: ItemKind,
        to targetName: UnsafePointer<CChar>
    ) {
        switch kind {
        case .file, .link, .unknown:
            let isLink = kind == .link
            if recorder != nil { moment = VersionTable.clock() } else if !isLink { noteDatabase(name) }
            progress.beginItem(bytes(name))
            finish(copyOne(name, isLink, to: targetName, takesOthers: false), name, isLink, to: targetName)
        case .directory: break
        case .fifo, .socket, .characterDevice, .blockDevice:
            report.skipped.append(CopyReport.SkippedItem(path: sourceTrail.path(of: name), kind: kind))
            progress.add(files: 1)
        }
    }

    func copyOne(
        _ name: UnsafePointer<CChar>,
        _ isLink: Bool,
        to targetName: UnsafePointer<CChar>,
        takesOthers: Bool
    ) -> FileCopier.Outcome {
        isLink
            ? files.copyLink(name, in: source.current, to: targetName, in: target.current, takesOthers: takesOthers)
            : files.copyFile(name, in: source.current, to: targetName, in: target.current, takesOthers: takesOthers)
    }

    private mutating func finish(
        _ outcome: FileCopier.Outcome,
        _ name: UnsafePointer<CChar>,
        _ isLink: Bool,
        to targetName: UnsafePointer<CChar>
    ) {
        switch outcome {
        case .copied(let status):
            let isSettled = record(name, status)
            count(isLink, bytes: isLink ? 0 : status.size)
            note(files.losses, name)
            if status.links > 1 {
                let place = place()
                hardLinks.remember(status, copiedTo: targetName, in: target.current, place, isSettled: isSettled)
            }
        case .hasOtherNames(let status):
            do throws(Refusal) {
                let place = place()
                if isLinkable(status),
                    let original = try hardLinks.addName(targetName, in: target.current, place, to: status)
                {
                    if original.isSettled {
                        record(name, status, version: original.version)
                    } else if let recorder, let key = key(of: name) {
                        recorder.table.noteUnsettled(key)
                    }
                    return count(isLink, bytes: 0)
                }
            } catch {
                guard error.errno != EEXIST else { return fail("make the copy", EEXIST, name, isOfTarget: true) }
                report.lose(
                    CopyReport.LostAttribute(path: sourceTrail.path(of: name), kind: .hardLink, errno: error.errno))
            }
            finish(copyOne(name, isLink, to: targetName, takesOthers: true), name, isLink, to: targetName)
        case .special(let kind):
            report.skipped.append(CopyReport.SkippedItem(path: sourceTrail.path(of: name), kind: kind))
            progress.add(files: 1)
        // A journal lasts no longer than its transaction; its database is copied again.
        case .failed(_, ENOENT) where isOfNotedDatabase(name): progress.add(files: 1)
        case .failed(let operation, let errno):
            fail(
                operation, errno, name, detail: isLink && errno == EOPNOTSUPP ? linkDetail : nil,
                isOfTarget: files.hasTargetFailed)
            if files.hasTargetFailed, errno == EIO, report.targetFailure == nil {
                report.targetFailure = ItemFailure(operation, errno: errno, path: sourceTrail.path(of: name))
            }
        case .cancelled: report.isCancelled = true
        }
    }

    /// Returns whether a hard link to the copy of a file is as good as a copy. If a changed source is copied again, its
    /// copy under another name may be of a version before that.
    private func isLinkable(_ status: sandglass_stat) -> Bool {
        guard let recorder, recorder.isHidden, let original = hardLinks.original(of: status) else { return true }
        return original.isSettled && recorder.table.isCurrent(original.version, status)
    }
}
