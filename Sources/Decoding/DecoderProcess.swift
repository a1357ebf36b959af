import CDecoding
import Formats
import Synchronization
import System

/// This program in the mode in which it decodes pictures, as a process of its own that can do nothing else.
///
/// The process ends when this object is released, or when this program ends.
final class DecoderProcess: Sendable {
    private let socket: Descriptor
    /// The process identifier.
    let process: pid_t
    private let isRunning = Atomic(true)

    /// Starts the process.
    /// - Throws: `DecodingFailure.unavailable`
    init() throws(DecodingFailure) {
        var opened: Int32 = -1
        let started = withNullTerminated(Array("sandglass".utf8)) { name in
            let arguments = [name, sandglass_decoder_argument, nil]
            return arguments.withUnsafeBufferPointer {
                // The path names the child's own executable: the same file, even if another replaced it on disk.
                sandglass_start_helper("/proc/self/exe", $0.baseAddress, &opened)
            }
        }
        if let failure = Errno(answer: started) { throw .unavailable(failure) }
        socket = Descriptor(owning: opened)
        process = started
    }

    deinit { _ = end() }

    /// Whether the process waits for a file, as far as is known.
    var isReady: Bool {
        guard isRunning.load(ordering: .relaxed) else { return false }
        var status: Int32 = 0
        if waitpid(process, &status, WNOHANG) == 0 { return true }
        isRunning.store(false, ordering: .relaxed)
        return false
    }

    /// Decodes a file.
    /// - Parameters:
    ///   - size: The number of bytes to read.
    ///   - mustStop: Checked at least a hundred times a second.
    /// - Throws: `DecodingFailure`; the process has ended if that is `stopped`, `ended` or `unreliable`.
    func decode(
        _ file: Descriptor,
        size: UInt64,
        toFit box: PictureBox,
        mustStop: () -> Bool
    ) throws(DecodingFailure) -> DecodedPicture {
        do throws(DecodingFailure) {
            var request = sandglass_decode_request(
                size: size, most_width: UInt32(box.width), most_height: UInt32(box.height))
            let failure = sandglass_send_descriptor(
                socket.number, &request, MemoryLayout.size(ofValue: request), file.number)
            guard failure == 0 else { throw .ended(status: 0) }
            return try receive(toFit: box, mustStop: mustStop)
        } catch {
            switch error {
            case .ended:
                // What a process says as it ends tells more than that the connection is lost.
                let status = end(forcibly: false)
                throw .ended(status: status)
            case .stopped, .unreliable: _ = end()
            default: break
            }
            throw error
        }
    }

    private func receive(toFit box: PictureBox, mustStop: () -> Bool) throws(DecodingFailure) -> DecodedPicture {
        var answer = sandglass_decode_answer()
        try withUnsafeMutableBytes(of: &answer) { bytes throws(DecodingFailure) in try fill(bytes, mustStop) }
        if let failure = DecodingFailure(answer.outcome) {
            if answer.is_last != 0 { _ = end() }
            throw failure
        }
        // The decoder has seen hostile bytes: nothing of what it says is taken on trust.
        let (width, height) = (Int(answer.width), Int(answer.height))
        let (fullWidth, fullHeight) = (Int(answer.full_width), Int(answer.full_height))
        guard (1...box.width).contains(width), (1...box.height).contains(height), width <= fullWidth,
            height <= fullHeight, width * height <= PictureBox.mostPixels
        else { throw .unreliable }
        var failure: DecodingFailure?
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            do throws(DecodingFailure) {
                try fill(UnsafeMutableRawBufferPointer(buffer), mustStop)
                count = width * height * 4
            } catch { failure = error }
        }
        if let failure { throw failure }
        if answer.is_last != 0 { _ = end() }
        return DecodedPicture(
            Picture(width: width, height: height, pixels: pixels), fullWidth: fullWidth, fullHeight: fullHeight,
            isPartial: answer.outcome == SANDGLASS_DECODED_PARTLY.rawValue)
    }

    /// Receives as many bytes as the buffer has.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ mustStop: () -> Bool) throws(DecodingFailure) {
        var filled = 0
        while filled < buffer.count {
            let count = read(socket.number, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            if count > 0 {
                filled += count
            } else if count < 0, errno == EAGAIN {
                // What has arrived is used even if the time is up: this program may have been suspended meanwhile.
                if mustStop() { throw .stopped }
                _ = sandglass_wait_readable(socket.number, Self.patience)
            } else if count == 0 || errno != EINTR {
                throw .ended(status: 0)
            }
        }
    }

    /// The time between two looks at whether to stop, in milliseconds.
    private static let patience: Int32 = 10

    /// Waits for the process to end.
    /// - Returns: The exit status, or 128 and the number of the signal.
    private func end(forcibly: Bool = true) -> Int32 {
        guard isRunning.exchange(false, ordering: .relaxed) else { return 0 }
        if forcibly { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 0 }
        }
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }
}
