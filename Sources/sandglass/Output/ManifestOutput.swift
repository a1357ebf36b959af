import ArgumentParser
import ContainerStore
import FileTree
import Formats
import Inspection
import Packing
import Screen
import Synchronization
import System

/// Where a manifest is written: standard output, or a new file outside of the subject and of all containers.
final class ManifestOutput: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var computation = SHA256()
        var failure: Errno?
        var isComplete = false
    }

    private let new: NewFile?
    private let state = Mutex(State())

    /// Writes to standard output.
    init() { new = nil }

    /// Creates a file.
    /// - Parameter examined: The subject of the manifest.
    /// - Throws: `Failure` if the file exists, or lies where it would change the subject.
    init(_ path: [UInt8], of examined: HostPath) throws {
        let name = DisplayText(bytes: path)
        try ContainerStore.requireOutside(path, isReadOnly: ReadOnlyOptions.isSet)
        guard let place = HostPath(path), let parent = place.parent?.followingLinks() else {
            throw Failure(.cannotCreate, "\(name): no such directory")
        }
        guard parent.path(below: examined) == nil else {
            throw Failure(.refused, "\(name): inside the examined directory; choose another directory")
        }
        do throws(PackingError) {
            new = try NewFile(at: parent.bytes + [0x2f] + place.name, permissions: 0o600)
        } catch {
            throw Failure(.cannotCreate, "\(name): \(DisplayText(error.message))")
        }
    }

    private var descriptor: Int32 { new?.file.number ?? STDOUT_FILENO }

    /// The identity of the file that is written; nil if it is none.
    var identity: FileIdentity? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Adds a line; an empty one is left out.
    /// - Returns: Whether it is worthwhile to continue.
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

    /// Why no more can be written: a `Failure`, or an `ExitCode` if the reader is gone; nil if more can.
    var failure: (any Error)? { state.withLock { $0.failure }.map(Self.failure) }

    private static func failure(_ errno: Errno) -> any Error {
        guard errno != .brokenPipe else { return ExitCode(0) }
        let status: Failure.Status = [ENOSPC, EDQUOT, EROFS].contains(errno.rawValue) ? .cannotCreate : .inputOutput
        return Failure(status, "the manifest could not be written: \(errno)")
    }

    /// Writes the rest, and gives the file its name.
    /// - Returns: The SHA-256 of everything written, as digits.
    /// - Throws: `Failure` if it could not be written; `ExitCode` if the reader is gone.
    func end() throws -> String {
        let (failure, digest) = state.withLock { state in
            flush(&state)
            return (state.failure, state.computation.end())
        }
        if let failure { throw Self.failure(failure) }
        if let new {
            do throws(PackingError) {
                try new.finish()
            } catch {
                if let errno = error.systemError { throw Self.failure(errno) }
                throw Failure(.cannotCreate, "the manifest could not be written: \(DisplayText(error.message))")
            }
        }
        state.withLock { $0.isComplete = true }
        return digest.hexadecimal()
    }

    private func flush(_ state: inout State) {
        guard state.failure == nil else { return }
        do throws(Errno) {
            // A terminal gets sanitized names; the digest covers the exact bytes.
            let isSeen = new == nil && OutputGate.output.isTerminal
            try writeAll(isSeen ? OutputGate.printable(state.waiting) : state.waiting, to: descriptor)
            state.waiting.withUnsafeBytes { state.computation.add($0) }
        } catch {
            state.failure = error
        }
        state.waiting.removeAll(keepingCapacity: true)
    }

    /// Removes the file if it is not complete.
    func discard() {
        guard let new, !state.withLock({ $0.isComplete }) else { return }
        new.discard()
    }
}
