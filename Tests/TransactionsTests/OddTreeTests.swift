import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Transactions on trees with links, odd names and special files", .onManyThreads)
struct OddTreeTests {
    @Test(
        "symbolic links to items outside are copied and moved as links, and their targets stay untouched",
        arguments: [nil, "/dev/shm"])
    func linksOut(parent: String?) throws {
        let scene = try Scene(hostOn: parent)
        try scene.home.write("outside", to: "outside/secret")
        try scene.write("container/Documents/tree/file", "inside")
        let outside = scene.home("outside")
        for (name, target) in [
            ("tree/directory", outside), ("tree/file out", outside + "/secret"), ("tree/up", "../../../outside"),
            ("tree/root", "/"), ("tree/itself", "."), ("top", outside),
        ] { try scene.home.link("container/Documents/\(name)", to: target) }
        let before = try scene.state("container")
        let untouched = try TreeDescription.of(outside)
        let names = ["tree", "top"]
        let exports = try names.map { name in
            Change.copy(try scene.inContainer("Documents/\(name)"), to: try scene.onHost(name))
        }
        let exported = try scene.execute(try scene.plan(exports))
        #expect(exported.state == .done && exported.counts.links == 6 && exported.counts.files == 1)
        let wanted = before.filter { $0.hasPrefix("container./Documents/") }
        #expect(try scene.state("host") == wanted.map { $0.replacing("container./Documents/", with: "host./") })
        try scene.undo()
        let moves = try names.map { name in
            Change.move(try scene.inContainer("Documents/\(name)"), to: try scene.onHost(name))
        }
        #expect(try scene.execute(try scene.plan(moves)).state == .done)
        #expect(try scene.state("host") == wanted.map { $0.replacing("container./Documents/", with: "host./") })
        #expect(try scene.state("container") == before.filter { !wanted.contains($0) })
        try scene.undo()
        #expect(try scene.state("container") == before)
        // Replacing a link does not affect its target.
        try scene.write("host/top", "new")
        try scene.execute(.copy(scene.onHost("top"), to: scene.inContainer("Documents/top")), conflicts: .replace)
        #expect(try readFile(scene.container + "/Documents/top") == Array("new".utf8))
        #expect(try TreeDescription.of(outside) == untouched)
        try scene.expectNoRests()
    }

    @Test("names of 255 bytes and names that are not UTF-8 are copied, replaced, kept alongside and restored")
    func names() throws {
        let scene = try Scene()
        let script = """
            import os, sys
            for side, text in ((sys.argv[1], b"new"), (sys.argv[2], b"old")):
                for name in (b"n" * 255, "\\ud55c".encode() * 85, b"\\xff\\xfe", b"new\\nline", b"-rf *", b"a" * 251 + b".txt"):
                    with open(os.path.join(os.fsencode(side), name), "wb") as file: file.write(text + name)
            """
        try Python.run(script, [scene.host, scene.container + "/Documents"])
        let listing = try Python.lines(
            "import os, sys; [print(list(n)) for n in os.listdir(os.fsencode(sys.argv[1]))]", [scene.host])
        let names = listing.map { line in line.dropFirst().dropLast().split(separator: ", ").compactMap { UInt8($0) } }
        #expect(names.count == 6 && names.contains { $0.count == 255 })
        let changes = try names.map { name in
            let path = try #require(ContainerPath(bytes: name))
            let target = try #require(try scene.inContainer("Documents").path.appending(name: name))
            return Change.copy(
                ItemAddress(try scene.onHost("").root, path), to: ItemAddress(try scene.inContainer("").root, target))
        }
        let documents = scene.container + "/Documents"
        let (new, old) = (try TreeDescription.of(scene.host).dropFirst(), try TreeDescription.of(documents).dropFirst())
        // Twice, so that the trash has to choose other names.
        for _ in 0..<2 {
            #expect(try scene.execute(try scene.plan(changes, .replace)).state == .done)
            #expect(try TreeDescription.of(documents).dropFirst() == new)
        }
        for _ in 0..<2 { try scene.undo() }
        #expect(try TreeDescription.of(documents).dropFirst() == old)
        #expect(try scene.trashed().count == 12)
        let both = try scene.execute(try scene.plan(changes, .keepBoth))
        #expect(both.state == .done)
        #expect(try runCommand(["find", documents, "-name", "* 2*"]).stdout.count(where: { $0 == 0x0a }) >= 6)
        #expect(old.allSatisfy { line in (try? TreeDescription.of(documents).contains(line)) == true })
        try scene.undo()
        #expect(try TreeDescription.of(documents).dropFirst() == old)
        try scene.expectNoRests()
    }

