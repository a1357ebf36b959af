import System
import TestSupport
import Testing

@testable import Transactions

/// The operation that is killed.
enum Killed: String, CaseIterable, Sendable {
    case importing, exporting, moving, movingToAnotherDisk, replacing, trashingFromAnotherDisk, undoing
    case undoingAMoveToAnotherDisk

    /// The parent directory of the container. A killed process leaves the same files on any file system, so only the
    /// long tests wait for a real disk.
    static let parent = runsLongTests ? "/tmp" : "/dev/shm"

    /// The parent directory of the host directory; nil for the container's.
    var hostParent: String? {
        switch self {
        case .exporting, .movingToAnotherDisk, .trashingFromAnotherDisk, .undoingAMoveToAnotherDisk:
            runsLongTests ? "/dev/shm" : "/tmp"
        default: nil
        }
    }

    func words(_ scene: Scene) -> [String] {
        let (container, host) = ("container:\(scene.container)", "host:\(scene.host)")
        let names = ["Album", "Documents/Album", "one.bin", "Documents/one.bin", "two.txt", "Documents/two.txt"]
        switch self {
        case .importing: return ["copy", host, container] + names
        case .replacing: return ["copy", host, container] + names + ["--replace"]
        case .moving, .movingToAnotherDisk: return ["move", host, container] + names
        case .exporting:
            return ["copy", container, host] + ["Album", "one.bin", "two.txt"].flatMap { ["Documents/\($0)", $0] }
        case .trashingFromAnotherDisk: return ["trash", host, "Album", "one.bin", "two.txt"]
        case .undoing, .undoingAMoveToAnotherDisk: return ["undo"]
        }
    }
}

@Suite("Processes killed at any time", .serialized, .onManyThreads)
struct KillTests {
    private static let names = ["Album", "one.bin", "two.txt"]

    /// Returns the scene before the operation.
    private func scene(_ killed: Killed) throws -> Scene {
        let scene = try Scene(on: Killed.parent, hostOn: killed.hostParent)
        let source = killed == .exporting ? "container/Documents" : "host"
        // The same in every scene, so that the results of rounds can be compared.
        let side = killed == .exporting ? scene.home : scene.other ?? scene.home
        func fill(_ name: String, _ size: Int) throws {
            var generator = SeededGenerator(seed: UInt64(size) << 8 + UInt64(name.utf8.last ?? 0))
            let block = (0..<1_024).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
            var bytes: [UInt8] = []
            while bytes.count < size { bytes += block }
            bytes.removeLast(bytes.count - size)
            try side.write(bytes, to: "\(source)/\(name)")
        }
        for number in 1...8 { try fill("Album/sub/\(number)", 20_000) }
        try fill("Album/sub/deeper/large", 300_000)
        try fill("one.bin", 2_000_000)
        try fill("two.txt", 8)
        try side.link("\(source)/Album/sub/link", to: "deeper/large")
        switch killed {
        case .replacing:
            try scene.write("container/Documents/Album", "the album that was a file")
            try scene.write("container/Documents/one.bin", "the old one")
        case .undoing:
            try scene.write("container/Documents/one.bin", "the old one")
            let result = try runCommand(scene.probe(Killed.replacing.words(scene)))
            #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
        case .undoingAMoveToAnotherDisk:
            let result = try runCommand(scene.probe(Killed.movingToAnotherDisk.words(scene)))
            #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
        default: break
        }
        return scene
    }

    /// Returns the lines of a state that describe one top-level item of one side.
    private func lines(_ state: [String], _ side: String, _ name: String) -> [String] {
        let directory = side == "container" ? "container./Documents/" : "host./"
        return state.filter { line in
            line.hasPrefix(directory + name + " ") || line.hasPrefix(directory + name + "/")
        }.map { String($0.dropFirst(directory.count)) }
    }

