import ContainerModel
import Copying
import FileTree
import System

/// A file that is made completely or not at all: it gets its name when it is complete.
enum NewFile {
    /// Makes a file without a name, calls `body` to fill it, and gives it its name. If `body` throws, nothing is left.
    /// - Parameter hostPath: The path on this computer, where nothing may exist.
    /// - Throws: `PackingError`
    static func make(
        at hostPath: [UInt8], _ body: (Descriptor) throws(PackingError) -> Void
    ) throws(PackingError) {
        let place = try NewPlace(hostPath)
        let temporary = NewPlace.temporaryName()
        let made = withNullTerminated(temporary) {
            sandglass_create_file(place.parent.descriptor.number, $0, 0o644)
        }
        guard made >= 0 else { throw PackingError(-made, "make the file") }
        let file = Descriptor(owning: made)
        do throws(PackingError) {
            try body(file)
            do throws(ItemFailure) {
                try Durability.sync(file, path: .root)
            } catch {
                throw PackingError(error.errno, "write it to the disk")
            }
            try place.take(temporary)
        } catch {
            _ = withNullTerminated(temporary) { sandglass_remove_name(place.parent.descriptor.number, $0, 0) }
            throw error
        }
    }
}

/// A name on this computer for something new.
struct NewPlace {
    /// The directory that it will be in.
    let parent: RootedDirectory
    /// The name.
    let name: [UInt8]

    /// - Parameter hostPath: The path, where nothing may exist.
    /// - Throws: `PackingError`
    init(_ hostPath: [UInt8]) throws(PackingError) {
        var path = hostPath
        while path.count > 1, path.last == 0x2f { path.removeLast() }
        let slash = path.lastIndex(of: 0x2f)
        name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
        let directory = slash.map { $0 == 0 ? [0x2f] : Array(path[..<$0]) } ?? [0x2e]
        guard !name.isEmpty, name != [0x2e], name != [0x2e, 0x2e] else {
            throw PackingError(.unsuitable, "not a valid name")
        }
        do throws(FileTreeError) {
            parent = try RootedDirectory(hostPath: directory)
        } catch {
            throw PackingError(error.errno, "open its directory")
        }
        guard let item = ContainerPath(bytes: name), (try? parent.status(item)) == nil else { throw Self.taken }
    }

    private static let taken = PackingError(.exists, "exists already; nothing was changed")

    /// A name that is hidden, short enough for any file system, and this process's own.
    static func temporaryName() -> [UInt8] { Array(".sandglass-new-\(getpid())-\(MonotonicClock.now())".utf8) }

    /// Gives something in the directory the name.
    /// - Throws: `PackingError`
    func take(_ temporaryName: [UInt8]) throws(PackingError) {
        do throws(ItemFailure) {
            try Renaming.rename(
                temporaryName[...], in: parent.descriptor, to: name[...], in: parent.descriptor, path: .root)
        } catch {
            throw error.errno == EEXIST ? Self.taken : PackingError(error.errno, "give it its name")
        }
    }
}
