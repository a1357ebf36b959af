package import ContainerModel
package import System

/// Tells which files are unchanged since they were recorded, without reading them.
///
/// A file is unchanged if it is the same one, has its size and both its times, these are older than the record, and nobody
/// can write to it in a way that its times do not tell. Of every other file, only the contents tell.
package struct RecordedFiles: Sendable {
    /// The time before the record in which a change is not told by the times of a file, in nanoseconds: FAT has them in
    /// steps of two seconds.
    private static let uncertainty: Int64 = 2_500_000_000
    /// Up to this size a file is rather read than trusted if it is not known who has it open, in bytes.
    private static let smallSize: UInt64 = 64 << 10

    private let latest: Int64
    private let reportsMappedWrites: Bool
    private let inUse: FilesInUse

    /// Whether files may have been taken as unchanged although nobody can say whether a process writes to them.
    package var isUncertain: Bool { !inUse.isKnown }

    /// - Parameters:
    ///   - header: The time point that recorded them.
    ///   - directory: Where the files are.
    ///   - inUse: The files that processes can write now.
    package init(
        since header: TimePointManifest.Header, in directory: RootedDirectory, inUse: FilesInUse = FilesInUse()
    ) {
        latest = Self.moment(header.time, header.timeNanoseconds) &- Self.uncertainty
        reportsMappedWrites = FileSystemKind(of: directory.descriptor.number).reportsMappedWrites
        self.inUse = inUse
    }

    private static func moment(_ seconds: Int64, _ nanoseconds: UInt32) -> Int64 {
        seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(nanoseconds)
    }

    /// Returns whether a file is certainly unchanged.
    /// - Parameters:
    ///   - present: The file as it is.
    ///   - recorded: The file as it was recorded.
    package func isUnchanged(_ present: ItemStatus, since recorded: ItemStatus, at path: ContainerPath) -> Bool {
        guard reportsMappedWrites, present.identity == recorded.identity, present.size == recorded.size,
            present.hasSameTimes(as: recorded),
            max(
                Self.moment(present.modified, present.modifiedNanoseconds),
                Self.moment(present.changed, present.changedNanoseconds)) < latest,
            !inUse.contains(device: present.device, inode: present.inode)
        else { return false }
        return inUse.isKnown || present.size > Self.smallSize && !Self.isMappedForm(path)
    }

    /// Returns whether a file has the name of a form that programs map: Realm, LMDB, MMKV, and the index of SQLite's logs.
    private static func isMappedForm(_ path: ContainerPath) -> Bool {
        let name = String(decoding: path.lastComponent ?? [], as: UTF8.self).lowercased()
        let endings = [".realm", ".mdb", ".lmdb", Companion.index.suffix, ".crc", ".sqlite", ".db", ".sqlite3"]
        return endings.contains { name.hasSuffix($0) } || path.components.contains { $0.elementsEqual("mmkv".utf8) }
    }
}

extension ItemStatus {
    /// Returns whether the contents and the metadata were changed at the same times.
    package func hasSameTimes(as other: ItemStatus) -> Bool {
        (modified, modifiedNanoseconds, changed, changedNanoseconds)
            == (other.modified, other.modifiedNanoseconds, other.changed, other.changedNanoseconds)
    }
}
