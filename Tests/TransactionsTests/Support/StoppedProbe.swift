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

/// A point at which a probe is stopped.
struct ProbeStop {
    /// The system call after which it is stopped.
    let call: String
    /// Which call of that name in its thread, from 1.
    let number: Int
    /// The name of the error that the call fails with instead of being made, such as `ENOSPC`; nil if it is made.
    var error: String?
    /// Whether it is killed afterwards.
    var isKilled = false
    /// The actions meanwhile.
    let body: () throws -> Void
}

extension Scene {
    /// Runs the probe, and returns how many calls of a name, and how many renames, the thread that first renames an item has
    /// made before.
    func callsBefore(
        renaming item: String, of call: String, in words: [String]
    ) throws -> (calls: Int, renames: Int) {
        let log = home("trace")
        let result = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call),renameat2"] + probe(words))
        guard result.status == 0 else { throw CommandError(call: "rename: \(result.text)", number: 0) }
        let lines = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n")
        guard let place = lines.firstIndex(where: { $0.contains("renameat2(") && $0.contains("\"\(item)\", ") }) else {
            throw CommandError(call: "rename \(item): \(try tail(log))", number: 0)
        }
        let thread = lines[place].prefix { $0 != " " }
        let before = lines[..<place].filter { $0.hasPrefix(thread) }
        return (before.count { $0.contains("\(call)(") }, before.count { $0.contains("renameat2(") })
    }

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
        _ body: @escaping () throws -> Void
    ) throws -> ToldOutcome {
        try probe(words, stops: [ProbeStop(call: call, number: number, body: body)], about: path)
    }

    /// Runs the probe, stops it after a system call, calls `body`, and lets it continue to its end.
    func probeWhateverItTells(
        _ words: [String], stoppedAfter call: String, number: Int, _ body: @escaping () throws -> Void
    ) throws {
        _ = try runProbe(words, stops: [ProbeStop(call: call, number: number, body: body)])
    }

    /// Runs the probe, stops it after a system call, calls `body`, and kills it.
    func probe(_ words: [String], killedAfter call: String, number: Int, _ body: @escaping () throws -> Void) throws {
        // A killed probe tells no outcome.
        _ = try runProbe(words, stops: [ProbeStop(call: call, number: number, isKilled: true, body: body)])
    }

    /// Runs the probe, stops it after several system calls of different names, one after the other, and lets it continue
    /// to its end.
    /// - Throws: `CommandError` if a call is never made.
    func probe(_ words: [String], stops: [ProbeStop], about path: String? = nil) throws -> ToldOutcome {
        try JSONDecoder().decode(ToldOutcome.self, from: Data(try runProbe(words, stops: stops, about: path)))
    }

    /// - Returns: The output.
    private func runProbe(_ words: [String], stops: [ProbeStop], about path: String? = nil) throws -> [UInt8] {
        let (log, output) = (home("trace"), home("output"))
        let tracer =
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(stops.map(\.call).joined(separator: ","))"]
            + stops.flatMap {
                ["-e", "inject=\($0.call)\($0.error.map { ":error=" + $0 } ?? ""):signal=SIGSTOP:when=\($0.number)"]
            }
            + (path.map { ["-P", $0] } ?? [])
        let process = try start(["sh", "-c", "exec \"$@\" > \"$0\"", output] + tracer + probe(words))
        var isWaitedFor = false
        var killed: [pid_t] = []
        defer { if !isWaitedFor { wait(for: process) } }
        for (index, stop) in stops.enumerated() {
            guard let stopped = stoppedProcess(log, index, whileRunning: process) else {
                isWaitedFor = true
                throw CommandError(call: "\(stop.call) \(stop.number): \(try tail(log))", number: 0)
            }
            defer { kill(stopped, stop.isKilled ? SIGKILL : SIGCONT) }
            if stop.isKilled { killed.append(stopped) }
            try stop.body()
        }
        wait(for: process)
        isWaitedFor = true
        // Until it is gone, its locks may be held.
        for process in killed {
            for _ in 0..<10_000 where kill(process, 0) == 0 { usleep(1_000) }
        }
        return try readFile(output)
    }

    /// Returns the process that the tracer reports as stopped; nil if the tracer ended first and was waited for.
    private func stoppedProcess(_ log: String, _ index: Int, whileRunning process: pid_t) -> pid_t? {
        while true {
            let text = (try? readFile(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            // Each thread of the process says so, one after the other.
            let stops = text.split(separator: "\n").filter { $0.contains("--- SIGSTOP {") }
            let isStopped = text.split(separator: "\n").count { $0.contains("stopped by SIGSTOP") } > index
            if isStopped, let line = stops.dropFirst(index).first {
                return line.split(separator: " ").first.flatMap { pid_t(String($0)) }
            }
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) != 0 { return nil }
            usleep(1_000)
        }
    }

    private func tail(_ log: String) throws -> String { String(decoding: try readFile(log).suffix(500), as: UTF8.self) }
}
