import System
import TestSupport
import Testing

@testable import Transactions

/// Moves to another file system, into a directory that the same operation creates or moves.
enum MoveIntoNew: String, CaseIterable, Sendable {
    /// The operation creates the directory: undo moves it to the trash.
    case madeInContainer, madeOnHost, nested
    /// The operation moves the directory from elsewhere on the same file system: undo moves it back.
    case renamed

    static let names = ["Album", "one.bin"]

    func changes(_ scene: Scene) throws -> [Change] {
        switch self {
        case .madeInContainer, .nested:
            let directory = self == .nested ? "Documents/New/Inner" : "Documents/New"
            var changes: [Change] = [.makeDirectory(try scene.inContainer("Documents/New"))]
            if self == .nested { changes.append(.makeDirectory(try scene.inContainer(directory))) }
            return try changes
                + Self.names.map { .move(try scene.onHost($0), to: try scene.inContainer("\(directory)/\($0)")) }
        case .madeOnHost:
            return [.makeDirectory(try scene.onHost("New"))]
                + (try Self.names.map {
                    .move(try scene.inContainer("Documents/\($0)"), to: try scene.onHost("New/\($0)"))
                })
        case .renamed:
            return [.move(try scene.inContainer("Documents/Old"), to: try scene.inContainer("Documents/New"))]
                + (try Self.names.map { .move(try scene.onHost($0), to: try scene.inContainer("Documents/New/\($0)")) })
        }
    }

    /// The contents of the trash after an undo.
    var trashed: [String] {
        switch self {
        case .madeInContainer, .madeOnHost: ["./New d "]
        case .nested: ["./Inner d ", "./New d "]
        case .renamed: []
        }
    }

    /// Calls `body` with the scene before the operation; the host directory is on another file system.
    func withScene(_ body: (Scene) throws -> Void) throws {
        try Scene.with("tmpfs", "size=16m") { scene, _ in
            let side = self == .madeOnHost ? "container/Documents" : "host"
            for name in ["Album/sub/a", "Album/b", "one.bin"] { try scene.write("\(side)/\(name)", name) }
            try scene.write("container/Documents/Old/there before", "kept")
            try body(scene)
        }
    }
}

