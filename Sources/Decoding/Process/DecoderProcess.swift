import CDecoding
import Synchronization
import System

/// This program in its mode for decoding foreign files: a separate process that can do nothing else.
///
/// The process ends when this object is released, or when this program ends.
final class DecoderProcess: Sendable {
    let socket: Descriptor
    /// The process identifier.
    let process: pid_t
    private let isRunning = Atomic(true)

    /// Starts the process.
    /// - Throws: `DecodingFailure.unavailable`
    init(_ program: DecoderProgram) throws(DecodingFailure) {
        var opened: Int32 = -1
        // Each argument and its end.
        let bytes = program.arguments.flatMap { Array($0.utf8) + [0] }.map { CChar(bitPattern: $0) }
        var offset = 0
        let offsets = program.arguments.map { argument in
            defer { offset += argument.utf8.count + 1 }
            return offset
        }
        let started = withNullTerminated(Array(program.path.utf8)) { path in
            bytes.withUnsafeBufferPointer { bytes in
                let arguments = offsets.map { place in bytes.baseAddress.map { $0 + place } } + [nil]
                return arguments.withUnsafeBufferPointer { sandglass_start_helper(path, $0.baseAddress, &opened) }
            }
        }
        if let failure = Errno(answer: started) { throw .unavailable(failure) }
        socket = Descriptor(owning: opened)
        process = started
    }

    deinit { _ = end() }

    /// Sends a request.
    /// - Returns: Whether that succeeded; false if the process has ended.
    func send(_ request: sandglass_request, _ file: Descriptor) -> Bool {
        var request = request
        return sandglass_send_descriptor(
            socket.number, &request, MemoryLayout.size(ofValue: request), file.number) == 0
    }

    /// Waits for the process to end.
    /// - Parameter forcibly: Whether to kill it at once, rather than after a second.
    /// - Returns: The exit status, or 128 and the number of the signal.
    func end(forcibly: Bool = true) -> Int32 {
        guard isRunning.exchange(false, ordering: .relaxed) else { return 0 }
        var status: Int32 = 0
        // A process that closed its socket need not end.
        let deadline = MonotonicClock.now() + (forcibly ? 0 : 1_000_000_000)
        while MonotonicClock.now() < deadline {
            guard waitpid(process, &status, WNOHANG) == 0 else { return Self.exitStatus(status) }
            usleep(1_000)
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 0 }
        }
        return Self.exitStatus(status)
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }
}