    @Test(
        "names that the destination's file system rejects are reported by path",
        .enabled(if: PrivateMounts.canMake("vfat"), "vfat cannot be made or mounted here"),
        arguments: ErrorPolicy.allCases)
    func invalidNames(policy: ErrorPolicy) throws {
        try withTemporaryDirectory { directory in
            try PrivateMounts.withImage("vfat", megabytes: 128, in: directory) { place in
                let scene = try Scene(hostOn: place.path)
                for name in ["fine", "not: fine?", "tree/fine", "tree/not|fine", "tree/Twice", "tree/twice"] {
                    try scene.write("container/Documents/\(name)", name)
                }
                let before = try scene.state()
                let names = ["fine", "not: fine?", "tree"]
                let plan = try scene.plan(
                    names.map { .copy(try scene.inContainer("Documents/\($0)"), to: try scene.onHost($0)) },
                    onError: policy, as: .export)
                #expect(plan.warnings.first.contains { if case .mergedNames = $0 { true } else { false } })
                let outcome = try scene.execute(plan)
                let failures = outcome.failures(below: scene.container)
                if policy == .goOn {
                    #expect(outcome.items.map(\.result) == [.done, .failed, .partly])
                    #expect(failures["Documents/tree/not|fine"] == EINVAL)
                    let twins = ["Documents/tree/Twice", "Documents/tree/twice"].compactMap { failures[$0] }
                    #expect(twins == [EEXIST])
                    #expect(outcome.failures(below: scene.host)["not: fine?"] == EINVAL)
                    #expect(outcome.failures.count == 3)
                    let arrived = try scene.state("host").filter { !$0.contains(" d ") }
                    #expect(arrived.count == 3)
                } else {
                    #expect(outcome.state == .rolledBack && outcome.failures.count >= 1)
                    #expect(try scene.state() == before)
                }
                #expect(try scene.state("container") == before.filter { $0.hasPrefix("container") })
                try scene.expectNoRests()
            }
        }
    }

    @Test(
        "a directory moved around its own destination after the plan is not copied into itself endlessly",
        arguments: ErrorPolicy.allCases)
    func intoItself(policy: ErrorPolicy) throws {
        let scene = try Scene()
        try scene.write("host/Album/file", "file")
        let plan = try scene.plan(
            [.copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album"))], onError: policy)
        #expect(rename(scene.container, scene.host + "/Album/container") == 0)
        let outcome = try scene.execute(plan)
        let inside = "Album/container/Documents/"
        let found = outcome.failures(below: scene.host)
        #expect(found.count == 1 && found.values.first == EINVAL)
        #expect(outcome.state == (policy == .goOn ? .partly : .rolledBack))
        let now = try scene.state("host").map { $0.dropFirst("host./".count) }
        let copied = now.filter { $0.hasPrefix(inside) }
        #expect(copied.contains { $0.hasPrefix(inside + "Album/file ") } == (policy == .goOn))
        #expect(!copied.contains { $0.contains(inside + inside + inside) })
        // Moved back, so that the journal finds the container.
        #expect(rename(scene.host + "/Album/container", scene.container) == 0)
        try scene.expectNoRests()
    }

    @Test(
        "FIFOs and sockets are skipped and reported, and a directory with one is not moved to another disk",
        arguments: ErrorPolicy.allCases)
    func specials(policy: ErrorPolicy) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try scene.write("host/Album/file", "file")
        let script = """
            import os, socket, sys
            os.chdir(sys.argv[1]); os.mkfifo("Album/fifo"); os.mkfifo("fifo")
            socket.socket(socket.AF_UNIX).bind("Album/socket")
            """
        try Python.run(script, [scene.host])
        let before = try scene.state()
        let copy = try scene.plan(
            [
                .copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album")),
                .copy(scene.onHost("fifo"), to: scene.inContainer("Documents/fifo")),
            ], onError: policy)
        #expect(copy.refusals.map(\.code) == [.unsupportedItem])
        #expect(copy.warnings.count == 2)
        let outcome = try scene.execute(copy)
        #expect(outcome.state == .done)
        #expect(Set(outcome.notes.first.map(\.text)) == ["skipped: a pipe (FIFO)", "skipped: a socket"])
        #expect(
            Set(outcome.notes.first.map(\.hostPath))
                == Set(["fifo", "socket"].map { Array("\(scene.host)/Album/\($0)".utf8) }))
        #expect(try scene.state("container").filter { $0.contains("/Album") }.count == 2)
        try scene.undo()
        let move = try scene.plan(
            [.move(scene.onHost("Album"), to: scene.inContainer("Documents/Album"))], onError: policy)
        #expect(move.warnings.first.contains { if case .willNotBeMoved = $0 { true } else { false } })
        let moved = try scene.execute(move)
        #expect(moved.items.map(\.result) == [.failed])
        #expect(moved.failures.first.map(\.errno) == [EOPNOTSUPP])
        #expect(try scene.state() == before)
        try scene.expectNoRests()
    }

