import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs
import System
import TestSupport
import Testing

@testable import Comparison

/// A directory that is watched while scripts change it.
final class WatchedDirectory {
    let directory = TemporaryDirectory()
    let watch: SideWatch

    /// - Parameters:
    ///   - script: Makes what is in `d`. `database` opens `d/s.db` in autocommit mode, with statements that are run.
    ///   - path: What is watched.
    ///   - polling: How files are looked at of which the system reports no changes.
    init(
        _ script: String, path: ContainerPath = .root, polling: SideWatch.Polling = SideWatch.Polling()
    ) throws {
        try Python.run(Self.functions + "os.mkdir('d')\n" + script, [directory.path])
        watch = try SideWatch(
            path, of: try HostTree.open(Array(directory("d").utf8)), in: nil,
            state: StateDirectory(path: directory("state")), polling: polling)
        try watch.makeStartingPoint { path, reason in Issue.record("\(path): \(reason)") }
    }

    deinit { watch.close() }

    private static let functions = Script.text("watched_directory_functions")

    /// Runs a script, and returns what is told until the file `end` is: `changed value list.plist:theme "light" "dark"`.
    func changes(_ script: String) throws -> [String] {
        try Python.run(Self.functions + script, [directory.path])
        try Python.run(Self.functions + "write('end', 'end')", [directory.path])
        var lines: [String] = []
        let deadline = MonotonicClock.now() + 60_000_000_000
        func receive() throws {
            var isOver = false
            while !isOver {
                let step = watch.next(until: deadline) { report in
                    switch report {
                    case .change(let told) where told.difference.path == "end": isOver = true
                    case .change(let told): lines.append(told.difference.watchedLine)
                    case .problem(let path, let reason): lines.append("problem \(path) \(reason)")
                    }
                    return true
                }
                guard step == .looked else { throw EndedWatch(waitingFor: "the file `end`") }
            }
        }
        try receive()
        try Python.run("import os, sys; os.unlink(sys.argv[1])", [directory("d/end")])
        try receive()
        return lines.sorted()
    }

    /// The number of stored files, in the temporary time point.
    func storedFiles() throws -> [String] {
        try runCommand(["find", directory("state"), "-type", "f"]).lines.map(String.init)
    }
}

extension Difference {
    var watchedLine: String { line + (count.map { " count \($0)" } ?? "") }
}

extension WatchedDirectory {
    /// Returns the first change that is told.
    func first() throws -> String {
        var line: String?
        let deadline = MonotonicClock.now() + 60_000_000_000
        while line == nil {
            let step = watch.next(until: deadline) { report in
                if case .change(let change) = report, line == nil { line = change.difference.watchedLine }
                return true
            }
            guard step == .looked else { throw EndedWatch(waitingFor: "a change") }
        }
        return line ?? ""
    }

    /// Does what the loss of events does.
    func loseEvents() {
        watch.hasLostEvents = true
        watch.pending.addAll(below: .root)
    }
}

/// A watch that ended, or told nothing for a minute.
private struct EndedWatch: Error {
    let waitingFor: String
}
