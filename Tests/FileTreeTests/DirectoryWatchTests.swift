import ContainerModel
import System
import TestSupport
import Testing

@testable import FileTree

@Suite("Watched directories")
struct DirectoryWatchTests {
    private let folder = TemporaryDirectory()

    private func open(_ path: String = "") throws -> Descriptor {
        try RootedDirectory(hostPath: Array(folder.path.utf8)).openPath(ContainerPath(bytes: path.utf8) ?? .root)
    }

    @Test(
        "changes by other programs in a directory are reported",
        arguments: [
            "echo > new", "rm old", "mv old older", "echo more >> old", "chmod 600 old", "mkdir made",
            "echo > ../elsewhere.tmp && mv ../elsewhere.tmp new",
        ]
    )
    func changes(command: String) throws {
        _ = try runCommand(["/bin/sh", "-c", "mkdir '\(folder.path)/d' && echo > '\(folder.path)/d/old'"])
        let watch = try DirectoryWatch()
        let number = try watch.watch(open("d"))
        #expect(try runCommand(["/bin/sh", "-c", "cd '\(folder.path)/d' && \(command)"]).status == 0)
        #expect(watch.next(timeoutMilliseconds: 20_000) == .changes([number]))
    }

    @Test("reading a directory and changing its subdirectories are not reported")
    func nothing() throws {
        _ = try runCommand(["/bin/sh", "-c", "mkdir -p '\(folder.path)/d/e' && echo > '\(folder.path)/d/old'"])
        let watch = try DirectoryWatch()
        _ = try watch.watch(open("d"))
        _ = try runCommand(["/bin/sh", "-c", "cd '\(folder.path)/d' && cat old && ls -la && echo > e/deeper"])
        #expect(watch.next(timeoutMilliseconds: 0) == nil)
    }

    @Test("many changes are reported together")
    func batch() throws {
        let watch = try DirectoryWatch()
        let number = try watch.watch(open())
        _ = try runCommand(["/bin/sh", "-c", "cd '\(folder.path)' && for n in 1 2 3 4 5 6 7 8 9; do echo > $n; done"])
        #expect(watch.next(timeoutMilliseconds: 20_000) == .changes([number]))
        #expect(watch.next(timeoutMilliseconds: 0) == nil)
    }

    @Test("a directory opened twice has one watch, and none once it is forgotten")
    func forget() throws {
        let watch = try DirectoryWatch()
        let number = try watch.watch(open())
        #expect(try watch.watch(open()) == number)
        watch.forget(number)
        _ = try runCommand(["/bin/sh", "-c", "echo > '\(folder.path)/new'"])
        // The rest is the kernel's notice that the watch was removed.
        while let news = watch.next(timeoutMilliseconds: 0) { #expect(news == .changes([number])) }
        _ = try runCommand(["/bin/sh", "-c", "echo > '\(folder.path)/newer'"])
        #expect(watch.next(timeoutMilliseconds: 0) == nil)
    }

    @Test("the removal of a watched directory is reported")
    func gone() throws {
        _ = try runCommand(["mkdir", folder.path + "/d"])
        let watch = try DirectoryWatch()
        let number = try watch.watch(open("d"))
        _ = try runCommand(["rmdir", folder.path + "/d"])
        #expect(watch.next(timeoutMilliseconds: 20_000) == .changes([number]))
    }
}
