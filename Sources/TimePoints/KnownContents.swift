import ContainerModel
import FileTree
import System

/// The contents of files as the last time point of a container has them, which need not be read again if the files have
/// not changed since.
struct KnownContents: Sendable {
    private struct Known: Sendable {
        let status: ItemStatus
        let digest: [UInt8]
    }

    private var files: [FileIdentity: Known] = [:]
    private var recorded: RecordedFiles?

    /// Whether files may be taken as unchanged although nobody can say whether a process writes to them.
    var isUncertain: Bool { recorded?.isUncertain ?? false }

    /// The number of files.
    var count: Int { files.count }

    /// Reads the last time point of a container; one that cannot be read tells nothing.
    /// - Parameters:
    ///   - directory: The container, opened.
    ///   - inUse: The files that processes can write now.
    init(of container: [UInt8], _ directory: RootedDirectory, _ inUse: FilesInUse, in store: TimePointStore) {
        guard let points = try? store.points(), let last = points.last(where: { $0.header?.hostPath == container }),
            let header = last.header, let bytes = try? FileContents.read(hostPath: last.hostPath, limit: 1 << 30),
            var reader = try? TimePointReader(bytes)
        else { return }
        // Each file takes more bytes than a digest.
        files.reserveCapacity(min(header.files, bytes.count / TimePointManifest.digestLength))
        recorded = RecordedFiles(since: header, in: directory, inUse: inUse)
        while let item = (try? reader.next()) ?? nil {
            guard item.contents == .stored else { continue }
            let status = item.status
            files[status.identity] = Known(status: status, digest: item.digest)
        }
    }

    /// Returns the SHA-256 of a file's contents if the file has not changed; nil if it has to be read.
    func digest(of status: ItemStatus, at path: ContainerPath) -> [UInt8]? {
        guard let known = files[status.identity], let recorded,
            recorded.isUnchanged(status, since: known.status, at: path)
        else { return nil }
        return known.digest
    }
}