@Suite(
    "Sources set aside in a directory that is removed",
    .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"), .onManyThreads)
struct AsideTests {
    @Test(
        "undo and redo leave no set-aside file in the trash or elsewhere",
        arguments: MoveIntoNew.allCases)
    func undo(move: MoveIntoNew) throws {
        try move.withScene { scene in
            let before = try scene.state()
            #expect(try scene.execute(scene.plan(try move.changes(scene))).state == .done)
            let after = try scene.state()
            for round in 1...2 {
                #expect(try scene.undo().state == .done)
                #expect(try scene.state() == before)
                #expect(try scene.trashed() == move.trashed, "round \(round)")
                try scene.expectNoRests("undone, round \(round)")
                #expect(try scene.redo().state == .done)
                #expect(try scene.state() == after)
                #expect(try scene.trashed() == [])
                try scene.expectNoRests("done again, round \(round)")
            }
        }
    }

    @Test("an operation that fails and is rolled back leaves no set-aside file", arguments: MoveIntoNew.allCases)
    func takenBack(move: MoveIntoNew) throws {
        try move.withScene { scene in
            let before = try scene.state()
            var changes = try move.changes(scene)
            // Found missing after everything else is done.
            try scene.write("container/Documents/last", "last")
            changes.append(.trash(try scene.inContainer("Documents/last")))
            let plan = try scene.plan(changes, onError: .rollBack)
            #expect(unlink(scene.container + "/Documents/last") == 0)
            #expect(try scene.execute(plan).state == .rolledBack)
            #expect(try scene.state() == before)
            #expect(try scene.trashed() == [])
            try scene.expectNoRests()
        }
    }

    @Test(
        "one operation can move items of a directory to another file system and remove the directory",
        arguments: [true, false])
    func change(isTrashed: Bool) throws {
        try MoveIntoNew.madeInContainer.withScene { scene in
            let directory = try scene.onHost("Album")
            let changes: [Change] = [
                .move(try scene.onHost("Album/b"), to: try scene.inContainer("Documents/b")),
                isTrashed ? .trash(directory) : .move(directory, to: try scene.onHost("Elsewhere")),
            ]
            let before = try scene.state()
            #expect(try scene.execute(scene.plan(changes)).state == .done)
            try scene.expectNoRests()
            #expect(
                try scene.state("host") + scene.trashed()
                    == (isTrashed
                        ? [
                            "host./one.bin " + checksum("one.bin", before), "./Album d ", "./Album/sub d ",
                            "./Album/sub/a " + checksum("sub/a", before),
                        ]
                        : [
                            "host./Elsewhere d ", "host./Elsewhere/sub d ",
                            "host./Elsewhere/sub/a " + checksum("sub/a", before),
                            "host./one.bin " + checksum("one.bin", before),
                        ]))
            try scene.undo()
            #expect(try scene.state() == before)
            try scene.expectNoRests()
        }
    }

    /// Returns the checksum in the line that describes a file.
    private func checksum(_ name: String, _ state: [String]) -> String {
        state.first { $0.contains("/\(name) ") }.flatMap { DiskState.checksum(in: $0) }.map { String($0) } ?? "none"
    }

    @Test(
        "an undo that fails or is killed at any call is complete or has no effect, and leaves no set-aside file",
        arguments: MoveIntoNew.allCases, ["error=EIO", "signal=SIGKILL"]
    )
    func interrupted(move: MoveIntoNew, fault: String) throws {
        for call in ["renameat2", "unlinkat"] {
            // Until the undo makes fewer than n calls.
            var hasEnded = false
            for number in 1...60 where !hasEnded {
                try move.withScene { scene in
                    let before = try scene.state()
                    try scene.execute(scene.plan(try move.changes(scene)))
                    let done = try scene.state()
                    let log = scene.home("trace")
                    let result = try runCommand(
                        ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)"]
                            + ["-e", "inject=\(call):\(fault):when=\(number)"] + scene.probe("undo"))
                    let trace = String(decoding: try readFile(log), as: UTF8.self)
                    hasEnded = !trace.contains("INJECTED") && !trace.contains("+++ killed")
                    let comment: Comment = "\(move), \(fault) at \(call) \(number)"
                    _ = try scene.journal.recover()
                    let now = try scene.state()
                    // A source that could not be removed gets its visible name back and is reported.
                    let isKept = call == "unlinkat" && String(decoding: result.stdout, as: UTF8.self).contains("partly")
                    #expect(
                        now == before || now == done || isKept && Set(now).isStrictSuperset(of: before), comment)
                    #expect(try scene.trashed() == (now == done ? [] : move.trashed), comment)
                    try scene.expectNoRests(comment)
                }
            }
            #expect(hasEnded, "\(call) ends")
        }
    }

    @Test(
        "a source changed after the last check is kept beside its removed directory")
    func lateChange() throws {
        try MoveIntoNew.madeInContainer.withScene { scene in
            try scene.execute(scene.plan(try MoveIntoNew.madeInContainer.changes(scene)))
            let outcome = try scene.probe(["undo"], stoppedAfter: "renameat2", number: 5) {
                // Both sources are set aside, both copies have their names, the directory is in the trash.
                #expect(access(scene.container + "/Documents/New", F_OK) != 0)
                let asides = DiskState.paths(below: scene.container, prefix: ".sandglass-")
                let file = try #require(asides.first { access($0 + "/sub", F_OK) != 0 })
                try scene.home.write("LATER", to: String(file.dropFirst(scene.home.path.count + 1)))
            }
            #expect(outcome.state == "partly")
            #expect(outcome.failures.first?.reason.contains("Documents/one.bin") == true, "\(outcome.failures)")
            #expect(try readFile(scene.container + "/Documents/one.bin") == Array("LATER".utf8))
            #expect(try readFile(scene.host + "/one.bin") == Array("one.bin".utf8))
            #expect(try scene.trashed() == MoveIntoNew.madeInContainer.trashed)
            try scene.expectNoRests()
        }
    }
}
