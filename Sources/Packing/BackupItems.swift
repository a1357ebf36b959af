import ContainerModel
import ContainerStore
import Encryption
import FileTree
import Formats
import Jobs
import System

/// Writes the items of a backup: the rows of its manifest, and a file for the contents of each file.
struct BackupItems {
    /// The rows so far.
    let manifest: ManifestDatabase
    private let container: Container
    private let domain: [UInt8]
    private let new: NewDirectory
    private let keys: BackupKeys?
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private var report = PackingReport()
    /// The directories for contents that have been made.
    private var made: Set<[UInt8]> = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    init(
        of container: Container,
        as domain: String,
        in new: NewDirectory,
        keys: BackupKeys?,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(PackingError) {
        manifest = try ManifestDatabase()
        self.container = container
        self.domain = Array(domain.utf8)
        report.domain = domain
        self.new = new
        self.keys = keys
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Writes everything. Items that cannot be read are left out and reported.
    /// - Throws: `PackingError` if something cannot be written, or if it was cancelled.
    mutating func write() throws(PackingError) -> PackingReport {
        let kinds: BackupKinds = keys == nil ? .unencrypted : .encrypted
        var walk = ContainerWalk(of: container, cancellation: cancellation)
        while let step = walk.next() {
            guard !cancellation.isCancelled else { throw PackingError.cancelled }
            switch step {
            case .leaving: continue
            case .failure(let path, let error): report.fail(path, error)
            case .item(let item): if item.omission(from: kinds) == nil { try add(item) }
            }
        }
        // Cancelling ends the walk early.
        guard !cancellation.isCancelled else { throw PackingError.cancelled }
        return report
    }

    private mutating func add(_ item: ContainerWalk.Item) throws(PackingError) {
        let path = item.path
        guard let text = String(validating: path.bytes, as: UTF8.self) else {
            return report.fail(path, "a name in a backup has to be UTF-8; left out")
        }
        let name = BackupFileName.of(domain: domain, path: path.bytes)
        var (record, isClassAssumed) = record(of: item)
        var flags: Int32 = 2
        switch item.type {
        case .file:
            flags = 1
            guard try writeContents(of: item, to: name, &record) else { return }
        case .symbolicLink:
            flags = 4
            guard let target = try? item.directory.linkTarget(of: item.name, path: path) else {
                return report.fail(path, "its target cannot be read")
            }
            guard String(validating: target, as: UTF8.self) != nil else {
                return report.fail(path, "the target of a link in a backup has to be UTF-8; left out")
            }
            record.target = target
        case .directory, .other: break
        }
        switch flags {
        case 1:
            report.addFile(record.size)
            if isClassAssumed { report.filesOfAssumedClass += 1 }
        case 4: report.links += 1
        default: report.directories += 1
        }
        try manifest.add(
            fileID: name, domain: domain, path: path.bytes, flags: flags, record: record.archived(path: text))
    }

    // MARK: Records

    /// The kinds of items, as `st_mode` has them.
    private static let types: [ItemType: UInt32] = [.file: 0o100000, .directory: 0o040000, .symbolicLink: 0o120000]

    /// Returns the record of an item, and whether its protection class is unknown and assumed.
    private mutating func record(of item: ContainerWalk.Item) -> (BackupFile, isClassAssumed: Bool) {
        let status = item.status
        var record = BackupFile()
        record.mode = (Self.types[item.type] ?? 0) | UInt32(status.permissions)
        // The app's user and group on every device.
        (record.user, record.group) = (501, 501)
        record.inode = status.inode & (1 << 40 - 1)
        record.modified = status.modified
        record.changed = status.changed
        record.born = status.born ?? status.modified
        var attributes = attributes(of: item)
        let kept = attributes.firstIndex { $0.name == ProtectionAttribute.deviceName }.map { attributes.remove(at: $0) }
        while attributes.reduce(0, { $0 + $1.value.count }) > Self.longestAttributes,
            let place = attributes.indices.max(by: { attributes[$0].value.count < attributes[$1].value.count })
        {
            let large = attributes.remove(at: place)
            report.fail(
                item.path,
                "its attribute \(large.name) could not be kept: \(ByteCount.short(UInt64(large.value.count))) are "
                    + "too many for a manifest")
        }
        record.setAttributes(attributes)
        guard item.type == .file else { return (record, false) }
        let known = status.protection.or(container.description.app.containerProtection)
        record.protectionClass = kept.flatMap { ProtectionAttribute.number($0.value) } ?? known.rawValue
        // 0 stands for no class, as in the records of directories. The key of a file has to be wrapped with a class
        // key: that of the class that files of apps have by default.
        guard record.protectionClass == 0, keys != nil else { return (record, false) }
        record.protectionClass = ProtectionClass.completeUntilFirstUserAuthentication.rawValue
        return (record, true)
    }

    /// The most bytes of attributes in a record: a manifest is read by rows.
    private static let longestAttributes = 8 << 20

    /// Returns the extended attributes of an item under their names on the device, those in its AppleDouble file included.
    private mutating func attributes(of item: ContainerWalk.Item) -> [(name: String, value: [UInt8])] {
        var found = ItemAttributes.own(of: item.name, in: item.directory, nil)
        // Of a root on this computer, it would be outside of the container.
        if !item.name.isEmpty || item.directory.descriptor == nil,
            let double = ItemAttributes.wholeDouble(of: item.name, in: item.directory)
        {
            if double.isCut {
                report.fail(item.path, "a part of its AppleDouble file could not be kept: the file is too large")
            }
            for attribute in double.attributes where !found.contains(where: { $0.name == attribute.name }) {
                found.append(attribute)
            }
        }
        var attributes: [(name: String, value: [UInt8])] = []
        for attribute in found {
            let name = attribute.name.dropFirst(5)
            guard let text = String(validating: name, as: UTF8.self) else {
                let shown = String(decoding: name, as: UTF8.self)
                report.fail(
                    item.path, "its attribute \(shown) could not be kept: such a name in a backup has to be UTF-8")
                continue
            }
            attributes.append((text, attribute.value))
        }
        return attributes
    }

    // MARK: Contents

    /// Writes the contents of a file, encrypted if there are keys, and completes its record.
    /// - Returns: Whether the file could be read.
    private mutating func writeContents(
        of item: ContainerWalk.Item, to name: [UInt8], _ record: inout BackupFile
    ) throws(PackingError) -> Bool {
        let source: Descriptor
        do throws(FileTreeError) {
            // Less than all of it, or more, is reported below.
            source = try item.directory.openRemains(item.name, path: item.path).file
        } catch {
            report.fail(item.path, error)
            return false
        }
        let directory = ContainerPath(bytes: name.prefix(2)) ?? .root
        if made.insert(directory.bytes).inserted { try new.makeDirectories(directory) }
        let target = try new.makeFile(directory.appending(name: name) ?? directory)
        var cipher: BlockCipher?
        if let keys {
            guard let key = SecretKey.random(), let made = BlockCipher(key, decrypts: false),
                let wrapped = keys.wrap(key, classNumber: UInt32(record.protectionClass))
            else { throw PackingError(.unsuitable, "the system has no random bytes or no memory for keys") }
            cipher = made
            record.encryptionKey = wrapped
        }
        var chain = BlockCipher.Chain()
        var offset: UInt64 = 0
        while true {
            if cancellation.isCancelled { throw PackingError.cancelled }
            let found = buffer.withUnsafeMutableBytes { source.read($0, at: offset) }
            guard found >= 0 else {
                // The rest of the file is missing, so all of it is; the file without a row is harmless.
                report.fail(item.path, "could not read the file: \(Errno.last.description)")
                return false
            }
            var part = Array(buffer[..<found])
            let isEnd = found < buffer.count
            if let cipher {
                if isEnd { part += BlockCipher.padding(for: offset + UInt64(found)) }
                part.withUnsafeMutableBytes { cipher.encrypt($0, &chain) }
            }
            let failure = part.withUnsafeBytes { target.write($0, at: offset) }
            guard failure == 0 else { throw PackingError(Errno(rawValue: failure), "write the contents of", item.path) }
            offset += UInt64(found)
            progress.add(bytes: UInt64(found))
            if isEnd { break }
        }
        progress.add(files: 1)
        if item.directory.descriptor == nil { report.noteSize(offset, of: item.path, recorded: item.status.size) }
        record.size = offset
        return true
    }
}
