import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import System

/// A SQLite database in a package that is being made, with the files beside it.
struct DatabaseFile {
    /// The reason why a database was not written anew.
    enum Failure: Error {
        /// It cannot be, and the reason is in the database.
        case impossible(String)
        /// Something else cannot be read or written, or it was cancelled.
        case packing(PackingError)
    }

    /// The directory for the copy that SQLite works on, and the names in it.
    private static let (work, copy, result): (ContainerPath, ContainerPath, ContainerPath) = (
        ".sandglass-masking", "database", "result"
    )

    private let path: ContainerPath
    private let file: Descriptor
    private let new: NewDirectory
    private let files: MaskedFiles
    private let cancellation: Cancellation

    init(
        _ path: ContainerPath, _ file: Descriptor, in new: NewDirectory, _ files: MaskedFiles,
        _ cancellation: Cancellation
    ) {
        (self.path, self.file, self.new, self.files) = (path, file, new, files)
        self.cancellation = cancellation
    }

    /// Returns the paths of the files that a database may have beside it.
    static func sidecars(of path: ContainerPath) -> [ContainerPath] {
        Companion.files.compactMap { path.companion($0) }
    }

    private func sidecar(_ companion: Companion) throws(PackingError) -> Descriptor? {
        guard let path = path.companion(companion), let status = try? new.directory.status(path), status.kind == .file
        else { return nil }
        return try files.open(path)
    }

    /// Returns whether the bytes of the database or of a file beside it hold a value.
    func holds(_ values: SecretValues) throws(PackingError) -> Bool {
        if try files.holds(file, path, values) { return true }
        for companion in Companion.files {
            guard let file = try sidecar(companion) else { continue }
            if try files.holds(file, path, values) { return true }
        }
        return false
    }

    /// Writes the database anew without values, free pages and a log.
    /// - Parameter names: The names of the columns in which whole numbers count, in small letters.
    /// - Throws: `Failure`; the database is unchanged then.
    func rewrite(
        _ values: SecretValues, numbersIn names: Set<String>
    ) throws(Failure) -> DatabaseMasking.Result {
        do throws(PackingError) {
            try new.makeDirectories(Self.work)
        } catch {
            throw .packing(error)
        }
        defer { try? files.remove(Self.work) }
        let masked: DatabaseMasking.Result
        do throws(PackingError) {
            if let journal = try sidecar(.journal) {
                var head = [UInt8](repeating: 0, count: RollbackJournalHeader.magic.count)
                let count = head.withUnsafeMutableBytes { journal.read($0, at: 0) }
                guard count < head.count || head != RollbackJournalHeader.magic else { throw Self.unfinished }
            }
            try copy(file, to: Self.work.appending(Self.copy))
            if let log = try sidecar(.log) {
                try copy(log, to: Self.work.appending(Self.copy.companion(.log) ?? Self.copy))
            }
        } catch {
            guard error == Self.unfinished else { throw .packing(error) }
            throw .impossible(error.message)
        }
        let directory = new.hostPath(of: Self.work)
        do throws(DatabaseMasking.Failure) {
            let masking = try DatabaseMasking(
                directory + [0x2f] + Self.copy.bytes, values, numbersIn: names, cancellation)
            masked = try masking.write(to: directory + [0x2f] + Self.result.bytes)
        } catch {
            guard !cancellation.isCancelled else { throw .packing(.cancelled) }
            if let errno = error.errno { throw .packing(PackingError(Errno(rawValue: errno), "write", path)) }
            throw .impossible(error.reason)
        }
        do throws(PackingError) {
            let result = try files.open(Self.work.appending(Self.result))
            guard try !files.holds(result, path, values) else { throw Self.remaining }
            try files.replace(path, with: result)
            for sidecar in Self.sidecars(of: path) { try files.remove(sidecar) }
        } catch {
            guard error == Self.remaining else { throw .packing(error) }
            throw .impossible(error.message)
        }
        return masked
    }

    private static let unfinished = PackingError(.unsuitable, "a transaction in it is unfinished")
    private static let remaining = PackingError(.unsuitable, "it still holds a secret")

    private func copy(_ file: Descriptor, to path: ContainerPath) throws(PackingError) {
        _ = try new.makeFile(path, permissions: 0o600)
        try files.replace(path, with: file)
    }
}
