import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Copying

struct TreeRemoverTests {
    private func remove(
        _ name: String,
        in directory: TemporaryDirectory,
        of owner: TreeRemover.Owner = .person,
        _ policy: FailurePolicy = .goOn,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws -> RemovalReport {
        TreeRemover(of: owner, progress: progress, cancellation: cancellation, onFailure: policy)
            .remove(Array(name.utf8)[...], in: try directory.handle())
    }

    @Test("a tree is removed with all its items, and the targets of its links stay")
    func tree() throws {
        try withTemporaryDirectory { directory in
            try directory.write("stays", to: "outside/file")
            for number in 0..<3_000 { try directory.write("", to: "tree/many/\(number)") }
            try directory.write("1", to: "tree/one/two/three/file")
            try directory.link("tree/one/link", to: "../../outside")
            try directory.link("tree/link to file", to: directory("outside/file"))
            #expect(mkfifo(directory("tree/fifo"), 0o600) == 0)
            let progress = ProgressMeter()
            let report = try remove("tree", in: directory, progress: progress)
            #expect(report.isComplete && report.items == 3_009)
            #expect(progress.progress.filesDone == 3_009)
            #expect(access(directory("tree"), F_OK) != 0 && access(directory("outside/file"), F_OK) == 0)
            try directory.link("alone", to: "outside")
            #expect(try remove("alone", in: directory).items == 1)
            #expect(access(directory("outside/file"), F_OK) == 0)
        }
    }

    @Test("a missing item is reported")
    func nothing() throws {
        try withTemporaryDirectory { directory in
            let report = try remove("nothing", in: directory)
            #expect(report.failures.first == [ItemFailure("access the item", errno: ENOENT, path: "nothing")])
        }
    }

    @Test(
        "items protected by permissions stay and are reported once, but the program's own are removed",
        arguments: [TreeRemover.Owner.person, .program], [mode_t(0o555), 0])
    func permissions(_ owner: TreeRemover.Owner, _ mode: mode_t) throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/open/file")
            try directory.write("1", to: "tree/protected/below/file")
            try directory.write("1", to: "tree/protected/file")
            try directory.makeDirectory("tree/empty")
            if isRoot { _ = try runCommand(["chown", "-R", "nobody", directory.path]) }
            #expect(chmod(directory("tree/protected"), mode) == 0 && chmod(directory("tree/empty"), 0) == 0)
            let report = try withoutPrivileges { try remove("tree", in: directory, of: owner) }
            guard owner == .person else {
                #expect(report.isComplete && report.items == 8)
                return
            }
            #expect(report.failures.first.allSatisfy { $0.errno == EACCES })
            // In a directory that can be entered, the contents of its subdirectories are removed.
            let expected: Set<ContainerPath> =
                mode == 0 ? ["tree/protected"] : ["tree/protected/below", "tree/protected/file"]
            #expect(Set(report.failures.first.map(\.path)) == expected)
            #expect(access(directory("tree/open"), F_OK) != 0 && access(directory("tree/empty"), F_OK) != 0)
        }
    }

    @Test("a removal ends at the first failure if requested, and when cancelled")
    func ends() throws {
        try withTemporaryDirectory { directory in
            for number in 0..<20 { try directory.write("1", to: "tree/\(number)/file") }
            if isRoot { _ = try runCommand(["chown", "-R", "nobody", directory.path]) }
            for number in 0..<20 { #expect(chmod(directory("tree/\(number)"), 0o555) == 0) }
            let report = try withoutPrivileges { try remove("tree", in: directory, .stop) }
            #expect(report.failures.count == 1 && report.items == 0)
            let cancellation = Cancellation()
            cancellation.cancel()
            let nothing = try remove("tree", in: directory, cancellation: cancellation)
            #expect(nothing.isCancelled && nothing.items == 0 && access(directory("tree/7/file"), F_OK) == 0)
        }
    }
}
