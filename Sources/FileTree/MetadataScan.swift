package import ContainerModel
package import Jobs
import System

/// The sizes and times of all entries of a list, for orders or totals that need them.
package struct MetadataTable: Sendable {
    /// Logical sizes in bytes; 0 for directories.
    package var sizes: [UInt64]
    /// Times in seconds since 1970; the least number if the file system does not record them.
    package var times: [Int64]
    /// What the times are of.
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

    /// Reads the sizes and times of everything below a directory.
    ///
    /// - Parameters:
    ///   - entries: What a `DescendantReader` has found.
    ///   - path: The path of the directory.
    ///   - clock: The time to read.
    /// - Returns: nil if it was cancelled. Entries that are gone have zeros.
    package static func scan(
        _ entries: EntryList,
        below path: ContainerPath,
        of tree: any FileTree,
        clock: ItemClock = .modified,
        cancellation: Cancellation
    ) -> MetadataTable? {
        var table = MetadataTable(count: entries.count, clock: clock)
        var linked: Set<FileIdentity> = []
        // The entries of a directory follow each other.
        var parent: (path: ContainerPath, handle: TreeDirectory?)?
        for index in 0..<entries.count {
            if index % 1_024 == 0, cancellation.isCancelled { return nil }
            guard let inside = ContainerPath(bytes: entries.name(index)), let name = inside.lastComponent else {
                continue
            }
            let directory = path.appending(inside.parent ?? .root)
            if parent?.path != directory { parent = (directory, try? tree.directory(at: directory, for: .lookup)) }
            guard let status = try? parent?.handle?.status(of: name, path: inside) else { continue }
            table.adopt(status, of: index, &linked)
        }
        return cancellation.isCancelled ? nil : table
    }

    private mutating func adopt(_ status: ItemStatus, of index: Int, _ linked: inout Set<FileIdentity>) {
        sizes[index] = status.kind == .directory ? 0 : status.size
        times[index] = clock.seconds(in: status) ?? .min
        guard status.kind == .file else { return }
        if status.links > 1 {
            guard linked.insert(FileIdentity(device: status.device, inode: status.inode)).inserted else { return }
        }
        totalSize = totalSize.addingSaturated(status.size)
    }

    private static func scan(
        _ entries: EntryList,
        in listing: any TreeListing,
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

extension ItemClock {
    fileprivate func seconds(in status: sandglass_stat) -> Int64? {
        switch self {
        case .modified: status.modified_seconds
        case .created: status.has_birth != 0 ? status.born_seconds : nil
        case .added: status.changed_seconds
        }
    }
}
