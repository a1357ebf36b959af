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

    /// The time before the last time point in which a change is not told by the times of the file system, in nanoseconds:
    /// FAT has them in steps of two seconds.
    private static let uncertainty: Int64 = 2_500_000_000

    private var files: [FileIdentity: Known] = [:]
    private var latest = Int64.min

    /// The number of files.
    var count: Int { files.count }

    /// Reads the last time point of a container; one that cannot be read tells nothing.
    init(of container: [UInt8], in store: TimePointStore) {
        guard let points = try? store.points(), let last = points.last(where: { $0.header?.hostPath == container }),
            let header = last.header, let bytes = try? FileContents.read(hostPath: last.hostPath, limit: 1 << 30),
            var reader = try? TimePointReader(bytes)
        else { return }
        // Each file takes more bytes than a digest.
        files.reserveCapacity(min(header.files, bytes.count / TimePointManifest.digestLength))
        latest = Self.moment(header.time, header.timeNanoseconds) &- Self.uncertainty
        while let item = (try? reader.next()) ?? nil {
            guard item.contents == .stored else { continue }
            let status = item.status
            files[status.identity] = Known(status: status, digest: item.digest)
        }
    }

    private static func moment(_ seconds: Int64, _ nanoseconds: UInt32) -> Int64 {
        seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(nanoseconds)
    }

    /// Returns the SHA-256 of a file's contents if the file has not changed; nil if it has to be read.
    func digest(of status: ItemStatus) -> [UInt8]? {
        guard let known = files[status.identity],
            known.status.hasSameTimes(as: status), known.status.size == status.size,
            max(
                Self.moment(status.modified, status.modifiedNanoseconds),
                Self.moment(status.changed, status.changedNanoseconds)) < latest
        else { return nil }
        return known.digest
    }
}

extension ItemStatus {
    /// Returns whether the contents and the metadata were changed at the same times.
    func hasSameTimes(as other: ItemStatus) -> Bool {
        (modified, modifiedNanoseconds, changed, changedNanoseconds)
            == (other.modified, other.modifiedNanoseconds, other.changed, other.changedNanoseconds)
    }
}
