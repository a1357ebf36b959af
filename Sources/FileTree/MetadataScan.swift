package import ContainerModel
package import Jobs
import System

extension MetadataTable {
    /// Reads the sizes and times of all entries of a directory. A million entries take about a second, so run it on a
    /// worker.
    ///
    /// - Parameter directory: The open directory that `entries` came from.
    /// - Returns: nil if it was cancelled. Entries that are gone have zeros.
    package static func scan(
        _ entries: EntryList,
        in directory: TreeDirectory,
        cancellation: Cancellation
    ) -> MetadataTable? {
        switch directory {
        case .host(let descriptor): scan(entries, in: descriptor, cancellation: cancellation)
        case .listing(let listing): scan(entries, in: listing, cancellation: cancellation)
        }
    }

    /// Reads the sizes and times of everything below a directory.
    ///
    /// - Parameters:
    ///   - entries: What a `DescendantReader` has found.
    ///   - path: The path of the directory.
    /// - Returns: nil if it was cancelled. Entries that are gone have zeros.
    package static func scan(
        _ entries: EntryList,
        below path: ContainerPath,
        of tree: any FileTree,
        cancellation: Cancellation
    ) -> MetadataTable? {
        var table = MetadataTable(count: entries.count)
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
        times[index] = status.modified
        guard status.kind == .file else { return }
        if status.links > 1 {
            guard linked.insert(FileIdentity(device: status.device, inode: status.inode)).inserted else { return }
        }
        totalSize = totalSize.addingSaturated(status.size)
    }

    private static func scan(
        _ entries: EntryList,
        in listing: any TreeListing,
        cancellation: Cancellation
    ) -> MetadataTable? {
        var table = MetadataTable(count: entries.count)
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
        cancellation: Cancellation
    ) -> MetadataTable? {
        var table = MetadataTable(count: entries.count)
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
                table.times[index] = status.modified_seconds
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
