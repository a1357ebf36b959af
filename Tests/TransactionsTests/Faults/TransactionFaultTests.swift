import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

/// The operation and the error policy that a fault is tested with.
struct FaultCase: Sendable, CustomTestStringConvertible {
    let policy: ErrorPolicy
    let isMove: Bool

    static let all = ErrorPolicy.allCases.flatMap { policy in
        [false, true].map { FaultCase(policy: policy, isMove: $0) }
    }

    var testDescription: String { "\(isMove ? "move" : "copy"), \(policy)" }

    func change(_ from: ItemAddress, _ to: ItemAddress) -> Change { isMove ? .move(from, to: to) : .copy(from, to: to) }
}

@Suite("Transactions on failing disks", .onManyThreads)
struct TransactionFaultTests {
    /// Returns the changes that take three items from the container to the host; the middle one is a tree.
    private func changes(_ fault: FaultCase, _ scene: Scene) throws -> [Change] {
        try ["a.txt", "Album", "z.txt"].map { name in
            fault.change(try scene.inContainer("Documents/\(name)"), try scene.onHost(name))
        }
    }

    private func fill(_ scene: Scene) throws {
        for name in ["a.txt", "Album/small", "Album/sub/fine", "z.txt"] {
            try scene.write("container/Documents/\(name)", name)
        }
    }

    /// Expects a fault in Album to have affected Album alone, or everything under the roll-back policy.
    private func expect(_ outcome: Outcome, _ fault: FaultCase, _ scene: Scene, _ before: [String]) throws {
        let now = try scene.state()
        let sources = before.filter { $0.hasPrefix("container./Documents/") }
        switch fault.policy {
        case .rollBack:
            #expect(outcome.state == .rolledBack)
            #expect(outcome.counts == ItemCounts())
            #expect(outcome.items.allSatisfy { [.failed, .notDone].contains($0.result) })
            #expect(now == before)
        case .goOn:
            #expect(outcome.state == .partly)
            #expect(outcome.items.map(\.result) == [.done, fault.isMove ? .failed : .partly, .done])
            for name in ["a.txt", "z.txt"] {
                let line = try #require(sources.first { $0.hasPrefix("container./Documents/\(name) ") })
                #expect(now.contains("host./" + line.dropFirst("container./Documents/".count)))
                #expect(now.contains(line) == !fault.isMove)
            }
            #expect(now.contains { $0.hasPrefix("host./Album ") } == !fault.isMove)
            let album = sources.filter { $0.contains("/Album") }
            #expect(now.filter { $0.hasPrefix("container./Documents/Album") } == album)
            // Everything that arrived equals its source.
            for line in now where line.hasPrefix("host./Album/") {
                #expect(album.contains("container./Documents/" + line.dropFirst("host./".count)))
            }
        }
        try scene.expectNoRests()
    }

    @Test(
        "a full disk is reported for the file, and no partial file remains",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: FaultCase.all)
    func fullDisk(fault: FaultCase) throws {
        try Scene.with("tmpfs", "size=1m") { scene, _ in
            try fill(scene)
            try scene.home.write([UInt8](repeating: 1, count: 3 << 20), to: "container/Documents/Album/large")
            let before = try scene.state()
            let plan = try scene.plan(try changes(fault, scene), onError: fault.policy)
            #expect(plan.warnings.first.contains { if case .littleSpace = $0 { true } else { false } })
            let outcome = try scene.execute(plan)
            let failures = outcome.failures(below: scene.container)
            #expect(failures["Documents/Album/large"] == ENOSPC && failures.values.allSatisfy { $0 == ENOSPC })
            #expect(outcome.failures.first.allSatisfy { $0.reason.hasSuffix("no space left on the disk") })
            // A process that another test is spawning can keep the removed partial file open for a moment, and with it
            // its space: then the other files fail as well.
            guard failures.count == 1 else { return try scene.expectNoRests() }
            try expect(outcome, fault, scene, before)
        }
    }

