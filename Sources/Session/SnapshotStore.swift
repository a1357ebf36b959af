import AppLifecycle
import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import Screen

/// The snapshots of one container in one directory: for each a picture, `.ans`, and a property list beside it.
struct SnapshotStore: Sendable {
    /// How a snapshot is found again, and told from whatever somebody else may have put in its place.
    struct Reference: Hashable, Sendable {
        var name: String
        /// The SHA-256 of the picture and the list, one after the other.
        var digest: [UInt8]
    }

    /// As much is read of a property list: real ones have a few hundred bytes.
    private static let longestList = 65_536
    private static let prefix = "sandglass-"

    let root: RootedDirectory
    /// Where below the root.
    let folder: ContainerPath

    /// Writes a snapshot, and removes the oldest beyond those that are kept.
    ///
    /// - Returns: what it is found again by.
    /// - Throws: `ItemFailure`
    func save(_ snapshot: Snapshot) throws(ItemFailure) -> Reference {
        try AtomicFile.makeDirectories(folder, below: root)
        let name = unusedName(for: snapshot)
        // The list comes last: a picture without it is not a snapshot yet.
        let picture = SnapshotText.bytes(of: snapshot.frame)
        let list = SnapshotList(snapshot).bytes
        try AtomicFile.write(picture, to: path(name, "ans"), below: root)
        try AtomicFile.write(list, to: path(name, "plist"), below: root)
        for old in names().dropLast(Snapshot.keptCount) { try? remove(old) }
        return Reference(name: name, digest: SHA256.digest(of: picture + list))
    }

    /// The snapshot that was saved; nil where it is not there, is damaged, or is another one by now.
    /// - Parameter ascii: for locales that are not UTF-8.
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

    /// Removes them all.
    /// - Throws: `ItemFailure` for the first that could not be removed; the others are gone then.
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

    /// The names of the snapshots that are there, oldest first. Files of others are not among them, and no directories.
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
            // A directory of that name is somebody else's.
            if (try? root.status(path))?.kind != .directory { try AtomicFile.remove(path, below: root) }
        }
    }

    /// A name that sorts after those of earlier snapshots.
    private func unusedName(for snapshot: Snapshot) -> String {
        let taken = names { _ in true }.compactMap { Int64($0.dropFirst(Self.prefix.count)) }
        let number = max(0, snapshot.takenAt) &* 1_000
        // Those of the same second that have gone already were before this one, too.
        let last = taken.filter { $0 >= number && $0 - number < 1_000 }.max()
        return Self.prefix + String(last.map { $0 + 1 } ?? number)
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
