import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Screen
import Synchronization
import System

/// Where a manifest is written: standard output, or a new file outside of what is examined and of all containers.
final class ManifestOutput: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var computation = SHA256()
        var failure: Errno?
        var isComplete = false
    }

    private let file: Descriptor?
    private let place: HostPath?
    private let state = Mutex(State())

    /// Writes to standard output.
    init() { (file, place) = (nil, nil) }

    /// Creates a file.
    /// - Parameter examined: What the manifest is of.
    /// - Throws: `Failure` if the file exists, or lies where it would change what is examined.
    init(_ path: [UInt8], of examined: HostPath) throws {
        let name = DisplayText(bytes: path)
        guard let place = HostPath(path), let parent = place.parent?.followingLinks() else {
            throw Failure(.cannotCreate, "\(name): no such directory")
        }
        guard parent.path(below: examined) == nil, ContainerStore.certainContainer(around: parent.bytes) == nil else {
            throw Failure(.refused, "\(name): in a container, or in what is examined; choose another directory")
        }
        let directory: RootedDirectory
        do throws(FileTreeError) {
            directory = try RootedDirectory(hostPath: parent.bytes)
        } catch {
            throw Failure(.cannotCreate, "\(name): \(error.explanation)")
        }
        let made = withNullTerminated(place.name) {
            sandglass_create_file(directory.descriptor.number, $0, 0o600)
        }
        guard made >= 0 else {
            throw Failure(
                .cannotCreate, "\(name): \(made == -EEXIST ? "exists already" : "\(Errno(rawValue: -made))")")
        }
        (file, self.place) = (Descriptor(owning: made), place)
    }

    private var descriptor: Int32 { file?.number ?? STDOUT_FILENO }

    /// The identity of the file that is written; nil if it is none.
    var identity: FileIdentity? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Adds a line; an empty one is left out.
    /// - Returns: Whether it is worthwhile to go on.
    @discardableResult
    func line(_ line: [UInt8]) -> Bool {
        guard !line.isEmpty else { return true }
        return state.withLock { state in
            state.waiting += line
            state.waiting.append(0x0a)
            if state.waiting.count >= 65_536 { flush(&state) }
            return state.failure == nil
        }
    }

    /// Writes what is left.
    /// - Returns: The SHA-256 of everything written, as digits.
    /// - Throws: `Failure` if it could not be written; `ExitCode` if nobody reads it any more.
    func end() throws -> String {
        let (failure, digest) = state.withLock { state in
            flush(&state)
            state.isComplete = true
            return (state.failure, state.computation.end())
        }
        if failure == .brokenPipe { throw ExitCode(0) }
        if let failure { throw Failure(.inputOutput, "the manifest could not be written: \(failure)") }
        return Hexadecimal.text(digest)
    }

    private func flush(_ state: inout State) {
        guard state.failure == nil else { return }
        do throws(Errno) {
            try writeAll(state.waiting, to: descriptor)
            state.waiting.withUnsafeBytes { state.computation.add($0) }
        } catch {
            state.failure = error
        }
        state.waiting.removeAll(keepingCapacity: true)
    }

    /// Removes the file if it is not complete.
    func discard() {
        guard let place, !state.withLock({ $0.isComplete && $0.failure == nil }) else { return }
        _ = withNullTerminated(place.bytes[...]) { unlink($0) }
    }
}