    /// Expects every top-level item to be in its old state on both sides or in its new state on both sides.
    ///
    /// With `mayHaveBoth`, each side is in either state or, between two renames, empty.
    private func expectWhole(
        _ scene: Scene, _ before: [String], _ after: [String], mayHaveBoth: Bool, _ comment: String
    ) throws {
        let now = try scene.state()
        for name in Self.names {
            for side in ["container", "host"] {
                let found = lines(now, side, name)
                let wanted = [lines(before, side, name), lines(after, side, name)]
                // Between two renames nothing may have the name.
                #expect(
                    wanted.contains(found) || mayHaveBoth && found.isEmpty,
                    "\(comment): \(side) has half of \(name): \(found)")
            }
            guard !mayHaveBoth else { continue }
            let pair = [lines(now, "container", name), lines(now, "host", name)]
            let old = [lines(before, "container", name), lines(before, "host", name)]
            let new = [lines(after, "container", name), lines(after, "host", name)]
            #expect(pair == old || pair == new, "\(comment): \(name) is at neither side as a whole")
        }
    }

    /// Expects the contents of every earlier file to exist somewhere, compared by checksum.
    private func expectNothingLost(_ scene: Scene, _ before: [String], _ comment: String) throws {
        let now = try scene.state() + scene.trashed()
        let found = Set(now.compactMap { DiskState.checksum(in: $0) })
        for line in before {
            if let sum = DiskState.checksum(in: line) { #expect(found.contains(sum), "\(comment): lost \(line)") }
        }
    }

    private func check(_ killed: Killed, _ scene: Scene, _ before: [String], _ after: [String], _ comment: String)
        throws
    {
        try expectWhole(scene, before, after, mayHaveBoth: true, comment + ", before recovery")
        let report = try scene.journal.recover()
        #expect(report.items.count <= 1, "\(comment)")
        #expect(report.items.allSatisfy { $0.problems.isEmpty && $0.result != .postponed }, "\(comment): \(report)")
        try expectWhole(scene, before, after, mayHaveBoth: false, comment)
        try expectNothingLost(scene, before, comment)
        #expect(try scene.journal.entries().allSatisfy { $0.state != .interrupted }, "\(comment)")
        try scene.expectNoRests("\(comment)")
    }

    /// Returns the state after the operation when it is not killed, and its duration.
    private func undisturbed(_ killed: Killed, like template: Scene) throws -> (after: [String], microseconds: UInt32) {
        let began = clock()
        let result = try runCommand(template.probe(killed.words(template)))
        #expect(result.status == 0, "\(String(decoding: result.stderr + result.stdout, as: UTF8.self))")
        return (try template.state(), UInt32(max(2_000, clock() - began)))
    }

    private func clock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    /// Returns the current state and the contents of the trash, which an undo restores.
    private func known(_ scene: Scene) throws -> [String] {
        try scene.state() + scene.trashed().map { "trash" + $0 }
    }

    @Test(
        "after a kill at a random time, files are whole, and recovery leaves no temporary", arguments: Killed.allCases)
    func random(killed: Killed) throws {
        let template = try scene(killed)
        let (after, microseconds) = try undisturbed(killed, like: template)
        let rounds = runsLongTests ? 200 : 2
        var kills = 0
        for round in 0..<rounds {
            let scene = try scene(killed)
            let before = try known(scene)
            let process = try start(scene.probe(killed.words(scene)))
            let delay = UInt32.random(in: 0...microseconds)
            usleep(delay)
            kill(process, SIGKILL)
            if wait(for: process) { kills += 1 }
            try check(killed, scene, before, after, "\(killed) round \(round), killed after \(delay) µs")
        }
        if runsLongTests { print("\(killed): \(kills) of \(rounds) killed before their end") }
    }

    @Test(
        "after a kill before any call, files are whole, and recovery leaves no temporary",
        arguments: Killed.allCases
    )
    func calls(killed: Killed) throws {
        let template = try scene(killed)
        let log = template.home("trace")
        let kinds =
            "renameat2,fsync,syncfs,unlinkat,unlink,mkdirat,openat,write,pwrite64,copy_file_range,ioctl,ftruncate"
        let result = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(kinds)"] + template.probe(killed.words(template)))
        #expect(result.status == 0)
        let after = try template.state()
        // The calls since the first one on the state directory, each with its number among the calls of its name.
        var calls: [(name: String, number: Int)] = []
        var counts: [String: Int] = [:]
        var hasBegun = false
        for line in String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let end = words[1].firstIndex(of: "(") else { continue }
            // strace pads short process IDs with spaces.
            let name = String(words[1][..<end].drop { $0 == " " })
            counts[name, default: 0] += 1
            if line.contains("/state/sandglass") { hasBegun = true }
            if hasBegun { calls.append((name, counts[name]!)) }
        }
        #expect(calls.count > 10)
        if !runsLongTests {
            // Rare calls are the decisive ones: two of them, of different names.
            var chosen: [(name: String, number: Int)] = []
            for group in Dictionary(grouping: calls, by: \.name).values.sorted(by: { $0.count < $1.count }) {
                if let call = group.randomElement() { chosen.append(call) }
            }
            calls = Array(chosen.prefix(2))
        }
        for (name, number) in calls {
            let scene = try scene(killed)
            let before = try known(scene)
            _ = try runCommand(
                [
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(name)", "-e",
                    "inject=\(name):signal=SIGKILL:when=\(number)",
                ] + scene.probe(killed.words(scene)))
            try check(killed, scene, before, after, "\(killed), killed before \(name) \(number)")
        }
        if runsLongTests { print("\(killed): killed before each of \(calls.count) calls") }
    }
}
