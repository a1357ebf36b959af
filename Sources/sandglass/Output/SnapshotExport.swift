import ContainerModel
import ContainerStore
import Documents
import FileTree
import Inspection
import Previews
import Screen
import System

/// Writes the pictures of a container to a directory of this computer.
struct SnapshotExport {
    /// The outcome for a snapshot.
    struct Picture: Encodable {
        /// The snapshot's path in the container; invalid UTF-8 is replaced.
        let path: String
        /// The name of the file in the directory; nil if none was written.
        let file: String?
        /// Why none was written.
        let problem: String?

        /// The outcome, as displayed.
        var sentence: DisplayText { DisplayText(file.map { "→ \($0)" } ?? "not exported: \(problem ?? "")") }
    }

    private let container: Container
    private let directory: RootedDirectory

    /// Opens the directory, and creates it if it does not exist.
    /// - Parameter isReadOnly: Whether the program is in read-only mode.
    /// - Throws: `Failure` if that is impossible; `ContainerStoreError` if the directory lies in a container.
    init(from container: Container, to path: [UInt8], isReadOnly: Bool) throws {
        self.container = container
        try ContainerStore.requireOutside(path, isReadOnly: isReadOnly)
        do throws(PathError) {
            try makeDirectories(around: path + [0x2f])
        } catch {
            throw Failure(.cannotCreate, "\(DisplayText(bytes: error.path)): \(error.errno)")
        }
        do throws(FileTreeError) {
            directory = try RootedDirectory(hostPath: path)
        } catch {
            throw Failure(.cannotCreate, "\(DisplayText(bytes: path)): \(error.message)")
        }
    }

    /// Writes a picture.
    /// - Returns: The outcome; nil if it is not a picture.
    func write(_ row: SnapshotInventory.Row) throws -> Picture? {
        guard row.subject != .terminal, let stem = stem(row) else { return nil }
        func skipped(_ problem: String) -> Picture { Picture(path: row.path, file: nil, problem: problem) }
        let file: DocumentSource
        let bytes: [UInt8]
        let name: [UInt8]
        do {
            file = try DocumentSource(row.rawPath, in: container.tree)
            let limits = DocumentLimits(milliseconds: 60_000)
            if stem.suffix != Array(".png".utf8), let picture = try? PictureFile.picture(in: file, within: limits),
                let encoded = PNG.bytes(picture)
            {
                (bytes, name) = (encoded, stem.name + Array(".png".utf8))
            } else if stem.suffix == Array(".ktx".utf8) {
                let preview = Preview(DocumentReaders.read(file, within: limits), within: limits)
                return skipped(preview.remarks.first ?? "it cannot be decoded")
            } else {
                // Bytes that cannot be decoded here may be readable elsewhere.
                (bytes, name) = (try file.whole(limit: 256 << 20, as: "a picture"), stem.name + stem.suffix)
            }
        } catch let error as FileTreeError {
            return skipped(error.message)
        } catch let error as DocumentFailure {
            return skipped(error.reason)
        }
        if let failure = create(name, bytes) { return skipped(failure) }
        return Picture(path: row.path, file: String(decoding: name, as: UTF8.self), problem: nil)
    }

    /// Creates a file that does not exist yet.
    /// - Returns: Why that failed; nil if it did not.
    private func create(_ name: [UInt8], _ bytes: [UInt8]) -> String? {
        let directory = directory.descriptor.number
        let made = withNullTerminated(name) { sandglass_create_file(directory, $0, 0o600) }
        guard made >= 0 else {
            return made == -EEXIST
                ? "\(String(decoding: name, as: UTF8.self)) already exists" : "\(Errno(rawValue: -made))"
        }
        let file = Descriptor(owning: made)
        do throws(Errno) {
            try writeAll(bytes, to: file.number)
            return nil
        } catch {
            _ = withNullTerminated(name) { sandglass_remove_name(directory, $0, 0) }
            return "\(error)"
        }
    }

    /// Returns the name without its suffix, preceded by the kind of picture, which is otherwise known only from the
    /// directories left behind.
    private func stem(_ row: SnapshotInventory.Row) -> (name: [UInt8], suffix: [UInt8])? {
        guard let name = row.rawPath.lastComponent, let dot = name.lastIndex(of: 0x2e) else { return nil }
        let kind = row.downscaled ? "small-" : "\(row.subject.rawValue)-"
        return (Array(kind.utf8) + name[..<dot], Array(name[dot...]))
    }
}
