import ContainerModel
import FileTree
package import Formats
import Jobs
package import System

/// A note in the state directory about something that a run of the program has made elsewhere and not finished.
///
/// If the program is killed, the next run finds the note. The note is locked (flock(2)) as long as the object exists, so a
/// note without a lock was left by a run that was killed.
package final class RunNote: Sendable {
    /// The directory of all notes, which exists only while there are any: with that, a start costs one lookup.
    private static let folder = "unfinished"
    private static let suffix = ".plist"
    /// The most bytes read of a note.
    private static let longest = 65_536

    private let path: [UInt8]
    /// The descriptor of the note, which holds the lock.
    private let file: Descriptor

    /// Writes a note; nil if that fails, in which case nothing is remembered.
    package init?(
        _ values: [(String, PropertyListValue)], in state: StateDirectory = .fromEnvironment(),
        _ durability: WholeFile.Durability = .untilPowerFails
    ) {
        guard let folder = try? state.file(Self.folder) else { return nil }
        let name = "\(getpid())-\(MonotonicClock.now())\(Self.suffix)"
        let path = folder + "/\(name)".utf8
        let bytes = PropertyListWriter.xml(.dictionary(PropertyListDictionary(values)))
        var locked: Descriptor?
        // A run that has removed the last note may also remove the directory at any moment.
        for _ in 0..<10 where locked == nil {
            guard (try? System.makeDirectories(around: path)) != nil else { return nil }
            do throws(Errno) {
                let opened = withNullTerminated(folder) { sandglass_open_host($0, O_RDONLY | O_DIRECTORY) }
                if let failure = Errno(answer: opened) { throw failure }
                let directory = Descriptor(owning: opened)
                // The lock is taken before the note becomes visible, so that it is never found without a lock.
                try WholeFile.write(bytes, to: name.utf8, in: directory.number, durability) { file throws(Errno) in
                    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw .last }
                    locked = file
                }
            } catch {
                locked = nil
                guard error == .noSuchFileOrDirectory else { return nil }
            }
        }
        guard let file = locked else { return nil }
        (self.path, self.file) = (path, file)
    }

    deinit { Self.remove(path) }

    private static func remove(_ note: [UInt8]) {
        _ = withNullTerminated(note) { unlink($0) }
        // Fails if there are others.
        _ = withNullTerminated(note.prefix(upTo: note.lastIndex(of: 0x2f) ?? 0)) { rmdir($0) }
    }

    /// A note of a run that was killed. It is locked as long as the value exists, so that no other run acts on it.
    package struct Leftover: Sendable {
        /// The contents of the note; an empty dictionary if it cannot be read.
        package let values: PropertyListValue
        /// The path of the note.
        package let path: [UInt8]
        private let file: Descriptor

        fileprivate init(_ values: PropertyListValue, at path: [UInt8], _ file: Descriptor) {
            (self.values, self.path, self.file) = (values, path, file)
        }

        /// Removes the note.
        package func remove() { RunNote.remove(path) }
    }

    /// Returns the notes of runs that were killed. Costs one lookup if there are no notes.
    package static func leftovers(in state: StateDirectory = .fromEnvironment()) -> [Leftover] {
        guard let folder = try? state.file(folder),
            let root = try? RootedDirectory(hostPath: folder),
            let entries = try? DirectoryReader.read(root.descriptor, path: .root, cancellation: Cancellation())
        else { return [] }
        return (0..<entries.count).compactMap { index in
            let name = Array(entries.name(index))
            guard name.first != UInt8(ascii: "."), let item = ContainerPath(bytes: name),
                let file = try? root.openFile(item), flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { return nil }
            let bytes = try? FileContents.read(item, in: root, limit: longest)
            let values = bytes.flatMap { try? PropertyListReader.read($0) } ?? [:]
            return Leftover(values, at: folder + [0x2f] + name, file)
        }
    }
}
