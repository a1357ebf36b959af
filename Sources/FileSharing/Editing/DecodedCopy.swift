import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import Synchronization
import System

/// The text of a binary property list in the copy for an editor, and the file that is made of the edited text.
final class DecodedCopy: Sendable {
    private let copy: ItemAddress
    private let directory: Descriptor
    private let roots: RootTable
    private let list: PropertyListText
    /// The directory of the file made from the text. The text stays where it is until that file has been saved.
    private let encoded = Mutex<TemporaryFolder?>(nil)

    /// Puts the text of a property list in place of its bytes.
    /// - Parameters:
    ///   - copy: The copy of the file, which keeps its attributes.
    ///   - directory: The directory of the copy.
    /// - Throws: `EditingSession.Failure` if it cannot be decoded.
    init(_ copy: ItemAddress, in directory: Descriptor, _ roots: RootTable) throws(EditingSession.Failure) {
        (self.copy, self.directory, self.roots) = (copy, directory, roots)
        let bytes = try Self.contents(of: copy, roots)
        do throws(PropertyListError) {
            list = try PropertyListText(binary: bytes)
        } catch {
            throw EditingSession.Failure(.undecodable, Uneditable.sentence(aboutList: error), cause: error)
        }
        try Self.fill(copy, in: directory, with: list.text, roots)
    }

    deinit { if let encoded = encoded.withLock({ $0 }) { roots.forget(encoded.root) } }

    /// Why the text cannot be saved, with the line; nil if it can.
    var mistake: String? {
        guard (try? roots.status(copy))?.kind == .file else { return nil }
        do throws(EditingSession.Failure) {
            _ = try binary()
            return nil
        } catch {
            return error.message
        }
    }

    /// Whether the text is still the one that the editor got.
    var isUnchanged: Bool { (try? Self.contents(of: copy, roots)) == Array(list.text) }

    /// Makes a file of the edited text, with the attributes that the editor left.
    /// - Parameter evenUnchanged: Whether to make it even if no value was changed.
    /// - Returns: The file; nil if no value was changed.
    /// - Throws: `EditingSession.Failure` if the text cannot be read, or the file not be written.
    func encode(evenUnchanged: Bool) throws(EditingSession.Failure) -> ItemAddress? {
        guard let bytes = try binary() ?? (evenUnchanged ? list.unedited : nil) else { return nil }
        let folder: TemporaryFolder
        do throws(EditorError) {
            folder = try TemporaryFolder()
        } catch {
            throw EditingSession.Failure(.inputOutput, error.message, cause: error)
        }
        do throws(FileTreeError) {
            let target = try roots.directory(of: folder.root).descriptor
            let report = TreeCopier(progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .stop)
                .copy(copy.name, in: directory, to: copy.name, in: target)
            if let failure = report.failures.first.first {
                throw FileTreeError(errno: failure.errno, operation: failure.operation, path: copy.path)
            }
            guard let file = ItemAddress(folder.root, .root).entry(copy.name) else { return nil }
            do throws(EditingSession.Failure) {
                try Self.fill(file, in: target, with: bytes, roots)
            } catch {
                throw FileTreeError(errno: EIO, operation: "write the file", path: copy.path)
            }
            encoded.withLock { old in
                if let old { roots.forget(old.root) }
                old = folder
            }
            return file
        } catch {
            throw EditingSession.Failure(.inputOutput, error.message, cause: error)
        }
    }

    private func binary() throws(EditingSession.Failure) -> [UInt8]? {
        let text = try Self.contents(of: copy, roots)
        do throws(PropertyListError) {
            return try list.binary(from: text)
        } catch {
            let place = error.position.map { "line \($0.line), column \($0.column): " } ?? ""
            throw EditingSession.Failure(.undecodable, place + error.message, cause: error)
        }
    }

    private static func contents(of file: ItemAddress, _ roots: RootTable) throws(EditingSession.Failure) -> [UInt8] {
        do throws(FileTreeError) {
            return try FileContents.read(
                file.path, in: try roots.tree(of: file.root), limit: PropertyListLimits.standard.bytes)
        } catch {
            guard error.errno != EFBIG else {
                let size = ByteCount.short(UInt64(PropertyListLimits.standard.bytes))
                throw EditingSession.Failure(
                    .undecodable, "a property list of more than \(size) is not edited as text", cause: error)
            }
            throw EditingSession.Failure(.inputOutput, error.message, cause: error)
        }
    }

    /// Replaces the contents of a file and keeps its attributes.
    static func fill(
        _ file: ItemAddress, in directory: Descriptor, with bytes: [UInt8], _ roots: RootTable
    ) throws(EditingSession.Failure) {
        do throws(FileTreeError) {
            let mode = mode_t(try roots.status(file).permissions)
            func chmod(_ mode: mode_t) {
                _ = withNullTerminated(Array(file.name)) { fchmodat(directory.number, $0, mode, 0) }
            }
            // The copy has the mode of the file, which may deny even its owner to write.
            chmod(mode | 0o600)
            defer { chmod(mode) }
            let number = withNullTerminated(Array(file.name)) {
                openat(directory.number, $0, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)
            }
            guard number >= 0 else { throw FileTreeError(errno: errno, operation: "write the file", path: file.path) }
            let opened = Descriptor(owning: number)
            do throws(Errno) {
                try writeAll(bytes, to: opened.number)
            } catch {
                throw FileTreeError(errno: error.rawValue, operation: "write the file", path: file.path)
            }
        } catch {
            throw EditingSession.Failure(.inputOutput, error.message, cause: error)
        }
    }
}
