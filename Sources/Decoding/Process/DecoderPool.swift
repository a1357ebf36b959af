import CDecoding
import Synchronization
import System

/// The decoder processes of one container. They are started when they are first needed, each answers one request at a time,
/// and they are kept while they behave.
package final class DecoderPool: Sendable {
    private let program: DecoderProgram
    private let limits: DecoderLimits
    private let idle = Mutex<[DecoderProcess]>([])

    /// Creates a pool without a process.
    package init(_ program: DecoderProgram = .own, within limits: DecoderLimits = DecoderLimits()) {
        self.program = program
        self.limits = limits
    }

    /// The identifier of a process that waits for a request; nil if there is none.
    var processIdentifier: pid_t? { idle.withLock { $0.last?.process } }

    /// The number of processes that are kept; as many workers read one container at a time.
    private static let maxIdle = 2

    /// The numbers of requests are unique among all processes.
    private static let lastNumber = Atomic<UInt64>(0)

    /// Sends a request to a process, which is started if none is idle.
    /// - Throws: `DecodingFailure`
    func beginExchange(_ request: sandglass_request, _ file: Descriptor) throws(DecodingFailure) -> DecoderExchange {
        var request = request
        request.number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        // An idle process may have been ended from outside.
        while let process = idle.withLock({ $0.popLast() }) {
            guard process.send(request, file) else { continue }
            return DecoderExchange(with: process, about: request.number, for: self, within: limits)
        }
        let process = try DecoderProcess(program)
        guard process.send(request, file) else { throw .ended(status: process.end()) }
        return DecoderExchange(with: process, about: request.number, for: self, within: limits)
    }

    /// Keeps a process that has answered completely.
    func keep(_ process: DecoderProcess) {
        idle.withLock { if $0.count < Self.maxIdle { $0.append(process) } }
    }
}

/// Limits on the answers of a decoder process.
package struct DecoderLimits: Sendable {
    /// How long the process may be silent, in milliseconds during which this program waits. It gives ten signs of life a
    /// second while it reads.
    package var silence: Int
    /// The number of signs of life in an answer.
    package var signsOfLife: Int

    /// Creates the limits for files from anywhere: half a minute, and signs of life for an hour.
    package init(silence: Int = 30_000, signsOfLife: Int = 36_000) {
        self.silence = silence
        self.signsOfLife = signsOfLife
    }
}
