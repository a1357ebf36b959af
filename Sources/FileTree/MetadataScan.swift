import ContainerModel
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
            table.sizes[index] = status.kind == .directory ? 0 : status.size
            table.times[index] = status.modified
            guard status.kind == .file else { continue }
            if status.links > 1 {
                let identity = FileIdentity(device: status.device, inode: status.inode)
                guard linked.insert(identity).inserted else { continue }
            }
            table.totalSize = table.totalSize.addingSaturated(status.size)
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
