import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import System

/// The digest of a file with findings, so that a report names exactly what was examined.
package struct FileDigest: Hashable, Sendable {
    /// The path as the user would write it; bytes, not sanitized.
    package let path: [UInt8]
    /// The size in bytes.
    package let bytes: UInt64
    /// SHA-256 in hexadecimal digits.
    package let sha256: String
}

/// What a report for a client has besides the findings: small pictures of the snapshots, digests of files.
package enum AuditAppendix {
    private static let mostSnapshots = 48
    private static let thumbnailWidth = 120
    private static let mostFiles = 200
    private static let mostBytes: UInt64 = 256 << 20

    /// Returns the snapshots in the containers, the latest first, by scene.
    package static func snapshots(of app: AuditedApp, _ context: AuditContext) -> [AuditResult.Snapshot] {
        var found: [(scene: String, time: Int64, snapshot: AuditResult.Snapshot)] = []
        for container in app.containers where container.kind == .data {
            var inventory = SnapshotInventory(of: container.container)
            while found.count < mostSnapshots, !context.cancellation.isCancelled, let step = inventory.next() {
                guard case .row(let row) = step, row.subject != .terminal, !row.downscaled else { continue }
                let picture = SnapshotPicture(row.rawPath, in: container.container, context)
                let snapshot = AuditResult.Snapshot(
                    container: container.index, path: row.rawPath, scene: row.scene, modified: row.modified,
                    hasContent: row.subject != .launch && picture?.isUniform == false,
                    thumbnail: picture?.thumbnail(width: thumbnailWidth) ?? [])
                found.append((row.scene ?? "", row.rawModified, snapshot))
            }
        }
        return found.sorted { ($0.scene, $1.time) < ($1.scene, $0.time) }.map(\.snapshot)
    }

    /// Returns the digests of the first files with findings.
    package static func digests(of report: AuditReport, _ context: AuditContext) -> [FileDigest] {
        var (digests, seen): ([FileDigest], Set<[UInt8]>) = ([], [])
        for finding in report.result.findings where digests.count < mostFiles && !context.cancellation.isCancelled {
            let path = report.path(of: finding)
            guard seen.insert(path).inserted, report.app.containers.indices.contains(finding.container) else {
                continue
            }
            let tree = report.app.containers[finding.container].container.tree
            guard let status = try? tree.status(finding.path), status.kind == .file, status.size <= mostBytes,
                let digest = digest(of: finding.path, in: tree)
            else { continue }
            digests.append(FileDigest(path: path, bytes: status.size, sha256: digest))
        }
        return digests
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
        return HexadecimalDigits.text(hash.end())
    }
}
