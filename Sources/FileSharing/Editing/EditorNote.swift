import ContainerModel
package import ContainerStore
import Copying
import FileTree
import Formats
import Jobs
import System

/// A note in the state directory about a directory in which an editor has a file.
///
/// If the program is killed, the next run finds the note and tells the user where the file is. The note is locked
/// (flock(2)) while the program runs, so a note without a lock was left by a run that was killed.
package final class EditorNote: Sendable {
    private static let folder: ContainerPath = "editing"
    private static let suffix = ".plist"
    /// The most bytes read of a note.
    private static let longestNote = 65_536

    private let root: RootedDirectory
    private let place: ContainerPath
    /// The descriptor of the note, which holds the lock.
    private let file: Descriptor

    /// Writes a note; nil if that fails, in which case nothing is remembered.
    /// - Parameters:
    ///   - folder: The absolute path of the editor's directory.
    ///   - original: The path of the edited file on this computer; nil if there is none.
    init?(of folder: [UInt8], for original: [UInt8]?, in state: StateDirectory = .fromEnvironment()) {
        let name = StateDirectory.harmlessName(for: folder)
        guard let root = try? state.opened(makesIt: true),
            (try? AtomicFile.makeDirectories(Self.folder, below: root)) != nil,
            let directory = try? root.openPath(Self.folder),
            let place = Self.folder.appending(name: Array((name + Self.suffix).utf8))
        else { return nil }
        var pairs: [(String, PropertyListValue)] = [("folder", .data(folder))]
        if let original { pairs.append(("original", .data(original))) }
        let bytes = PropertyListWriter.xml(.dictionary(PropertyListDictionary(pairs)))
        var locked: Descriptor?
        do throws(Errno) {
            let noteName = (name + Self.suffix).utf8
            // The lock is taken before the note becomes visible, so that it is never found without a lock.
            try WholeFile.write(bytes, to: noteName, in: directory.number, .untilPowerFails) { file throws(Errno) in
                guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw .last }
                locked = file
            }
        } catch {
            return nil
        }
        guard let file = locked else { return nil }
        (self.root, self.place, self.file) = (root, place, file)
    }

    deinit { try? AtomicFile.remove(place, below: root) }

    /// Returns messages about files left by editors when earlier runs were killed, not safe for a terminal, and removes
    /// the notes, so that each is reported once.
    package static func collectLeftovers(in state: StateDirectory = .fromEnvironment()) -> [String] {
        guard let root = try? state.opened(makesIt: false), let directory = try? root.openDirectory(folder),
            let entries = try? DirectoryReader.read(directory, path: folder, cancellation: Cancellation())
        else { return [] }
        return (0..<entries.count).compactMap { index in
            let name = Array(entries.name(index))
            guard name.first != UInt8(ascii: "."), let place = folder.appending(name: name) else { return nil }
            return readAndRemove(place, below: root)
        }
    }

    private static func readAndRemove(_ place: ContainerPath, below root: RootedDirectory) -> String? {
        guard let file = try? root.openFile(place), flock(file.number, LOCK_EX | LOCK_NB) == 0 else { return nil }
        defer { try? AtomicFile.remove(place, below: root) }
        guard let bytes = try? FileContents.read(place, in: root, limit: longestNote),
            let list = try? PropertyListReader.read(bytes), let path = list["folder"]?.dataValue,
            let names = names(in: path), !names.isEmpty
        else { return nil }
        let what = list["original"]?.dataValue.map { String(decoding: $0, as: UTF8.self) } ?? "the names to be edited"
        return "an editor was open when sandglass was killed: its copy of \(what) is in "
            + "\(String(decoding: path, as: UTF8.self)): \(names.joined(separator: ", "))"
    }

    /// Returns the names in the editor's directory; nil if it no longer exists.
    private static func names(in path: [UInt8]) -> [String]? {
        guard let directory = try? RootedDirectory(hostPath: path).descriptor,
            let entries = try? DirectoryReader.read(directory, path: .root, cancellation: Cancellation())
        else { return nil }
        return (0..<entries.count).map { String(decoding: entries.name($0), as: UTF8.self) }.sorted()
    }
}
