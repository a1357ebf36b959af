import AppLifecycle
import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import Screen

/// The snapshots of one container in one directory: each a picture, `.ans`, with a property list.
struct SnapshotStore: Sendable {
    /// Identifies a snapshot, and distinguishes it from files that others may have put in its place.
    struct Reference: Hashable, Sendable {
        var name: String
        /// The SHA-256 of the picture followed by the list.
        var digest: [UInt8]
    }

    /// The maximum number of bytes read of a property list: real ones have a few hundred.
    private static let longestList = 65_536
    private static let prefix = "sandglass-"

    let root: RootedDirectory
    /// The directory, relative to the root.
    let folder: ContainerPath

    /// Writes a snapshot and removes the oldest ones beyond the number kept.
    ///
    /// - Returns: A reference to load it by.
    /// - Throws: `ItemFailure`
    func save(_ snapshot: Snapshot) throws(ItemFailure) -> Reference {
        try AtomicFile.makeDirectories(folder, below: root)
        let name = unusedName(for: snapshot)
        // The list comes last: a picture without one is not a snapshot yet.
        let picture = SnapshotText.bytes(of: snapshot.frame)
        let list = SnapshotList(snapshot).bytes
        try AtomicFile.write(picture, to: path(name, "ans"), below: root)
        try AtomicFile.write(list, to: path(name, "plist"), below: root)
        for old in names().dropLast(Snapshot.keptCount) { try? remove(old) }
        return Reference(name: name, digest: SHA256.digest(of: picture + list))
    }

    /// Returns a saved snapshot; nil if it does not exist, is damaged, or has been replaced.
    /// - Parameter ascii: Whether to show ASCII only, for locales that are not UTF-8.
    func load(_ reference: Reference, ascii: Bool) -> Snapshot? {
        let name = reference.name
        guard let list = try? FileContents.read(path(name, "plist"), in: root, limit: Self.longestList),
            let about = SnapshotList(list),
            let text = try? FileContents.read(path(name, "ans"), in: root, limit: SnapshotText.longestText),
            SHA256.digest(of: text + list) == reference.digest,
            let frame = try? SnapshotText.frame(from: text, ascii: ascii), frame.size == about.size
        else { return nil }
        return Snapshot(frame: frame, takenAt: about.takenAt, isCovered: about.isCovered)
    }

    /// Removes all snapshots.
    /// - Throws: `ItemFailure` for the first that could not be removed, after the others were removed.
    func removeAll() throws(ItemFailure) {
        var first: ItemFailure?
        for name in names() {
            do throws(ItemFailure) {
                try remove(name)
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    /// Returns the names of the existing snapshots, oldest first, without other files and directories.
    func names() -> [String] { names { $0 != .directory } }

    private func names(of areWanted: (ItemKind) -> Bool) -> [String] {
        guard let directory = try? root.openDirectory(folder),
            let entries = try? DirectoryReader.read(directory, path: folder, cancellation: Cancellation())
        else { return [] }
        let names = (0..<entries.count).filter { areWanted(entries.kind($0)) }
            .compactMap { Self.name(ofFile: entries.name($0)) }
        return Set(names).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private func remove(_ name: String) throws(ItemFailure) {
        for suffix in ["plist", "ans"] {
            let path = path(name, suffix)
            // A directory of that name is not the program's.
            if (try? root.status(path))?.kind != .directory { try AtomicFile.remove(path, below: root) }
        }
    }

    /// Returns a name that sorts after the names of earlier snapshots.
    private func unusedName(for snapshot: Snapshot) -> String {
        let taken = names { _ in true }.compactMap { Int64($0.dropFirst(Self.prefix.count)) }
        let number = max(0, snapshot.takenAt) &* 1_000
        // Snapshots of the same second count as earlier, even those removed since.
        let last = taken.filter { $0 >= number && $0 - number < 1_000 }.max()
        return Self.prefix + String(last.map { $0 + 1 } ?? number)
    }

    private func path(_ name: String, _ suffix: String) -> ContainerPath {
        // An invalid name maps to a path where no file can be.
        folder.appending(name: Array("\(name).\(suffix)".utf8)) ?? folder
    }

    /// Returns the name of the snapshot that a file belongs to; nil for other files.
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
