package import ContainerModel
package import FileTree
import Formats
package import Jobs
package import System

/// Copies items out of a tree that is not a directory of this computer: names, contents, permissions, times, links and
/// extended attributes.
///
/// The copies belong to this process's user and have no special bits: the owners and special bits in an archive apply
/// to another system. Those in a time point are restored, and all extended attributes with them.
package struct TreeExtractor {
    private struct Frame {
        let source: TreeDirectory
        let target: Descriptor
        let status: ItemStatus
        let path: ContainerPath
        let entries: EntryList
        /// The directory of the copies in the form in which `hardLinks` remembers it.
        let place: HardLinkMap.Place
        var next = 0
    }

    private let tree: any FileTree
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let onFailure: FailurePolicy
    /// The total size of the files that this extractor and earlier ones have unpacked or tried to unpack.
    package private(set) var unpacked: UInt64
    /// Whether each copy keeps the data protection class of its original, in an attribute of this program.
    package var keepsProtection = false
    /// Whether the copies are to have the owners of the originals, as far as the tree keeps them.
    package var asksForOwners = true
    private var targetCapabilities = FileSystemCapabilities.local
    private var report = CopyReport()
    private var frames: [Frame] = []
    /// The copies of files with hard links; those of all items that an operation copies into directories of one file system.
    package private(set) var hardLinks: HardLinkMap

    /// Creates an extractor for one item of a tree.
    /// - Parameters:
    ///   - unpacked: The number of bytes that the same operation has already unpacked from the tree, whose limit applies to
    ///     all items together.
    ///   - hardLinks: The copies that the same operation has already made of files of the tree.
    package init(
        from tree: any FileTree,
        unpacked: UInt64,
        hardLinks: HardLinkMap = HardLinkMap(),
        progress: ProgressMeter,
        cancellation: Cancellation,
        onFailure: FailurePolicy
    ) {
        self.tree = tree
        self.unpacked = unpacked
        self.hardLinks = hardLinks
        self.progress = progress
        self.cancellation = cancellation
        self.onFailure = onFailure
    }

    /// Copies the item at a path of the tree to a name of an open directory that does not exist.
    ///
    /// Failures are in the report, with paths relative to the item's parent directory. On cancellation, the current
    /// file is removed; finished items stay.
    package mutating func copy(
        _ path: ContainerPath,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor
    ) -> CopyReport {
        let name = path.lastComponent ?? []
        let shown = ContainerPath(bytes: name) ?? .root
        targetCapabilities = FileSystemCapabilities(of: target.number)
        report.omitsMetadata = !targetCapabilities.storesMetadata
        do throws(FileTreeError) {
            let source = try tree.directory(at: path.parent ?? .root, for: .lookup)
            copyEntry(
                name, in: source, to: targetName, in: target, HardLinkMap.Place(root: target, path: .root), shown)
        } catch {
            fail(error, shown)
        }
        while !frames.isEmpty {
            if mustStop || frames[frames.count - 1].next == frames[frames.count - 1].entries.count {
                leave()
                continue
            }
            let frame = frames[frames.count - 1]
            frames[frames.count - 1].next += 1
            let name = frame.entries.name(frame.next)
            guard let path = frame.path.appending(name: name) else { continue }
            copyEntry(name, in: frame.source, to: name, in: frame.target, frame.place, path)
        }
        report.isTopItemMade = report.files + report.links + report.directories > 0
        return report
    }

    private var mustStop: Bool {
        mutating get {
            if cancellation.isCancelled { report.isCancelled = true }
            return report.isCancelled || (onFailure == .stop && !report.failures.isEmpty)
        }
    }

    private mutating func copyEntry(
        _ name: ArraySlice<UInt8>,
        in source: TreeDirectory,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor,
        _ place: HardLinkMap.Place,
        _ path: ContainerPath
    ) {
        name.withUnsafeBytes { progress.beginItem($0) }
        do throws(FileTreeError) {
            let status = try source.status(of: name, path: path)
            switch status.kind {
            case .directory: try enter(source.subdirectory(name), status, targetName, in: target, place, path)
            case .file: copyFile(name, in: source, status, to: targetName, in: target, place, path)
            case .link:
                try copyLink(source.linkTarget(of: name, path: path), status, targetName, in: target, path)
                if tree.keepsAllMetadata { setMetadataOfLink(targetName, in: target, status, name, source, path) }
            default:
                report.skipped.append(CopyReport.SkippedItem(path: path, kind: status.kind))
                progress.add(files: 1)
            }
        } catch {
            fail(error, path)
        }
    }

    // MARK: Directories

    private mutating func enter(
        _ source: TreeDirectory,
        _ status: ItemStatus,
        _ name: ArraySlice<UInt8>,
        in target: Descriptor,
        _ place: HardLinkMap.Place,
        _ path: ContainerPath
    ) throws(FileTreeError) {
        let refusal = withNullTerminated(name) { sandglass_make_directory(target.number, $0, 0o700) }
        guard refusal == 0 else { return fail("make the directory", -refusal, path) }
        let made = try RootedDirectory.openEntry(name, in: target)
        report.directories += 1
        progress.add(files: 1)
        let entries = try source.entries(path: path, cancellation: cancellation) ?? EntryList()
        let inside = HardLinkMap.Place(root: place.root, path: place.path.appending(name: name) ?? place.path)
        frames.append(
            Frame(source: source, target: made, status: status, path: path, entries: entries, place: inside))
    }

    private mutating func leave() {
        let frame = frames.removeLast()
        // An empty name refers to the directory itself.
        setMetadata(of: frame.target, frame.status, [], in: frame.source, frame.path)
    }

    // MARK: Files and links

    private mutating func copyFile(
        _ name: ArraySlice<UInt8>,
        in source: TreeDirectory,
        _ status: ItemStatus,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor,
        _ place: HardLinkMap.Place,
        _ path: ContainerPath
    ) {
        let identity = status.identity
        if status.links > 1, addName(targetName, in: target, place, to: identity, path) {
            report.files += 1
            return progress.add(files: 1)
        }
        let unpackedThen = unpacked.addingSaturated(status.size)
        if let maximum = tree.maxBytes, unpackedThen > maximum {
            report.failures.append(
                ItemFailure(
                    "unpack the file", errno: EFBIG, path: path,
                    detail: "the archive would unpack to more than \(ByteCount.short(maximum))"))
            return
        }
        unpacked = unpackedThen
        let made = withNullTerminated(targetName) { sandglass_create_file(target.number, $0, 0o600) }
        guard made >= 0 else { return fail("make the copy", -made, path) }
        let copy = Descriptor(owning: made)
        do throws(FileTreeError) {
            let meter = progress
            guard
                try source.copyContents(
                    of: name, to: copy, cancellation: cancellation, progress: { meter.add(bytes: $0) })
            else {
                report.isCancelled = true
                return remove(targetName, in: target)
            }
        } catch {
            remove(targetName, in: target)
            return fail(error, path)
        }
        let size = (try? ItemStatus(of: copy, path: path).size) ?? status.size
        if size != status.size {
            report.lose(
                CopyReport.LostAttribute(path: path, kind: .recordedSize(status.size, actual: size), errno: EBADMSG))
        }
        setMetadata(of: copy, status, name, in: source, path)
        report.files += 1
        report.bytes = report.bytes.addingSaturated(size)
        progress.add(files: 1)
        guard status.links > 1 else { return }
        withNullTerminated(targetName) { name in
            hardLinks.remember(identity, links: status.links, copiedTo: name, in: target, place)
        }
    }

    /// Adds a hard link to an earlier copy of the same file, if there is one and the target has hard links.
    private mutating func addName(
        _ name: ArraySlice<UInt8>,
        in target: Descriptor,
        _ place: HardLinkMap.Place,
        to identity: FileIdentity,
        _ path: ContainerPath
    ) -> Bool {
        withNullTerminated(name) { name in
            do throws(Refusal) {
                return try hardLinks.addName(name, in: target, place, to: identity) != nil
            } catch {
                lose(.hardLink, error.errno, path)
                return false
            }
        }
    }

    private func remove(_ name: ArraySlice<UInt8>, in target: Descriptor) {
        _ = withNullTerminated(name) { sandglass_remove_name(target.number, $0, 0) }
    }

    private mutating func copyLink(
        _ destination: [UInt8],
        _ status: ItemStatus,
        _ name: ArraySlice<UInt8>,
        in target: Descriptor,
        _ path: ContainerPath
    ) throws(FileTreeError) {
        let refusal = withNullTerminated(name) { name in
            withNullTerminated(destination) { destination in
                let refusal = sandglass_make_link(target.number, name, destination)
                var times = Self.times(status)
                if refusal == 0 { _ = sandglass_set_times(target.number, name, &times) }
                return refusal
            }
        }
        // A file system without symbolic links fails with EPERM.
        guard refusal == 0 else { return fail("make the link", refusal == -EPERM ? EOPNOTSUPP : -refusal, path) }
        report.links += 1
        progress.add(files: 1)
    }

    // MARK: Metadata

    /// - Parameter name: The name of the original in `source`; empty for `source` itself.
    private mutating func setMetadata(
        of copy: Descriptor,
        _ status: ItemStatus,
        _ name: ArraySlice<UInt8>,
        in source: TreeDirectory,
        _ path: ContainerPath
    ) {
        let keepsAll = tree.keepsAllMetadata
        guard targetCapabilities.storesMetadata else { return setTimes(of: copy, status, path) }
        // Before anything else: a new owner clears special bits and capabilities.
        let failure = keepsAll ? sandglass_set_owner(copy.number, "", status.user, status.group) : 0
        let isOwned = keepsAll && failure == 0
        if failure != 0 { loseOwner(-failure, path) }
        for attribute in source.attributeNames(of: name) where keepsAll || attribute.starts(with: "user.".utf8) {
            guard let value = source.attribute(attribute, of: name) else { continue }
            let refusal = withNullTerminated(attribute) { attribute in
                value.withUnsafeBytes { sandglass_set_open_attribute(copy.number, attribute, $0.baseAddress, $0.count) }
            }
            if refusal != 0 { lose(.extendedAttribute(attribute), -refusal, path) }
        }
        if keepsProtection, status.protection != .unknown {
            let value = ProtectionAttribute.value(status.protection.rawValue)
            let refusal = withNullTerminated(ProtectionAttribute.name) { attribute in
                value.withUnsafeBytes { sandglass_set_open_attribute(copy.number, attribute, $0.baseAddress, $0.count) }
            }
            if refusal != 0 { lose(.extendedAttribute(ProtectionAttribute.name), -refusal, path) }
        }
        // The special bits must not take effect for a different owner.
        let mode = status.permissions & (isOwned ? 0o7777 : keepsAll ? 0o1777 : 0o777)
        let refused = sandglass_set_mode(copy.number, UInt32(mode))
        if refused != 0 { lose(.permissions, -refused, path) }
        setTimes(of: copy, status, path)
    }

    private mutating func setTimes(of copy: Descriptor, _ status: ItemStatus, _ path: ContainerPath) {
        var times = Self.times(status)
        let failed = sandglass_set_times(copy.number, "", &times)
        if failed != 0 { lose(.times, -failed, path) }
    }

    /// Sets the owner, the attributes and the times of a symbolic link, which cannot be opened.
    private mutating func setMetadataOfLink(
        _ link: ArraySlice<UInt8>,
        in target: Descriptor,
        _ status: ItemStatus,
        _ name: ArraySlice<UInt8>,
        _ source: TreeDirectory,
        _ path: ContainerPath
    ) {
        let failure = withNullTerminated(link) { sandglass_set_owner(target.number, $0, status.user, status.group) }
        if failure != 0 { loseOwner(-failure, path) }
        for attribute in source.attributeNames(of: name) {
            guard let value = source.attribute(attribute, of: name) else { continue }
            let refusal = withNullTerminated(link) { link in
                withNullTerminated(attribute) { attribute in
                    value.withUnsafeBytes {
                        sandglass_set_attribute(target.number, link, attribute, $0.baseAddress, $0.count)
                    }
                }
            }
            if refusal != 0 { lose(.extendedAttribute(attribute), -refusal, path) }
        }
        var times = Self.times(status)
        let failed = withNullTerminated(link) { sandglass_set_times(target.number, $0, &times) }
        if failed != 0 { lose(.times, -failed, path) }
    }

    /// Returns the times of an item as `sandglass_set_times` takes them; the time of the last access is not recorded.
    package static func times(_ status: ItemStatus) -> sandglass_stat {
        var times = sandglass_stat()
        times.modified_seconds = status.modified
        times.modified_nanoseconds = status.modifiedNanoseconds
        times.accessed_seconds = status.modified
        times.accessed_nanoseconds = status.modifiedNanoseconds
        return times
    }

    // MARK: Reporting

    /// Only the superuser gives files away: whoever does not ask for the owners does not miss them.
    private mutating func loseOwner(_ errno: Int32, _ path: ContainerPath) {
        if asksForOwners || errno != EPERM || geteuid() == 0 { lose(.owner, errno, path) }
    }

    private mutating func lose(_ kind: CopyReport.LostAttribute.Kind, _ errno: Int32, _ path: ContainerPath) {
        report.lose(CopyReport.LostAttribute(path: path, kind: kind, errno: errno))
    }

    private mutating func fail(_ error: FileTreeError, _ path: ContainerPath) {
        report.failures.append(
            ItemFailure(
                error.operation, errno: error.errno, path: path,
                detail: [.unusable, .notATree, .damaged].contains(error.code) ? error.reason : nil))
    }

    private mutating func fail(_ operation: String, _ errno: Int32, _ path: ContainerPath) {
        report.failures.append(ItemFailure(operation, errno: errno, path: path))
    }
}
