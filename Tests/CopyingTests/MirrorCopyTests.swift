import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing

@testable import Copying

@Suite("Copies into a directory that holds part of the tree", .onManyThreads)
struct MirrorCopyTests {
    private static let files = [
        ("a.txt", "one"), ("sub/b.txt", "two"), ("sub/deep/c.bin", String(repeating: "x", count: 300_000)),
        ("empty", ""),
    ]

    private struct Scene {
        let home = TemporaryDirectory()

        init() throws {
            for (path, contents) in MirrorCopyTests.files { home.write("source/\(path)", contents) }
            _ = try runCommand(["find", home("source"), "-exec", "touch", "--date=@1600000000.5", "{}", "+"])
            _ = try runCommand(["mkdir", home("target")])
        }

        func open(_ name: String) throws -> RootedDirectory { try RootedDirectory(hostPath: Array(home(name).utf8)) }

        func run(
            _ mode: MirrorCopy.Mode = .copy(.keep), cancellation: Cancellation = Cancellation()
        ) throws -> MirrorReport {
            MirrorCopy(
                try open("source"), to: try open("target"), mode: mode, progress: ProgressMeter(),
                cancellation: cancellation
            ).mirrorTree()
        }

        /// What `diff` finds.
        func differences() throws -> String {
            String(decoding: try runCommand(["diff", "-r", home("source"), home("target")]).stdout, as: UTF8.self)
        }
    }

    @Test("everything is copied, and nothing a second time")
    func resuming() throws {
        let scene = try Scene()
        let first = try scene.run()
        #expect(first.isComplete && first.copied == 4 && first.same == 0 && first.bytes == 300_006, "\(first)")
        #expect(try scene.differences() == "")
        let second = try scene.run()
        #expect(second.isComplete && second.copied == 0 && second.same == 4, "\(second)")
        let found = try runCommand(["find", scene.home("target"), "-printf", "%T@ %P\\n"])
        let other = String(decoding: found.stdout, as: UTF8.self).split(separator: "\n").filter {
            !$0.hasPrefix("1600000000.5") && !$0.hasSuffix(" ")
        }
        #expect(other == [], "all have the time of their original")
    }

    @Test("many files are copied from several mounts at once, and those that a mount fails at from the first one")
    func many() throws {
        let scene = try Scene()
        for number in 0..<600 { scene.home.write("source/many/\(number)", "\(number)") }
        let asked = Mutex<Set<Int>>([])
        // The second mount is another directory, which lacks the files.
        let (source, other) = (scene.home("source"), scene.home("target"))
        FurtherMounts.offer { path, number in
            guard path == Array(source.utf8) else { return nil }
            asked.withLock { _ = $0.insert(number) }
            return try? RootedDirectory(hostPath: Array((number == 2 ? other : source).utf8))
        }
        let report = try scene.run()
        #expect(report.isComplete && report.copied == 604, "\(report)")
        #expect(try scene.differences() == "")
        #expect(try scene.run(.check).same == 604)
        #expect(asked.withLock { $0 } == [1, 2, 3])
    }

    @Test("what an interrupted run has left is copied again, and its unfinished files are removed")
    func leftovers() throws {
        let scene = try Scene()
        _ = try scene.run()
        _ = try runCommand(["rm", scene.home("target/sub/b.txt")])
        scene.home.write("target/sub/.sandglass-part-7", "tw")
        let report = try scene.run()
        #expect(report.isComplete && report.copied == 1 && report.same == 3, "\(report)")
        #expect(try scene.differences() == "")
    }

    @Test("a file that differs stays and is named, unless it is to be replaced")
    func conflicts() throws {
        let scene = try Scene()
        _ = try scene.run()
        scene.home.write("target/a.txt", "mine")
        let kept = try scene.run()
        #expect(kept.differences.first == [.init(path: "a.txt", kind: .otherSize)] && kept.copied == 0)
        #expect(try readFile(scene.home("target/a.txt")) == Array("mine".utf8))
        let replaced = try scene.run(.copy(.replace))
        #expect(replaced.isComplete && replaced.copied == 1)
        #expect(try scene.differences() == "")
    }

    @Test("a directory in the place of a file, and a file in that of a directory, stay and are named")
    func kinds() throws {
        let scene = try Scene()
        scene.home.write("target/a.txt/inner", "")
        scene.home.write("target/sub", "")
        for mode in [MirrorCopy.Mode.copy(.keep), .copy(.replace), .check] {
            let report = try scene.run(mode)
            #expect(
                report.differences.first.filter { $0.kind == .otherKind }.map(\.path) == ["a.txt", "sub"], "\(report)")
        }
        #expect(DiskNames.of(scene.home("target/a.txt")) == ["inner"])
    }

    @Test("a check writes nothing and finds what is missing, and other contents despite the same size and time")
    func checking() throws {
        let scene = try Scene()
        let nothing = try scene.run(.check)
        #expect(Set(nothing.differences.first.map(\.kind)) == [.missing])
        #expect(DiskNames.of(scene.home("target")) == [])
        _ = try scene.run()
        #expect(try scene.run(.check).isComplete)
        scene.home.write("target/a.txt", "ONE")
        _ = try runCommand(["touch", "--date=@1600000000.5", scene.home("target/a.txt")])
        #expect(try scene.run().isComplete, "size and time are the same")
        let report = try scene.run(.check)
        #expect(report.differences.first == [.init(path: "a.txt", kind: .otherContents)] && report.same == 3)
    }

    @Test("a cancelled run gives no name to what is not complete")
    func cancelling() throws {
        let scene = try Scene()
        let cancellation = Cancellation()
        cancellation.cancel()
        let report = try scene.run(cancellation: cancellation)
        #expect(report.isCancelled && !report.isComplete && report.copied == 0)
        #expect(try scene.run().isComplete)
    }

    private enum DiskNames {
        static func of(_ path: String) -> [String] {
            let found = try? runCommand(["ls", "-A", path])
            return String(decoding: found?.stdout ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }
}
