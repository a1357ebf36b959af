import FoundationEssentials
import System
import TestSupport

@testable import Transactions

/// An outcome as another process told it.
struct ToldOutcome: Decodable {
    struct Item: Decodable { let result: String }
    struct Failure: Decodable {
        let path: String
        let reason: String
        let errno: Int32
    }
    struct Note: Decodable {
        let path: String
        let note: String
    }

    let state: String
    let items: [Item]
    let failures: [Failure]
    let notes: [Note]
}

extension Scene {
    /// Runs the probe, stops it when a call has been made, calls `body`, and lets it go on to its end.
    ///
    /// - Parameters:
    ///   - call: the system call, of which `number` is counted among those that are about `path`.
    /// - Throws: `CommandError` where the call never came.
    func probe(
        _ words: [String],
        stoppedAfter call: String,
        number: Int,
        about path: String? = nil,
        _ body: () throws -> Void
    ) throws -> ToldOutcome {
        let (log, output) = (home("trace"), home("output"))
        let tracer =
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)"]
            + ["-e", "inject=\(call):signal=SIGSTOP:when=\(number)"] + (path.map { ["-P", $0] } ?? [])
        let process = try start(["sh", "-c", "exec \"$@\" > \"$0\"", output] + tracer + probe(words))
        var isWaitedFor = false
        defer { if !isWaitedFor { wait(for: process) } }
        guard let stopped = stoppedProcess(log, whileRunning: process) else {
            isWaitedFor = true
            throw CommandError(call: "\(call) \(number): \(try tail(log))", number: 0)
        }
        defer { kill(stopped, SIGCONT) }
        try body()
        kill(stopped, SIGCONT)
        wait(for: process)
        isWaitedFor = true
        return try JSONDecoder().decode(ToldOutcome.self, from: Data(try readFile(output)))
    }

    /// The process that the tracer says is stopped; nil where its end came first, and was waited for.
    private func stoppedProcess(_ log: String, whileRunning process: pid_t) -> pid_t? {
        while true {
            let text = (try? readFile(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if let line = text.split(separator: "\n").first(where: { $0.contains("stopped by SIGSTOP") }) {
                return line.split(separator: " ").first.flatMap { pid_t(String($0)) }
            }
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) != 0 { return nil }
            usleep(1_000)
        }
    }

    private func tail(_ log: String) throws -> String { String(decoding: try readFile(log).suffix(500), as: UTF8.self) }
}
