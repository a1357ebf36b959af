import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import Reports
import System

/// The items with findings, so that a report names exactly what was examined.
package struct ItemDigests: Sendable {
    /// An item with findings.
    package struct Row: Hashable, Sendable {
        /// The contents of an item.
        package enum Contents: Hashable, Sendable {
            /// The size of a file in bytes, and SHA-256 in hexadecimal digits.
            case digest(bytes: UInt64, sha256: String)
            /// Why there is no digest, in a few words.
            case absent(String)
        }

        /// The path as the user would write it; bytes, not sanitized.
        package let path: [UInt8]
        /// The contents.
        package let contents: Contents
    }

    /// The items, in the order of the findings.
    package fileprivate(set) var rows: [Row] = []
    /// The number of further items with findings.
    package fileprivate(set) var omitted = 0

    package init() {}
}

/// What a report for a client has besides the findings: small pictures of the snapshots, digests of files.
package enum AuditAppendix {
    private static let maxSnapshots = 48
    private static let thumbnailWidth = 120
    private static let maxItems = 200
    private static let maxBytes: UInt64 = 256 << 20

    /// Returns the snapshots in the containers, the latest first, by scene, and the number of those left out.
    package static func snapshots(
        of app: AuditedApp, _ context: AuditContext
    ) -> (shown: [AuditResult.Snapshot], omitted: Int) {
        var found: [(scene: String, time: Int64, snapshot: AuditResult.Snapshot)] = []
        var omitted = 0
        for container in app.containers where container.kind == .data {
            var inventory = SnapshotInventory(of: container.container)
            while !context.cancellation.isCancelled, let step = inventory.next() {
                guard case .row(let row) = step, row.subject != .terminal, !row.downscaled else { continue }
                guard found.count < maxSnapshots else {
                    omitted += 1
                    continue
                }
                let picture = SnapshotPicture(row.rawPath, in: container.container, context)
                let size = (row.width ?? picture?.width).flatMap { width in
                    (row.height ?? picture?.height).map { "\(width) × \($0) pixels" }
                }
                let snapshot = AuditResult.Snapshot(
                    container: container.index, path: row.rawPath, scene: row.scene,
                    isLaunchImage: row.subject == .launch, modified: row.modified, size: size,
                    contents: picture?.contents ?? .undecoded,
                    thumbnail: picture?.thumbnail(width: thumbnailWidth) ?? [])
                found.append((row.scene ?? "", row.rawModified, snapshot))
            }
        }
        return (found.sorted { ($0.scene, $1.time) < ($1.scene, $0.time) }.map(\.snapshot), omitted)
    }

    /// Returns the first items with findings, with the digests of files.
    package static func digests(of report: AuditReport, _ context: AuditContext) -> ItemDigests {
        var (digests, seen) = (ItemDigests(), Set<ItemAddress>())
        for finding in report.result.findings where !context.cancellation.isCancelled {
            guard report.app.containers.indices.contains(finding.container) else { continue }
            let container = report.app.containers[finding.container].container
            guard seen.insert(ItemAddress(container.root, finding.path)).inserted else { continue }
            guard digests.rows.count < maxItems else {
                digests.omitted += 1
                continue
            }
            let contents = contents(of: finding.path, in: container.tree)
            digests.rows.append(ItemDigests.Row(path: report.path(of: finding), contents: contents))
        }
        return digests
    }

    private static func contents(of path: ContainerPath, in tree: any FileTree) -> ItemDigests.Row.Contents {
        guard let status = try? tree.status(path) else { return .absent("not found") }
        guard status.kind == .file else { return .absent(status.kind == .directory ? "directory" : "not a file") }
        guard status.size <= maxBytes else { return .absent("larger than \(ByteCount.short(maxBytes))") }
        return digest(of: path, in: tree).map { .digest(bytes: status.size, sha256: $0) }
            ?? .absent("could not be read")
    }

    private static func digest(of path: ContainerPath, in tree: any FileTree) -> String? {
        guard let file = try? tree.openFile(path) else { return nil }
        var hash = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while true {
            let count = file.read(buffer, at: offset)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += UInt64(count)
        }
        return hash.end().hexadecimal()
    }
}
