import FoundationEssentials
import System
import TestSupport

@testable import Transactions

/// An outcome reported by another process.
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
    /// Runs the probe, stops it after a system call, calls `body`, and lets it continue to its end.
    ///
    /// - Parameters:
    ///   - call: The system call; `number` counts the calls of that name, on `path` if given.
    /// - Throws: `CommandError` if the call is never made.
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

    /// Returns the process that the tracer reports as stopped; nil if the tracer ended first and was waited for.
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
