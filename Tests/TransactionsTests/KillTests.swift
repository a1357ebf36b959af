import Glibc
import TestSupport
import Testing

@testable import Transactions

/// What is killed.
enum Killed: String, CaseIterable, Sendable {
    case importing, exporting, moving, movingToAnotherDisk, replacing, trashingFromAnotherDisk, undoing
    case undoingAMoveToAnotherDisk

    /// Where the host's directory is.
    var hostParent: String? {
        switch self {
        case .exporting, .movingToAnotherDisk, .trashingFromAnotherDisk, .undoingAMoveToAnotherDisk: "/dev/shm"
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

@Suite("Killed at any moment", .serialized)
struct KillTests {
    private static let names = ["Album", "one.bin", "two.txt"]

    /// The scene before the operation.
    private func scene(_ killed: Killed) throws -> Scene {
        let scene = try Scene(hostOn: killed.hostParent)
        let source = killed == .exporting ? scene.container + "/Documents" : scene.host
        let script = """
            set -e
            cd "$1"
            mkdir -p Album/sub/deeper
            for i in 1 2 3 4 5 6 7 8; do head -c 20000 /dev/urandom > Album/sub/$i; done
            head -c 300000 /dev/urandom > Album/sub/deeper/large
            ln -s deeper/large Album/sub/link
            head -c 2000000 /dev/urandom > one.bin
            echo two > two.txt
            """
        _ = try runCommand(["sh", "-c", script, "sh", source])
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

    /// The lines of a state that are about one top item of one side.
    private func lines(_ state: [String], _ side: String, _ name: String) -> [String] {
        let directory = side == "container" ? "container./Documents/" : "host./"
        return state.filter { line in
            line.hasPrefix(directory + name + " ") || line.hasPrefix(directory + name + "/")
        }.map { String($0.dropFirst(directory.count)) }
    }

    /// What may be where: every top item as it was before on both sides, or as it is afterwards on both sides.
    private func expectWhole(
        _ scene: Scene, _ before: [String], _ after: [String], mayHaveBoth: Bool, _ comment: String
    ) throws {
        let now = try scene.state()
        for name in Self.names {
            for side in ["container", "host"] {
                let found = lines(now, side, name)
                let wanted = [lines(before, side, name), lines(after, side, name)]
                // Between two renames a name may have nothing.
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

    /// Whether everything that was anywhere before is somewhere: contents by their checksums.
    private func expectNothingLost(_ scene: Scene, _ before: [String], _ comment: String) throws {
        let now = try scene.state() + scene.trashed()
        let found = Set(now.compactMap { $0.split(separator: " ").last })
        for line in before where line.split(separator: " ").last?.count == 64 {
            #expect(found.contains(line.split(separator: " ").last!), "\(comment): lost \(line)")
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
        #expect(try scene.temporaries() == [], "\(comment)")
        let (names, infos) = try (
            runCommand(["sh", "-c", "cd '\(scene.home("data/Trash/files"))' 2>/dev/null && ls -A"]),
            runCommand([
                "sh", "-c", "cd '\(scene.home("data/Trash/info"))' 2>/dev/null && ls -A | sed 's/.trashinfo$//'",
            ])
        )
        #expect(names.stdout == infos.stdout, "\(comment): the trash's notes are not those of its items")
        #expect(try scene.journal.recover().isEmpty, "\(comment): there is something left to recover")
        #expect(try scene.journal.entries().allSatisfy { $0.state != .interrupted }, "\(comment)")
        let left = try runCommand(["find", scene.home("state"), "-name", "*.running"])
        #expect(left.stdout.isEmpty, "\(comment)")
    }

    /// What the operation leads to when nobody kills it, and how long that takes.
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

    /// The contents are random: what is compared are names and which old file a checksum belongs to.
    private func translated(_ after: [String], from one: [String], to other: [String]) -> [String] {
        func sums(_ state: [String]) -> [String: String] {
            var sums: [String: String] = [:]
            for line in state {
                let words = line.split(separator: " ")
                guard let sum = words.last, sum.count == 64 else { continue }
                sums[words.dropLast().joined(separator: " ")] = String(sum)
            }
            return sums
        }
        let (from, to) = (sums(one), sums(other))
        var names: [String: String] = [:]
        for (path, sum) in from { names[sum] = to[path] }
        return after.map { line in
            guard let sum = line.split(separator: " ").last, sum.count == 64 else { return line }
            return line.dropLast(64) + (names[String(sum)] ?? String(sum))
        }.sorted()
    }

    /// Contents that an undo brings back out of the trash are known there.
    private func known(_ scene: Scene) throws -> [String] {
        try scene.state() + scene.trashed().map { "trash" + $0 }
    }

    @Test("at a random moment: whole files, and no rests once recovered", arguments: Killed.allCases)
    func random(killed: Killed) throws {
        let template = try scene(killed)
        let templateBefore = try known(template)
        let (templateAfter, microseconds) = try undisturbed(killed, like: template)
        let rounds = runsLongTests ? 200 : 2
        var kills = 0
        for round in 0..<rounds {
            let scene = try scene(killed)
            let before = try known(scene)
            let after = translated(templateAfter, from: templateBefore, to: before)
            let process = try start(scene.probe(killed.words(scene)))
            let delay = UInt32.random(in: 0...microseconds)
            usleep(delay)
            kill(process, SIGKILL)
            if wait(for: process) { kills += 1 }
            try check(killed, scene, before, after, "\(killed) round \(round), killed after \(delay) µs")
        }
        if runsLongTests { print("\(killed): \(kills) of \(rounds) killed before their end") }
    }

    private static let hasTracer = hasCommand("strace")

    @Test(
        "before the n-th call of each kind: whole files, and no rests once recovered",
        .enabled(if: hasTracer),
        arguments: Killed.allCases
    )
    func calls(killed: Killed) throws {
        let template = try scene(killed)
        let templateBefore = try known(template)
        let log = template.home("trace")
        let kinds =
            "renameat2,fsync,syncfs,unlinkat,unlink,mkdirat,openat,write,pwrite64,copy_file_range,ioctl,ftruncate"
        let result = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(kinds)"] + template.probe(killed.words(template)))
        #expect(result.status == 0)
        let templateAfter = try template.state()
        // How often each call came after the program had begun with the journal.
        var calls: [(name: String, number: Int)] = []
        var counts: [String: Int] = [:]
        var hasBegun = false
        for line in String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let end = words[1].firstIndex(of: "(") else { continue }
            let name = String(words[1][..<end])
            counts[name, default: 0] += 1
            if line.contains("/state/sandglass") { hasBegun = true }
            if hasBegun { calls.append((name, counts[name]!)) }
        }
        #expect(calls.count > 10)
        if !runsLongTests {
            // Rare calls are where something happens: two of them, of different kinds.
            var chosen: [(name: String, number: Int)] = []
            for group in Dictionary(grouping: calls, by: \.name).values.sorted(by: { $0.count < $1.count }) {
                if let call = group.randomElement() { chosen.append(call) }
            }
            calls = Array(chosen.prefix(2))
        }
        for (name, number) in calls {
            let scene = try scene(killed)
            let before = try known(scene)
            let after = translated(templateAfter, from: templateBefore, to: before)
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