    @Test("an operation cancelled in the middle of a tree leaves only complete files", arguments: FaultCase.all)
    func cancelled(fault: FaultCase) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        let script = """
            import os, sys
            for part in range(20):
                os.makedirs(f"{sys.argv[1]}/{part}")
                for number in range(100):
                    with open(f"{sys.argv[1]}/{part}/{number}", "wb") as file: file.write(os.urandom(20000))
            """
        try Python.run(script, [scene.host + "/Album"])
        let before = try scene.state("host")
        let change = fault.change(try scene.onHost("Album"), try scene.inContainer("Documents/Album"))
        let copy = scene.container + "/Documents/Album"
        var interrupted = 0
        // The thread that cancels may be too late on a busy machine.
        for _ in 0..<5 where interrupted == 0 {
            let plan = try scene.plan([change], onError: fault.policy)
            let (progress, cancellation) = (ProgressMeter(), Cancellation())
            let ended = Semaphore()
            WorkerPool(threads: 1).submit {
                while progress.progress.filesDone < 50, !cancellation.isCancelled { usleep(200) }
                cancellation.cancel()
                ended.signal()
            }
            let outcome = try Transaction.execute(
                plan, in: scene.environment, roots: RootTable(), progress: progress, cancellation: cancellation)
            cancellation.cancel()
            ended.wait()
            guard outcome.state == .cancelled else {
                try scene.undo()
                continue
            }
            interrupted += 1
            let found = try runCommand(["diff", "-rq", scene.host + "/Album", copy])
            let lines = String(decoding: found.stdout, as: UTF8.self).split(separator: "\n")
            if fault.policy == .goOn, !fault.isMove {
                #expect(outcome.counts.files >= 1 && outcome.counts.files < 2_000)
                #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("Only in \(scene.host)") })
            } else {
                #expect(access(copy, F_OK) != 0)
            }
            #expect(try scene.state("host") == before)
        }
        #expect(interrupted == 1)
        try scene.expectNoRests()
    }

    @Test("moving to the trash takes one rename per top-level item, however large")
    func trashRenames() throws {
        let scene = try Scene()
        for top in 0..<3 {
            for number in 0..<50 { try scene.write("container/Documents/\(top)/sub/\(number)", "x") }
        }
        let log = scene.home("trace")
        let result = try runCommand(
            ["strace", "-f", "-y", "-qq", "-o", log, "-e", "trace=rename,renameat,renameat2,unlink,unlinkat,rmdir"]
                + scene.probe("trash", "container:\(scene.container)", "Documents/0", "Documents/1", "Documents/2"))
        #expect(result.status == 0)
        let lines = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n")
        let inside = lines.filter { $0.contains(scene.container) }
        #expect(inside.count == 3)
        #expect(inside.allSatisfy { $0.contains("renameat2(") && $0.contains("data/Trash/files") })
        #expect(try scene.trashed().count == 3 * 52)
    }
}
