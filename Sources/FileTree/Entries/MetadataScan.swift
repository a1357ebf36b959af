package import ContainerModel
package import Jobs
import System

/// The sizes and times of all entries of a list, for orders or totals that need them.
package struct MetadataTable: Sendable {
    /// Logical sizes in bytes; 0 for directories.
    package var sizes: [UInt64]
    /// Times in seconds since 1970; the least number if the file system does not record them.
    package var times: [Int64]
    /// The kind of the times.
    package let clock: ItemClock
    /// The total size of the regular files in bytes; a file with several hard links counts once, as in totals of trees.
    package internal(set) var totalSize: UInt64 = 0

    /// Creates a table of zeros.
    package init(count: Int, clock: ItemClock = .modified) {
        self.clock = clock
        sizes = Array(repeating: 0, count: count)
        times = Array(repeating: 0, count: count)
    }

    /// Returns numbers to sort the entries by, the least first; nil if the order needs neither sizes nor times.
    package func numbers(for key: SortKey) -> [UInt64]? {
        guard key.needsMetadata else { return nil }
        return key == .size ? sizes.map { ~$0 } : times.map { ~(UInt64(bitPattern: $0) ^ (1 << 63)) }
    }
}

extension MetadataTable {
    /// Reads the sizes and times of all entries of a directory. A million entries take about a second, so run it on a
    /// worker.
    ///
    /// - Parameters:
    ///   - directory: The open directory that `entries` came from.
    ///   - clock: The time to read.
    /// - Returns: nil if it was cancelled. Entries that are gone have zeros.
    package static func scan(
        _ entries: EntryList,
        in directory: TreeDirectory,
        clock: ItemClock = .modified,
        cancellation: Cancellation
    ) -> MetadataTable? {
        switch directory {
        case .host(let descriptor): scan(entries, in: descriptor, clock, cancellation)
        case .listing(let listing): scan(entries, in: listing, clock, cancellation)
        }
    }

    /// The number of items that a thread asks for at a time.
    private static let partSize = 4_096

    /// Reads the sizes and times of everything below a directory.
    ///
    /// - Parameters:
    ///   - entries: The entries that a `DescendantReader` has found.
    ///   - path: The path of the directory.
    ///   - clock: The time to read.
    ///   - helpers: The pool whose threads help the one that reads.
    /// - Returns: nil if it was cancelled. Entries that are gone have zeros.
    package static func scan(
        _ entries: EntryList,
        below path: ContainerPath,
        of tree: any FileTree,
        clock: ItemClock = .modified,
        helpers: WorkerPool,
        cancellation: Cancellation
    ) -> MetadataTable? {
        let parts = helpers.inParts(of: entries.count, size: partSize, cancellation: cancellation) { range in
            MetadataPart(of: entries, range, below: path, of: tree, clock)
        }
        guard let parts else { return nil }
        var table = MetadataTable(count: 0, clock: clock)
        table.sizes.reserveCapacity(entries.count)
        table.times.reserveCapacity(entries.count)
        var linked: Set<FileIdentity> = []
        for part in parts {
            table.sizes += part.sizes
            table.times += part.times
            table.totalSize = table.totalSize.addingSaturated(part.totalSize)
            for (identity, size) in part.linked where linked.insert(identity).inserted {
                table.totalSize = table.totalSize.addingSaturated(size)
            }
        }
        return table
    }

    private mutating func adopt(_ status: ItemStatus, of index: Int, _ linked: inout Set<FileIdentity>) {
        sizes[index] = status.kind == .directory ? 0 : status.size
        times[index] = clock.seconds(in: status) ?? .min
        guard status.kind == .file else { return }
        if status.links > 1 {
            guard linked.insert(status.identity).inserted else { return }
        }
        totalSize = totalSize.addingSaturated(status.size)
    }

    private static func scan(
        _ entries: EntryList,
        in listing: IndexedDirectory,
        _ clock: ItemClock,
        _ cancellation: Cancellation
    ) -> MetadataTable? {
        var table = MetadataTable(count: entries.count, clock: clock)
        var linked: Set<FileIdentity> = []
        for index in 0..<entries.count {
            if index % 1_024 == 0, cancellation.isCancelled { return nil }
            guard let status = listing.status(of: entries.name(index)) else { continue }
            table.adopt(status, of: index, &linked)
        }
        return table
    }

    private static func scan(
        _ entries: EntryList,
        in directory: Descriptor,
        _ clock: ItemClock,
        _ cancellation: Cancellation
    ) -> MetadataTable? {
        var table = MetadataTable(count: entries.count, clock: clock)
        var status = sandglass_stat()
        var linked: Set<FileIdentity> = []
        entries.withStorage { storage in
            for index in 0..<entries.count {
                if index % 1_024 == 0, cancellation.isCancelled { return }
                let failure = storage.name(index).withMemoryRebound(to: CChar.self) {
                    sandglass_status(directory.number, $0.baseAddress!, &status)  // Names in the arena end with NUL.
                }
                guard failure == 0 else { continue }
                let kind = ItemKind(mode: status.mode)
                table.sizes[index] = kind == .directory ? 0 : status.size
                table.times[index] = clock.seconds(in: status) ?? .min
                guard kind == .file else { continue }
                if status.links > 1 {
                    let identity = FileIdentity(device: status.device, inode: status.inode)
                    guard linked.insert(identity).inserted else { continue }
                }
                table.totalSize = table.totalSize.addingSaturated(status.size)
            }
        }
        return cancellation.isCancelled ? nil : table
    }
}

/// The sizes and times of consecutive items below a directory.
private struct MetadataPart: Sendable {
    var sizes: [UInt64]
    var times: [Int64]
    /// The total size of the regular files without other hard links.
    var totalSize: UInt64 = 0
    /// The other files, each with its size.
    var linked: [(identity: FileIdentity, size: UInt64)] = []

    init(
        of entries: EntryList, _ range: Range<Int>, below path: ContainerPath, of tree: any FileTree, _ clock: ItemClock
    ) {
        sizes = Array(repeating: 0, count: range.count)
        times = Array(repeating: 0, count: range.count)
        // The entries of a directory follow each other.
        var parent: (name: ArraySlice<UInt8>, handle: TreeDirectory?)?
        for index in range {
            let name = entries.name(index)
            let slash = name.lastIndex(of: ContainerPath.slash)
            let above = slash.map { name[..<$0] } ?? []
            if parent?.name.elementsEqual(above) != true {
                let directory = above.isEmpty ? path : ContainerPath(bytes: above).map { path.appending($0) }
                parent = (above, directory.flatMap { try? tree.directory(at: $0, for: .lookup) })
            }
            let last = slash.map { name[($0 + 1)...] } ?? name
            guard let status = try? parent?.handle?.status(of: last, path: path) else { continue }
            let place = index - range.lowerBound
            sizes[place] = status.kind == .directory ? 0 : status.size
            times[place] = clock.seconds(in: status) ?? .min
            guard status.kind == .file else { continue }
            if status.links > 1 {
                linked.append((status.identity, status.size))
            } else {
                totalSize = totalSize.addingSaturated(status.size)
            }
        }
    }
}

extension ItemClock {
    fileprivate func seconds(in status: sandglass_stat) -> Int64? {
        switch self {
        case .modified: status.modified_seconds
        case .created: status.has_birth != 0 ? status.born_seconds : nil
        case .added: status.changed_seconds
        }
    }
}
