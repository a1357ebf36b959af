import CDecoding
import System

/// A request, and the frames of the answer as they come from a decoder process.
///
/// The process may have been taken over by the file that it decodes: nothing that it says is trusted. A violation of
/// the protocol ends it, and so does abandoning the answer before its end.
final class DecoderExchange {
    /// A part of an answer. Bytes are valid until the next one is read.
    enum Frame {
        /// The size of a picture.
        case picture(sandglass_picture_size)
        /// Records of entries.
        case entries(UnsafeRawBufferPointer)
        /// Pixels or contents, their offset, and how many bytes of a compressed file have been read.
        case bytes(UnsafeRawBufferPointer, at: UInt64, packed: UInt64)
        /// The contents are in the file as they are: where, and how many bytes.
        case stored(at: UInt64, size: UInt64)
        /// The end, and a message.
        case end(sandglass_answer_end, String)
    }

    /// nil after a failure, or if the process ends after this answer.
    private var process: DecoderProcess?
    private var isComplete = false
    private var isFirst = true
    private let pool: DecoderPool
    private let number: UInt64
    private let limits: DecoderLimits
    private var signsOfLife = 0
    /// Of which the bytes from `begin` to `end` have been received, and not used.
    private var buffer: UnsafeMutableRawBufferPointer
    private var begin = 0
    private var end = 0

    /// The number of bytes received at a time, unless a frame is larger.
    private static let usualCapacity = 64 << 10
    /// The time between two looks at whether to stop, in milliseconds.
    private static let patience: Int32 = 10

    init(with process: DecoderProcess, about number: UInt64, for pool: DecoderPool, within limits: DecoderLimits) {
        (self.process, self.pool, self.number, self.limits) = (process, pool, number, limits)
        buffer = .allocate(byteCount: Self.usualCapacity, alignment: 16)
    }

    deinit {
        buffer.deallocate()
        if isComplete, let process { pool.keep(process) }
    }

    /// Returns the next frame.
    /// - Parameter mustStop: Checked at least a hundred times a second while nothing comes.
    /// - Throws: `DecodingFailure`; the process has ended.
    func next(_ mustStop: () -> Bool) throws(DecodingFailure) -> Frame {
        guard let process, !isComplete else { throw .unreliable }
        do throws(DecodingFailure) {
            while true {
                try receiveBytes(MemoryLayout<sandglass_frame>.size, from: process, mustStop)
                let header = buffer.loadUnaligned(fromByteOffset: begin, as: sandglass_frame.self)
                let kind = Int(header.kind)
                let maximum =
                    kind == SANDGLASS_FRAME_ENTRIES ? SANDGLASS_MOST_ENTRIES_LENGTH : Int(SANDGLASS_MOST_LENGTH)
                guard header.request == number, Int(header.length) <= maximum else { throw .unreliable }
                begin += MemoryLayout<sandglass_frame>.size
                try receiveBytes(Int(header.length), from: process, mustStop)
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[begin..<begin + Int(header.length)])
                begin += bytes.count
                guard kind == SANDGLASS_FRAME_WORKING else { return try frame(kind, header, bytes) }
                signsOfLife += 1
                guard bytes.isEmpty, signsOfLife <= limits.signsOfLife else { throw .unreliable }
            }
        } catch {
            self.process = nil
            // The status of a process that ends says more than a lost connection.
            guard case .ended = error else {
                _ = process.end()
                throw error
            }
            throw .ended(status: process.end(forcibly: false))
        }
    }

    private func frame(
        _ kind: Int, _ header: sandglass_frame, _ bytes: UnsafeRawBufferPointer
    ) throws(DecodingFailure) -> Frame {
        switch kind {
        case SANDGLASS_FRAME_PICTURE where bytes.count == MemoryLayout<sandglass_picture_size>.size:
            return .picture(bytes.loadUnaligned(as: sandglass_picture_size.self))
        case SANDGLASS_FRAME_ENTRIES where !bytes.isEmpty: return .entries(bytes)
        case SANDGLASS_FRAME_BYTES where !bytes.isEmpty: return .bytes(bytes, at: header.place, packed: header.packed)
        case SANDGLASS_FRAME_STORED where bytes.count == MemoryLayout<UInt64>.size:
            return .stored(at: header.place, size: bytes.loadUnaligned(as: UInt64.self))
        case SANDGLASS_FRAME_END:
            let size = MemoryLayout<sandglass_answer_end>.size
            guard bytes.count >= size, bytes.count <= size + Int(SANDGLASS_MOST_MESSAGE), begin == end else {
                throw .unreliable
            }
            let answer = bytes.loadUnaligned(as: sandglass_answer_end.self)
            isComplete = true
            if answer.is_last != 0 { process = nil }
            return .end(answer, String(decoding: bytes[size...], as: UTF8.self))
        default: throw .unreliable
        }
    }

    /// Ends the process because of its answer.
    func distrust() -> DecodingFailure {
        if let process { _ = process.end() }
        process = nil
        return .unreliable
    }

    /// Makes sure that so many bytes from `begin` on have been received.
    private func receiveBytes(
        _ count: Int, from process: DecoderProcess, _ mustStop: () -> Bool
    ) throws(DecodingFailure) {
        guard end - begin < count else { return }
        if begin == end { (begin, end) = (0, 0) }
        if begin + count > buffer.count { makeRoom(for: count) }
        var silence = 0
        // The first frame takes longer than it would to find out that it is not there.
        if isFirst { _ = sandglass_wait_readable(process.socket.number, Self.patience) }
        isFirst = false
        while end - begin < count {
            // Beyond a large frame, nothing is read: it would have to be moved.
            let room = max(begin + count, min(buffer.count, Self.usualCapacity)) - end
            let received = read(process.socket.number, buffer.baseAddress.map { $0 + end }, room)
            if received > 0 {
                end += received
                silence = 0
            } else if received < 0, errno == EAGAIN {
                // Data that has arrived is used even if the time is up: this program may have been suspended meanwhile.
                if mustStop() { throw .stopped }
                guard silence < limits.silence else { throw .silent }
                if sandglass_wait_readable(process.socket.number, Self.patience) <= 0 { silence += Int(Self.patience) }
            } else if received == 0 || errno != EINTR {
                throw .ended(status: 0)
            }
        }
    }

    /// Moves the received bytes to the beginning of the buffer, or of a larger one.
    private func makeRoom(for count: Int) {
        let received = UnsafeRawBufferPointer(rebasing: buffer[begin..<end])
        if count <= buffer.count {
            buffer.copyMemory(from: received)
        } else {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
            larger.copyMemory(from: received)
            buffer.deallocate()
            buffer = larger
        }
        (begin, end) = (0, received.count)
    }
}
