import AppLifecycle
import ContainerModel
import Disk
import Jobs
import Screen
import Transactions

/// The snapshots of one container in one directory: for each a picture, `.ans`, and a property list beside it.
struct SnapshotStore: Sendable {
    /// As much is read of a property list: real ones have a few hundred bytes.
    private static let longestList = 65_536
    private static let prefix = "sandglass-"

    let root: RootedDirectory
    /// Where below the root.
    let folder: ContainerPath

    /// Writes a snapshot, and removes the oldest beyond those that are kept.
    ///
    /// - Returns: the name by which it is found again.
    /// - Throws: `ItemFailure`
    func save(_ snapshot: Snapshot) throws(ItemFailure) -> String {
        try AtomicFile.makeDirectories(folder, below: root)
        let name = unusedName(for: snapshot)
        // The list comes last: a picture without it is not a snapshot yet.
        try AtomicFile.write(SnapshotText.bytes(of: snapshot.frame), to: path(name, "ans"), below: root)
        try AtomicFile.write(SnapshotList(snapshot).bytes, to: path(name, "plist"), below: root)
        for old in names().dropLast(Snapshot.keptCount) { try remove(old) }
        return name
    }

    /// The snapshot called so; nil where it is not there, or is damaged.
    /// - Parameter ascii: for locales that are not UTF-8.
    func load(_ name: String, ascii: Bool) -> Snapshot? {
        guard let list = try? FileContents.read(path(name, "plist"), in: root, limit: Self.longestList),
            let about = SnapshotList(list),
            let text = try? FileContents.read(path(name, "ans"), in: root, limit: SnapshotText.longestText),
            let frame = try? SnapshotText.frame(from: text, ascii: ascii), frame.size == about.size
        else { return nil }
        return Snapshot(frame: frame, takenAt: about.takenAt, isCovered: about.isCovered)
    }

    /// Removes them all.
    /// - Throws: `ItemFailure`
    func removeAll() throws(ItemFailure) {
        for name in names() { try remove(name) }
    }

    /// The names of the snapshots that are there, oldest first. Files of others are not among them.
    func names() -> [String] {
        guard let directory = try? root.openDirectory(folder),
            let entries = try? DirectoryReader.read(directory, path: folder, cancellation: Cancellation())
        else { return [] }
        let names = (0..<entries.count).compactMap { Self.name(ofFile: entries.name($0)) }
        return Set(names).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private func remove(_ name: String) throws(ItemFailure) {
        try AtomicFile.remove(path(name, "plist"), below: root)
        try AtomicFile.remove(path(name, "ans"), below: root)
    }

    /// A name that sorts after those of earlier snapshots.
    private func unusedName(for snapshot: Snapshot) -> String {
        let taken = Set(names())
        var number = max(0, snapshot.takenAt) &* 1_000
        while taken.contains(Self.prefix + String(number)) { number &+= 1 }
        return Self.prefix + String(number)
    }

    private func path(_ name: String, _ suffix: String) -> ContainerPath {
        // What is no name is looked for where nothing is.
        folder.appending(name: Array("\(name).\(suffix)".utf8)) ?? folder
    }

    /// The snapshot that a file belongs to; nil for a file that is none of ours.
    private static func name(ofFile file: ArraySlice<UInt8>) -> String? {
        let file = String(decoding: file, as: UTF8.self)
        for suffix in [".ans", ".plist"] where file.hasPrefix(prefix) && file.hasSuffix(suffix) {
            let number = file.dropFirst(prefix.count).dropLast(suffix.count)
            if !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                return prefix + number
            }
        }
        return nil
    }
}
