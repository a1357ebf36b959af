import ContainerModel
import Copying
import FileTree
package import System

/// A file that is made completely or not at all: it gets its name when it is complete.
package struct NewFile: Sendable {
    /// The open, empty file.
    package let file: Descriptor
    private let place: NewPlace
    private let temporary: NewPlace.Temporary

    /// Makes a file under a temporary name.
    /// - Parameter hostPath: The path on this computer, where nothing may exist.
    /// - Throws: `PackingError`
    package init(at hostPath: [UInt8], permissions: UInt32 = 0o644) throws(PackingError) {
        place = try NewPlace(hostPath)
        temporary = place.makeTemporary()
        let made = withNullTerminated(temporary.name) { [place] in
            sandglass_create_file(place.parent.descriptor.number, $0, permissions)
        }
        guard made >= 0 else { throw PackingError(Errno(rawValue: -made), "make the file") }
        file = Descriptor(owning: made)
    }

    /// Makes the file durable and gives it its name.
    /// - Throws: `PackingError`; the file still has to be discarded then.
    package func finish() throws(PackingError) {
        do throws(ItemFailure) {
            try Durability.sync(file, path: .root)
        } catch {
            throw PackingError(error, "write it to the disk")
        }
        try place.take(temporary)
    }

    /// Removes the file, which has no name yet.
    package func discard() {
        _ = withNullTerminated(temporary.name) { sandglass_remove_name(place.parent.descriptor.number, $0, 0) }
        temporary.forget()
    }

    /// Makes a file, calls `body` to fill it, and gives it its name. If `body` throws, nothing is left.
    /// - Parameters:
    ///   - hostPath: The path on this computer, where nothing may exist.
    ///   - permissions: Those of the file, less those that the umask takes away.
    /// - Throws: `PackingError`
    static func make(
        at hostPath: [UInt8], permissions: UInt32, _ body: (Descriptor) throws(PackingError) -> Void
    ) throws(PackingError) {
        let new = try NewFile(at: hostPath, permissions: permissions)
        do throws(PackingError) {
            try body(new.file)
            try new.finish()
        } catch {
            new.discard()
            throw error
        }
    }
}
