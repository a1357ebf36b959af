import ContainerModel
import FileTree
import Formats
import Jobs
import Synchronization
import System

/// The reading of all items for a manifest, which several threads do together.
final class ManifestReading: Sendable {
    private struct State {
        /// The lines that wait for those before them, by their position.
        var waiting: [Int: [UInt8]] = [:]
        /// The position of the next line to be reported.
        var next = 0
        var totals = ManifestReader.Totals()
    }

    private let tree: any FileTree
    private let names: EntryList
    private let order: [UInt32]
    private let alias: [UInt8]?
    private let units: [Range<Int>]
    private let form: @Sendable (ManifestItem) -> [UInt8]
    private let receive: @Sendable ([UInt8]) -> Bool
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let nextUnit = Atomic(0)
    private let state = Mutex(State())

    init(
        tree: any FileTree,
        names: EntryList,
        order: [UInt32],
        alias: [UInt8]?,
        units: [Range<Int>],
        form: @escaping @Sendable (ManifestItem) -> [UInt8],
        receive: @escaping @Sendable ([UInt8]) -> Bool,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) {
        self.tree = tree
        self.names = names
        self.order = order
        self.alias = alias
        self.units = units
        self.form = form
        self.receive = receive
        self.progress = progress
        self.cancellation = cancellation
    }

    var totals: ManifestReader.Totals { state.withLock { $0.totals } }

    /// Reads until no items are left.
    func work() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1_024, alignment: 4_096)
        defer { buffer.deallocate() }
        var directories = ItemDirectory(tree)
        while !cancellation.isCancelled {
            let number = nextUnit.wrappingAdd(1, ordering: .relaxed).oldValue
            guard number < units.count else { return }
            var items: [(position: Int, item: ManifestItem?, line: [UInt8])] = []
            for position in units[number] where !cancellation.isCancelled {
                // An item removed since it was listed is no longer part of the tree.
                let entry = Int(order[position])
                var item = read(
                    names.name(entry), isFile: names.kind(entry) == .file, &directories, buffer)
                if let alias { item?.path = alias }
                items.append((position, item, item.map(form) ?? []))
                progress.add(files: 1)
            }
            if !cancellation.isCancelled { addLines(items) }
        }
    }

    private func addLines(_ items: [(position: Int, item: ManifestItem?, line: [UInt8])]) {
        state.withLock { state in
            for (position, item, line) in items {
                state.waiting[position] = line
                if let item { state.totals.add(item) }
            }
            while let line = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                // Under the lock, so that they come in order.
                if !line.isEmpty, !receive(line) { return cancellation.cancel() }
            }
        }
    }

    /// Returns an item with its contents; nil if there is no such item any more.
    private func read(
        _ name: ArraySlice<UInt8>,
        isFile: Bool,
        _ directories: inout ItemDirectory,
        _ buffer: UnsafeMutableRawBufferPointer
    ) -> ManifestItem? {
        progress.beginItem(name)
        do throws(FileTreeError) {
            let (directory, entry) = try directories.directory(of: name)
            if isFile, let file = Self.open(entry, in: directory) {
                return try read(file, name, buffer)
            }
            let status = try directory.status(of: entry, path: .root)
            var item = ManifestItem(path: Array(name), status: status)
            do throws(FileTreeError) {
                switch status.kind {
                case .file where directory.descriptor == nil:
                    item.digest = try digest(of: entry, in: directory, status.size, buffer)
                // Says why it cannot be opened.
                case .file: _ = try directory.openFile(entry, path: .root)
                case .link: item.target = try directory.linkTarget(of: entry, path: .root)
                // Whether its entries were read.
                case .directory where !entry.isEmpty: _ = try directory.subdirectory(entry)
                default: break
                }
            } catch {
                item.problem = error.message
                item.isDamaged = error.code == .damaged
            }
            for attribute in directory.attributeNames(of: entry).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                guard let value = directory.attribute(attribute, of: entry) else { continue }
                item.attributes.append(ManifestItem.Attribute(name: attribute, value: value))
            }
            return item
        } catch {
            guard error.errno != ENOENT else { return nil }
            var item = ManifestItem(path: Array(name), status: nil)
            item.problem = error.message
            item.isDamaged = error.code == .damaged
            return item
        }
    }

    /// Returns the digest of a file in a backup or an archive. Its contents are unpacked or decrypted in memory.
    private func digest(
        of name: ArraySlice<UInt8>, in directory: TreeDirectory, _ size: UInt64, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(FileTreeError) -> [UInt8] {
        let file = try directory.openFile(name, path: .root)
        var computation = SHA256()
        let read: UInt64
        do throws(Errno) {
            read = try FileReading.read(
                file, 0..<size.addingSaturated(1), through: buffer, progress: progress, cancellation: cancellation
            ) { computation.add($0) }
        } catch {
            throw FileTreeError(errno: error.rawValue, operation: "read the file")
        }
        guard read == size else {
            let stored = read > size ? "more" : Pluralized.bytes(Int(clamping: read))
            throw FileTreeError(
                operation: "read the file",
                unusable: "\(Pluralized.bytes(Int(clamping: size))) are recorded, and \(stored) are stored")
        }
        return computation.end()
    }

    /// Opens a file that was listed as one; nil if it no longer is, or cannot be opened. Neither follows a link nor
    /// waits for a pipe that may have taken its place.
    private static func open(_ name: ArraySlice<UInt8>, in directory: TreeDirectory) -> Descriptor? {
        guard let parent = directory.descriptor else { return nil }
        let opened = withNullTerminated(name) {
            sandglass_open_component(parent.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        return opened < 0 ? nil : Descriptor(owning: opened)
    }

    /// Returns an open file with its contents.
    private func read(
        _ file: Descriptor,
        _ name: ArraySlice<UInt8>,
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(FileTreeError) -> ManifestItem {
        let before = try ItemStatus(of: file, path: .root)
        var item = ManifestItem(path: Array(name), status: before)
        for attribute in ExtendedAttributes.names(onOpen: file.number).sorted(by: { $0.lexicographicallyPrecedes($1) })
        {
            guard let value = ExtendedAttributes.value(of: attribute, onOpen: file.number) else { continue }
            item.attributes.append(ManifestItem.Attribute(name: attribute, value: value))
        }
        guard before.kind == .file else { return item }
        var computation = SHA256()
        let size: UInt64
        do throws(Errno) {
            size = try FileReading.read(
                file, 0..<before.size, through: buffer, progress: progress, cancellation: cancellation
            ) { computation.add($0) }
        } catch {
            item.problem = FileTreeError(errno: error.rawValue, operation: "read the file").message
            return item
        }
        // A digest of something that was never in the file at any one time would prove nothing.
        guard size == before.size, try ItemStatus(of: file, path: .root).hasSameContents(as: before) else {
            item.problem = "changed while it was read"
            return item
        }
        item.digest = computation.end()
        return item
    }
}

extension ItemStatus {
    fileprivate func hasSameContents(as other: ItemStatus) -> Bool {
        inode == other.inode && device == other.device && size == other.size && modified == other.modified
            && modifiedNanoseconds == other.modifiedNanoseconds && changed == other.changed
            && changedNanoseconds == other.changedNanoseconds
    }
}

extension ManifestReader.Totals {
    fileprivate mutating func add(_ item: ManifestItem) {
        items += 1
        if item.kind == .file {
            files += 1
            bytes = bytes.addingSaturated(item.status?.size ?? 0)
        }
        if let problem = item.problem {
            problems.append(ManifestReader.Problem(path: item.path, reason: problem, isDamage: item.isDamaged))
        }
    }
}
