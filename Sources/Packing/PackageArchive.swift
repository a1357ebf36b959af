import CArchive
import ContainerModel
package import ContainerStore
import FileTree
import Formats
package import Jobs
import System

/// Writes a container as a package in a zip archive, as macOS archives one: extended attributes are in AppleDouble files in
/// `__MACOSX` (formats.md, "The backup-exclusion attribute").
package struct PackageArchive {
    private let container: Container
    private let identifier: String?
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Creates an archive of a container.
    /// - Parameter identifier: The bundle identifier, if the container does not state it.
    package init(
        of container: Container,
        identifier: String? = nil,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.container = container
        self.identifier = identifier ?? container.description.app.identifier
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Writes the archive.
    /// - Parameter hostPath: The path on this computer, where nothing may exist; it ends in `.zip`.
    /// - Throws: `PackingError`
    package func write(to hostPath: [UInt8]) throws(PackingError) -> PackingReport {
        try container.requirePackable()
        var report = PackingReport()
        try NewFile.make(at: hostPath, permissions: container.copyPermissions & 0o666) { file throws(PackingError) in
            guard let zip = sandglass_zip_create(file.number) else {
                throw PackingError(Errno(rawValue: ENOMEM), "write the archive")
            }
            defer { sandglass_zip_close(zip) }
            var writing = Writing(zip: zip, package: Self.packageName(hostPath), progress: progress)
            try writing.describe(container, identifier)
            var walk = TreeWalk(of: container.tree)
            while let step = walk.next() {
                guard !cancellation.isCancelled else { throw PackingError.cancelled }
                switch step {
                case .leaving: continue
                case .failure(let path, let error): writing.report.fail(path, error)
                case .item(let item): try writing.add(item)
                }
            }
            guard sandglass_zip_finish(zip) == 0 else { throw writing.failure }
            report = writing.report
        }
        return report
    }

    /// Returns the name of the package in the archive: the archive's name without `.zip`, and with `.xcappdata`.
    private static func packageName(_ hostPath: [UInt8]) -> [UInt8] {
        let name = hostPath.split(separator: 0x2f).last.map { Array($0) } ?? Array("App.zip".utf8)
        let bare = name.suffix(4).elementsEqual(".zip".utf8) ? Array(name.dropLast(4)) : name
        let suffix = Array(".xcappdata".utf8)
        return bare.count > suffix.count && bare.suffix(suffix.count).elementsEqual(suffix) ? bare : bare + suffix
    }
}

/// The entries of an archive being written.
private struct Writing {
    let zip: OpaquePointer
    /// The name of the package's directory.
    let package: [UInt8]
    let progress: ProgressMeter
    var report = PackingReport()

    var failure: PackingError {
        let number = sandglass_zip_errno(zip)
        guard number <= 0 else { return PackingError(Errno(rawValue: number), "write the archive") }
        return PackingError(
            .system, "could not write the archive: \(String(cString: sandglass_zip_problem(zip)))")
    }

    /// Writes the list that identifies the package's app.
    mutating func describe(_ container: Container, _ identifier: String?) throws(PackingError) {
        let list = PackageLayout.informationList(of: container, identifier: identifier)
        let modified = (try? container.tree.status(.root))?.modified ?? 0
        try add(package + [0x2f] + PackageLayout.information.bytes, list, modified: modified)
        // A container of a backup has no metadata list.
        guard let identifier, (try? container.tree.status(PackageLayout.metadata)) == nil else { return }
        try add(
            name(of: PackageLayout.metadata), PackageLayout.metadataList(identifier: identifier), modified: modified)
    }

    /// Returns the name of an item's entry.
    private func name(of path: ContainerPath) -> [UInt8] {
        package + [0x2f] + PackageLayout.data.bytes + (path.isRoot ? [] : [0x2f] + path.bytes)
    }

    /// Adds a file from memory.
    private func add(_ name: [UInt8], _ bytes: [UInt8], modified: Int64) throws(PackingError) {
        try beginEntry(name, 0o100644, UInt64(bytes.count), modified)
        guard bytes.withUnsafeBytes({ sandglass_zip_write(zip, $0.baseAddress, $0.count) }) == 0 else { throw failure }
    }

    /// Starts an entry. A name that is not UTF-8 is not marked as such; whoever goes by the system on which the entry was
    /// made, Unix, reads it as it is.
    private func beginEntry(
        _ name: [UInt8], _ mode: UInt32, _ size: UInt64, _ modified: Int64, target: [UInt8]? = nil
    ) throws(PackingError) {
        let modified = Self.date(modified)
        let isUTF8: Int32 = String(validating: name, as: UTF8.self) == nil ? 0 : 1
        let result = withNullTerminated(name[...]) { name in
            if let target {
                withNullTerminated(target[...]) { sandglass_zip_begin(zip, name, isUTF8, mode, 0, modified, $0) }
            } else {
                sandglass_zip_begin(zip, name, isUTF8, mode, Int64(clamping: size), modified, nil)
            }
        }
        guard result == 0 else { throw failure }
    }

    mutating func add(_ item: TreeWalk.Item) throws(PackingError) {
        guard !isFolded(item) else {
            if !ItemAttributes.own(of: item.name, in: item.directory, nil).isEmpty {
                report.fail(item.path, "its own attributes could not be kept: it holds those of another item")
            }
            return
        }
        let status = item.status
        if Self.date(status.modified) != status.modified {
            report.fail(item.path, "its date could not be kept: a zip archive has only those of 1970 to 2106")
        }
        let name = name(of: item.path)
        switch status.kind {
        case .directory:
            try beginEntry(name + [0x2f], 0o040000 | UInt32(status.permissions), 0, status.modified)
            report.directories += 1
        case .link:
            guard let target = try? item.directory.linkTarget(of: item.name, path: item.path) else {
                return report.fail(item.path, "its target cannot be read")
            }
            try beginEntry(name, 0o120777, 0, status.modified, target: target)
            report.links += 1
        case .file:
            guard try addFile(item, name) else { return }
        default: return report.fail(item.path, "\(status.kind.title), left out")
        }
        if String(validating: item.path.lastComponent ?? package[...], as: UTF8.self) == nil {
            report.rawNames.append(item.path)
        }
        try addAttributes(of: item, name)
    }

    /// - Returns: Whether the file could be read.
    private mutating func addFile(_ item: TreeWalk.Item, _ name: [UInt8]) throws(PackingError) -> Bool {
        let source: Descriptor
        let status: ItemStatus
        do throws(FileTreeError) {
            // Less than all of it, or more, is reported below.
            source = try item.directory.openRemains(item.name, path: item.path).file
            // The open file decides: a zip entry has the size that it states.
            status = try ItemStatus(of: source, path: item.path)
        } catch {
            report.fail(item.path, error)
            return false
        }
        try beginEntry(name, 0o100000 | UInt32(item.status.permissions), status.size, item.status.modified)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset: UInt64 = 0
        while offset < status.size {
            let wanted = Int(min(UInt64(buffer.count), status.size - offset))
            let found = buffer.withUnsafeMutableBytes {
                source.read(UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]), at: offset)
            }
            guard found > 0 else {
                if found < 0 { throw PackingError(.last, "read", item.path) }
                throw PackingError(
                    .system, "\(item.path) became shorter while it was read; try again", at: item.path)
            }
            let written = buffer.withUnsafeBytes { sandglass_zip_write(zip, $0.baseAddress, found) }
            guard written == 0 else { throw failure }
            offset += UInt64(found)
            progress.add(bytes: UInt64(found))
        }
        if item.directory.descriptor == nil { report.noteSize(status.size, of: item.path, recorded: item.status.size) }
        report.addFile(status.size)
        progress.add(files: 1)
        return true
    }

    /// Returns whether an item is the AppleDouble file of an item with attributes: both have a single place in a zip archive.
    private func isFolded(_ item: TreeWalk.Item) -> Bool {
        guard item.status.kind == .file, let file = AppleDoubleName.file(of: item.name),
            let path = item.path.parent?.appending(name: file),
            let status = try? item.directory.status(of: file, path: path),
            !ItemAttributes.own(of: file, in: item.directory, status).isEmpty,
            let double = ItemAttributes.wholeDouble(of: file, in: item.directory)
        else { return false }
        return !double.isCut
    }

    /// Returns the date that a zip archive can hold, in its extended time stamp, and that is nearest to a given one.
    private static func date(_ seconds: Int64) -> Int64 { min(max(seconds, 0), Int64(UInt32.max)) }

    /// Adds an AppleDouble file with the attributes of an item, if it has any.
    private mutating func addAttributes(of item: TreeWalk.Item, _ name: [UInt8]) throws(PackingError) {
        let attributes = ItemAttributes.own(of: item.name, in: item.directory, item.status)
        let isRootOfArchive = item.path.isRoot && item.directory.descriptor == nil
        guard !attributes.isEmpty || isRootOfArchive else { return }
        // The item beside it on this computer, or in `__MACOSX` of the archive that it comes from.
        let other =
            item.path.isRoot && !isRootOfArchive
            ? nil : ItemAttributes.wholeDouble(of: item.name, in: item.directory)
        var double = other.flatMap { $0.isCut ? nil : $0.bytes }
        for attribute in attributes {
            if let value = other?.attributes.first(where: { $0.name == attribute.name })?.value,
                value != attribute.value
            {
                report.fail(
                    item.path,
                    "the value of \(String(decoding: attribute.name.dropFirst(5), as: UTF8.self)) in its AppleDouble file "
                        + "could not be kept: the item itself has another one")
            }
            do throws(FormatError) {
                let bare = Array(attribute.name.dropFirst(5))
                double = try AppleDouble.setting(rawName: bare, to: attribute.value, in: double)
            } catch {
                report.fail(item.path, "its attributes: \(error.message)")
            }
        }
        guard let double else { return }
        let slash = name.lastIndex(of: 0x2f).map { $0 + 1 } ?? 0
        let beside = Array("__MACOSX/".utf8) + name[..<slash] + AppleDoubleName.name(for: name[slash...])
        try add(beside, double, modified: item.status.modified)
    }
}
