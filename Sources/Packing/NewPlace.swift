import ContainerModel
import ContainerStore
import Copying
import FileTree
import Synchronization
import System

/// A name on this computer for something new.
struct NewPlace {
    /// The directory that it will be in.
    let parent: RootedDirectory
    /// The name.
    let name: [UInt8]
    /// The path of the directory as given.
    private let directory: [UInt8]

    /// - Parameter hostPath: The path, where nothing may exist.
    /// - Throws: `PackingError`
    init(_ hostPath: [UInt8]) throws(PackingError) {
        var path = hostPath
        while path.count > 1, path.last == 0x2f { path.removeLast() }
        let slash = path.lastIndex(of: 0x2f)
        name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
        directory = slash.map { $0 == 0 ? [0x2f] : Array(path[..<$0]) } ?? [0x2e]
        guard !name.isEmpty, name != [0x2e], name != [0x2e, 0x2e] else {
            throw PackingError(.unsuitable, "not a valid name")
        }
        do throws(FileTreeError) {
            parent = try RootedDirectory(hostPath: directory)
        } catch {
            throw PackingError(error, "open its directory")
        }
        guard let item = ContainerPath(bytes: name), (try? parent.status(item)) == nil else { throw Self.taken }
    }

    private static let taken = PackingError(.exists, "already exists; nothing was changed")

    /// A temporary name in the directory, with a note by which a later run finds the item if this run is killed.
    struct Temporary: Sendable {
        let name: [UInt8]
        private let note: NoteHolder

        fileprivate init(_ name: [UInt8], _ note: RunNote?) {
            self.name = name
            self.note = NoteHolder(note)
        }

        /// Removes the note: nothing has the name any more.
        func forget() { note.release() }
    }

    /// Returns a name that is hidden, short enough for any file system, and this process's own.
    func makeTemporary() -> Temporary {
        let temporary = NewItemNote.temporaryPrefix + "\(getpid())-\(MonotonicClock.now())".utf8
        guard let absolute = HostPath(directory)?.followingLinks(), let identity = try? parent.identity else {
            return Temporary(temporary, nil)
        }
        let note = NewItemNote(
            directory: absolute.bytes, identity: identity, temporaryName: temporary, name: name)
        return Temporary(temporary, RunNote(note.values, .durable))
    }

    /// Returns the path on this computer of something under a temporary name.
    func hostPath(of temporary: Temporary) -> [UInt8] { directory + [0x2f] + temporary.name }

    /// Gives something in the directory the name.
    /// - Throws: `PackingError`
    func take(_ temporary: Temporary) throws(PackingError) {
        do throws(ItemFailure) {
            try Renaming.rename(
                temporary.name[...], in: parent.descriptor, to: name[...], in: parent.descriptor, path: .root)
        } catch {
            throw error.errno == EEXIST ? Self.taken : PackingError(error, "give it its name")
        }
        temporary.forget()
    }
}

/// Keeps a note until it is released.
private final class NoteHolder: Sendable {
    private let note: Mutex<RunNote?>

    init(_ note: RunNote?) { self.note = Mutex(note) }

    func release() { note.withLock { $0 = nil } }
}