    @Test(
        "running out of inodes is reported for the item that needs one",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"), arguments: ErrorPolicy.allCases)
    func noNames(policy: ErrorPolicy) throws {
        try Scene.with("tmpfs", "size=1m,nr_inodes=4") { scene, _ in
            let before = try scene.state()
            let plan = try scene.plan(
                [
                    .makeDirectory(scene.onHost("new")), .writeFile(scene.onHost("file"), [1]),
                    .makeDirectory(scene.inContainer("Documents/new")),
                ],
                onError: policy)
            let outcome = try scene.execute(plan)
            #expect(outcome.failures(below: scene.host) == ["file": ENOSPC])
            let added = policy == .goOn ? ["container./Documents/new d ", "host./new d "] : []
            #expect(try scene.state() == (before + added).sorted())
            try scene.expectNoRests()
        }
    }

    @Test(
        "a full disk under the journal prevents the transaction from beginning",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func fullJournal() throws {
        try Scene.with("tmpfs", "size=64k") { scene, place in
            try fill(scene)
            _ = try runCommand(["sh", "-c", "cat /dev/zero > \"$1\"", "sh", place("filler")])
            let environment = TransactionEnvironment(
                stateDirectory: Array(place("state").utf8), trashDirectory: scene.environment.trashDirectory)
            let before = try scene.state()
            let plan = try scene.plan([
                .move(scene.inContainer("Documents/a.txt"), to: scene.inContainer("Documents/b.txt")),
                .trash(scene.inContainer("Documents/Album")),
            ])
            #expect(throws: TransactionError.self) {
                try Transaction.execute(
                    plan, in: environment, roots: RootTable(), progress: ProgressMeter(), cancellation: Cancellation())
            }
            #expect(try scene.state() == before)
            try scene.expectNoRests()
        }
    }

    @Test(
        "a full disk under the trash leaves the item in place",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: ErrorPolicy.allCases)
    func fullTrash(policy: ErrorPolicy) throws {
        try Scene.with("tmpfs", "size=1m") { scene, place in
            try fill(scene)
            try scene.home.write([UInt8](repeating: 1, count: 3 << 20), to: "container/Documents/Album/large")
            let environment = TransactionEnvironment(
                stateDirectory: scene.environment.stateDirectory, trashDirectory: Array(place("Trash").utf8))
            let before = try scene.state()
            let plan = try Planner(environment: environment, roots: RootTable()).plan(
                ChangeSet([
                    .trash(scene.inContainer("Documents/Album")), .trash(scene.inContainer("Documents/a.txt")),
                ]),
                as: .delete, onError: policy, progress: ProgressMeter(), cancellation: Cancellation())
            let outcome = try Transaction.execute(
                plan, in: environment, roots: RootTable(), progress: ProgressMeter(), cancellation: Cancellation())
            let failures = outcome.failures(below: scene.container)
            #expect(failures["Documents/Album/large"] == ENOSPC && failures.values.allSatisfy { $0 == ENOSPC })
            // As above, a process that another test is spawning may hold the partial file's space for a moment.
            guard failures.count == 1 else { return try scene.expectNoRests() }
            let gone = policy == .goOn ? "container./Documents/a.txt " : "nothing"
            #expect(try scene.state() == before.filter { !$0.hasPrefix(gone) })
            let trashed = try runCommand(["sh", "-c", "cd \"$1\" && ls -A files info", "sh", place("Trash")])
            let all = policy == .goOn ? "files:\na.txt\n\ninfo:\na.txt.trashinfo\n" : "files:\n\ninfo:\n"
            #expect(String(decoding: trashed.stdout, as: UTF8.self) == all)
            try scene.expectNoRests()
        }
    }

    @Test(
        "a read-only destination is refused by the plan, and reported if it became read-only afterwards",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"), arguments: FaultCase.all)
    func readOnlyTarget(fault: FaultCase) throws {
        try Scene.with("tmpfs", "size=1m") { scene, place in
            try fill(scene)
            let inside = Change.makeDirectory(try scene.inContainer("Documents/new"))
            let plan = try scene.plan([inside] + changes(fault, scene), onError: fault.policy)
            #expect(plan.refusals == [])
            #expect(try runCommand(["mount", "-o", "remount,ro", place.path]).status == 0)
            let before = try scene.state()
            let outcome = try scene.execute(plan)
            #expect(outcome.failures.first.allSatisfy { $0.errno == EROFS })
            #expect(outcome.state == (fault.policy == .goOn ? .partly : .rolledBack))
            #expect(outcome.failures.count == (fault.policy == .goOn ? 3 : 1))
            let added = fault.policy == .goOn ? ["container./Documents/new d "] : []
            #expect(try scene.state() == (before + added).sorted())
            try scene.expectNoRests()
            let refusals = try scene.plan(try changes(fault, scene)).refusals
            #expect(refusals.map(\.code) == [.targetNotWritable, .targetNotWritable, .targetNotWritable])
            #expect(refusals.allSatisfy { $0.reason.hasSuffix("the file system is read-only") })
        }
    }

    @Test(
        "a source that cannot be removed does not count as moved",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: ErrorPolicy.allCases)
    func readOnlySource(policy: ErrorPolicy) throws {
        try Scene.with("tmpfs", "size=1m") { scene, place in
            try scene.write("host/Album/a", "a")
            try scene.write("container/Documents/b", "b")
            let plan = try scene.plan(
                [
                    .move(scene.inContainer("Documents/b"), to: scene.inContainer("Documents/c")),
                    .move(scene.onHost("Album"), to: scene.inContainer("Documents/Album")),
                ], onError: policy)
            #expect(try runCommand(["mount", "-o", "remount,ro", place.path]).status == 0)
            let before = try scene.state()
            let outcome = try scene.execute(plan)
            #expect(outcome.failures(below: scene.host) == ["Album": EROFS])
            #expect(outcome.items.map(\.result) == [policy == .goOn ? .done : .notDone, .failed])
            let now = try scene.state()
            #expect(now == (policy == .goOn ? before.map { $0.replacing("Documents/b", with: "Documents/c") } : before))
            try scene.expectNoRests()
            let again = try scene.plan([.move(scene.onHost("Album"), to: scene.inContainer("Documents/Album"))])
            #expect(again.refusals.map(\.code) == [.sourceNotRemovable])
        }
    }

    @Test("a denied permission in the middle of a tree is reported by path", arguments: FaultCase.all)
    func permissionDenied(fault: FaultCase) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try fill(scene)
        try scene.write("container/Documents/Album/closed", "secret")
        try scene.write("container/Documents/Album/sub/closed/file", "secret")
        scene.giveAway()
        let before = try scene.state()
        let closed = ["Documents/Album/closed", "Documents/Album/sub/closed"]
        for path in closed { #expect(chmod(scene.container + "/" + path, 0) == 0) }
        let outcome = try withoutPrivileges {
            let plan = try scene.plan(try changes(fault, scene), onError: fault.policy)
            #expect(plan.refusals == [])
            return try scene.execute(plan)
        }
        scene.takeBackState()
        for path in closed { #expect(chmod(scene.container + "/" + path, 0o700) == 0) }
        let failures = outcome.failures(below: scene.container)
        #expect(failures.values.allSatisfy { $0 == EACCES })
        if fault.policy == .goOn {
            #expect(Set(failures.keys) == Set(closed))
        } else {
            #expect(failures.count == 1 && closed.contains(failures.keys.first ?? ""))
        }
        try expect(outcome, fault, scene, before)
        #expect(try scene.state("host").allSatisfy { !$0.contains("closed") })
    }

    @Test(
        "items of another user in a moved tree stay at the source under their old names",
        .enabled(if: isRoot, "only root can do this"))
    func foreignSource() throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try scene.write("host/Album/own", "own")
        try scene.write("host/Album/foreign/file", "foreign")
        scene.giveAway()
        #expect(chown(scene.host + "/Album/foreign", 0, 0) == 0)
        let before = try scene.state()
        let outcome = try withoutPrivileges {
            try scene.execute(.move(scene.onHost("Album"), to: scene.inContainer("Documents/Album")))
        }
        scene.takeBackState()
        #expect(outcome.items.map(\.result) == [.partly])
        #expect(outcome.failures.first.map(\.errno) == [EACCES])
        // Everything has arrived; items that could not be removed are still at the source.
        let now = try scene.state()
        #expect(
            now.filter { $0.hasPrefix("container./Documents/Album") }
                == before.filter { $0.hasPrefix("host./Album") }.map {
                    $0.replacing("host./", with: "container./Documents/")
                })
        #expect(now.filter { $0.hasPrefix("host") } == before.filter { $0.hasPrefix("host") && !$0.contains("/own ") })
        try scene.expectNoRests()
    }

    @Test(
        "a file with a read error is reported and leaves no partial copy",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: FaultCase.all)
    func readError(fault: FaultCase) throws {
        try Scene.with("tmpfs", "size=1m") { scene, _ in
            try fill(scene)
            try scene.write("container/Documents/Album/sub/broken", "")
            let before = try scene.state()
            // The first page of a process's memory is not mapped: reading it is an I/O error.
            let broken = scene.container + "/Documents/Album/sub/broken"
            #expect(try runCommand(["mount", "--bind", "/proc/\(getpid())/mem", broken]).status == 0)
            let outcome = try scene.execute(try scene.plan(try changes(fault, scene), onError: fault.policy))
            try PrivateMounts.unmount(broken)
            #expect(outcome.failures(below: scene.container) == ["Documents/Album/sub/broken": EIO])
            try expect(outcome, fault, scene, before)
            #expect(try scene.state("host").allSatisfy { !$0.contains("broken") })
        }
    }
}
