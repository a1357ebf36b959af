import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Copying

/// Copies that fail, each with a real fault.
@Suite
struct CopyFaultTests {
    private func give(_ directory: TemporaryDirectory) {
        if isRoot { _ = try? runCommand(["chown", "-R", "nobody", directory.path]) }
    }

    @Test(
        "an unreadable item is reported, and the rest is copied or the copy stops",
        arguments: FailurePolicy.allCases)
    func permissionDenied(_ policy: FailurePolicy) throws {
        try withTemporaryDirectory { directory in
            for number in 0..<10 { try directory.write("\(number)", to: "tree/part \(number)/file") }
            try directory.write("secret", to: "tree/part 3/closed")
            try directory.write("secret", to: "tree/part 6/closed/file")
            give(directory)
            #expect(chmod(directory("tree/part 3/closed"), 0) == 0 && chmod(directory("tree/part 6/closed"), 0) == 0)
            let report = try withoutPrivileges { try directory.copy("tree", to: "copy", with: .plain(policy)) }
            #expect(report.failures.first.allSatisfy { $0.errno == EACCES })
            let paths = Set(report.failures.first.map(\.path))
            switch policy {
            case .goOn:
                #expect(paths == ["tree/part 3/closed", "tree/part 6/closed"])
                #expect(report.files == 10 && report.directories == 11)
            case .stop:
                #expect(paths.count == 1 && report.files < 10)
            }
            #expect(!report.isComplete && !report.isCancelled && report.isTopItemMade)
            #expect(access(directory("copy/part 6/closed"), F_OK) != 0)
        }
    }

    @Test("a destination that is not writable is reported")
    func targetDenied() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            try directory.makeDirectory("target")
            give(directory)
            #expect(chmod(directory("target"), 0o555) == 0)
            let target = try directory.handle("target")
            let report = try withoutPrivileges {
                TreeCopier.plain().copy(
                    Array("tree".utf8)[...], in: try directory.handle(), to: Array("copy".utf8)[...], in: target)
            }
            let reason = "permission denied on this computer"
            #expect(
                report.failures.first
                    == [ItemFailure("create the directory", errno: EACCES, path: "tree", detail: reason)])
            #expect(!report.isTopItemMade)
        }
    }

    @Test(
        "files of another user are copied as one's own, without their set-ID bits",
        .enabled(if: isRoot, "only root can do this"))
    func foreignOwner() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            #expect(chmod(directory("tree/file"), 0o6755) == 0)
            try directory.makeDirectory("target")
            #expect(chmod(directory("target"), 0o777) == 0 && chmod(directory.path, 0o755) == 0)
            let report = try withoutPrivileges {
                TreeCopier.plain().copy(
                    Array("tree".utf8)[...], in: try directory.handle(), to: Array("copy".utf8)[...],
                    in: try directory.handle("target"))
            }
            #expect(report.isComplete)
            let script = "import os, sys; found = os.stat(sys.argv[1]); print(oct(found.st_mode), found.st_uid)"
            #expect(try Python.lines(script, [directory("target/copy/file")]) == ["0o100755 65534"])
        }
    }

    @Test("a missing source is reported", arguments: ["nothing", String(repeating: "n", count: 256)])
    func noSource(_ name: String) throws {
        try withTemporaryDirectory { directory in
            let report = try directory.copy(name, to: "copy")
            #expect(report.failures.first.map(\.errno) == [name == "nothing" ? ENOENT : ENAMETOOLONG])
            #expect(!report.isTopItemMade)
        }
    }

    @Test(
        "a name that is not a single path component is refused",
        arguments: ["", ".", "..", "../tree", "tree/file", "/etc"])
    func noName(_ name: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            let before = try TreeDescription.of(directory.path)
            let (handle, bytes, fine) = (try directory.handle(), Array(name.utf8)[...], Array("tree".utf8)[...])
            #expect(try directory.copy(name, to: "copy").failures.first.map(\.errno) == [EINVAL])
            #expect(try directory.copy("tree", to: name).failures.first.map(\.errno) == [EINVAL])
            #expect(TreeRemover.remove(bytes, in: handle).first.map(\.errno) == [EINVAL])
            #expect(TreeComparison.firstDifference(bytes, in: handle, with: bytes, in: handle) == .root)
            #expect(throws: ItemFailure("rename the item", errno: EINVAL, path: "tree")) {
                try Renaming.rename(fine, in: handle, to: bytes, in: handle, path: "tree")
            }
            #expect(try TreeDescription.of(directory.path) == before)
        }
    }

    @Test("a name that is too long for the destination is reported with its path")
    func longName() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "file")
            let report = try directory.copy("file", to: String(repeating: "n", count: 256))
            let reason = "the name is too long for the file system"
            #expect(
                report.failures.first
                    == [ItemFailure("make the copy", errno: ENAMETOOLONG, path: "file", detail: reason)])
            let whole = String(repeating: "n", count: 255)
            #expect(try directory.copy("file", to: whole).isComplete)
        }
    }

    @Test("a file with a read error leaves nothing behind")
    func readError() throws {
        // The first page of a process's memory is not mapped: reading it is an I/O error.
        try withTemporaryDirectory { directory in
            let memory = try RootedDirectory(hostPath: Array("/proc/self".utf8)).descriptor
            let report = TreeCopier.plain().copy(
                Array("mem".utf8)[...], in: memory, to: Array("copy".utf8)[...], in: try directory.handle())
            #expect(report.failures.first == [ItemFailure("read the file", errno: EIO, path: "mem")])
            #expect(!report.isTopItemMade && access(directory("copy"), F_OK) != 0)
        }
    }

    @Test("a file that keeps changing is not copied, and is copied whole once it no longer changes")
    func changing() throws {
        try withTemporaryDirectory { directory in
            try directory.write([UInt8](repeating: 0, count: 32 << 20), to: "busy")
            let stop = Cancellation()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                let file = open(directory("busy"), O_WRONLY)
                var value: UInt8 = 0
                while !stop.isCancelled {
                    value &+= 1
                    pwrite(file, &value, 1, off_t(value))
                }
                close(file)
                stopped.signal()
            }
            var given = 0
            // A change within one tick of the file system's clock is not noticed: a fast computer may need many tries.
            let deadline = MonotonicClock.now() + 120_000_000_000
            while given == 0, MonotonicClock.now() < deadline {
                let report = try directory.copy("busy", to: "copy")
                guard !report.isComplete else {
                    unlink(directory("copy"))
                    continue
                }
                given += 1
                #expect(report.failures.first == [ItemFailure("copy the file", errno: EAGAIN, path: "busy")])
                #expect(access(directory("copy"), F_OK) != 0)
            }
            stop.cancel()
            stopped.wait()
            #expect(given == 1)
            #expect(try directory.copy("busy", to: "calm").isComplete)
            #expect(try runCommand(["cmp", directory("busy"), directory("calm")]).status == 0)
        }
    }

    @Test("files that vanish or become links arrive whole or are reported, and nothing from outside is copied")
    func vanishing() throws {
        try withTemporaryDirectory { directory in
            try directory.write("outside", to: "outside/secret")
            try directory.write("stays", to: "tree/stays/file")
            let stop = Cancellation()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                while !stop.isCancelled {
                    for number in 0..<10 {
                        try? directory.write("inside", to: "tree/\(number)/secret")
                    }
                    for number in 0..<10 {
                        unlink(directory("tree/\(number)/secret"))
                        rmdir(directory("tree/\(number)"))
                        symlink("../outside", directory("tree/\(number)"))
                    }
                    for number in 0..<10 { unlink(directory("tree/\(number)")) }
                }
                stopped.signal()
            }
            for attempt in 0..<60 {
                let report = try directory.copy("tree", to: "copy \(attempt)")
                #expect(report.failures.first.allSatisfy { [ENOENT, ELOOP, ENOTDIR, EINVAL].contains($0.errno) })
            }
            stop.cancel()
            stopped.wait()
            let found = try runCommand([
                "find", directory.path, "-path", "*/copy *", "-type", "f", "-exec", "cat", "{}", "+",
            ])
            let text = String(decoding: found.stdout, as: UTF8.self)
            #expect(!text.contains("outside"))
            #expect(text.replacing("inside", with: "") == String(repeating: "stays", count: 60))
        }
    }

    @Test(
        "a full disk is reported for a file that does not fit, and smaller ones still arrive",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func fullDisk() throws {
        try withTemporaryDirectory { directory in
            try directory.write([UInt8](repeating: 1, count: 3 << 20), to: "tree/large")
            try directory.write("small", to: "tree/small")
            try directory.write([UInt8](repeating: 1, count: 100_000), to: "tree/medium")
            let place = try TemporaryDirectory(on: directory.path)
            try PrivateMounts.with("tmpfs", "size=1m", on: place) { _ in
                let reason = "no space left on the disk"
                let expected = [ItemFailure("write the copy", errno: ENOSPC, path: "tree/large", detail: reason)]
                var report = try directory.copy("tree", to: "copy", in: place)
                // A process that another test is spawning may still hold the large file open, though it is unlinked:
                // its space is freed when that process calls exec.
                for _ in 0..<1_000 where report.failures.first != expected {
                    _ = try runCommand(["rm", "-rf", place("copy")])
                    report = try directory.copy("tree", to: "copy", in: place)
                }
                #expect(report.failures.first == expected)
                #expect(report.files == 2 && report.isTopItemMade)
                #expect(access(place("copy/large"), F_OK) != 0)
                #expect(try runCommand(["cmp", directory("tree/medium"), place("copy/medium")]).status == 0)
            }
        }
    }

    @Test(
        "a read-only file system is reported",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func readOnly() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "file")
            let place = try TemporaryDirectory(on: directory.path)
            try PrivateMounts.with("tmpfs", "ro", on: place) { _ in
                let report = try directory.copy("file", to: "copy", in: place)
                let reason = "the file system is read-only"
                #expect(
                    report.failures.first == [ItemFailure("make the copy", errno: EROFS, path: "file", detail: reason)])
            }
        }
    }

    @Test(
        "attributes that the destination cannot store are reported",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func lostAttributes() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/file")
            try directory.setAttribute("user.com.apple.MobileBackup", [1], on: "tree/file")
            try directory.setAttribute("user.second", [2], on: "tree")
            let place = try TemporaryDirectory(on: directory.path)
            try PrivateMounts.with("ramfs", "mode=755", on: place) { _ in
                let report = try directory.copy("tree", to: "copy", in: place)
                #expect(report.isComplete)
                #expect(
                    report.lost.first == [
                        .init(
                            path: "tree/file", kind: .extendedAttribute(Array("user.com.apple.MobileBackup".utf8)),
                            errno: EOPNOTSUPP),
                        .init(path: "tree", kind: .extendedAttribute(Array("user.second".utf8)), errno: EOPNOTSUPP),
                    ])
                #expect(
                    try TreeDescription.of(place("copy"), attributes: false)
                        == TreeDescription.of(directory("tree"), attributes: false))
            }
        }
    }

    @Test(
        "contents are shared if the file system supports it",
        .enabled(if: PrivateMounts.canMake("xfs"), "xfs cannot be made or mounted here"))
    func shared() throws {
        try withTemporaryDirectory { directory in
            try PrivateMounts.withImage("xfs", megabytes: 320, in: directory) { place in
                // The file system has no space for three of these.
                let command = ["dd", "if=/dev/urandom", "of=" + place("file"), "bs=1M", "count=110"]
                #expect(try runCommand(command).status == 0)
                let report = try place.copy("file", to: "copy")
                #expect(report.isComplete)
                #expect(try place.copy("file", to: "second copy").isComplete)
                #expect(try runCommand(["cmp", place("file"), place("second copy")]).status == 0)
            }
        }
    }

    @Test(
        "names that the destination's file system rejects are reported, and the rest arrives",
        .enabled(if: PrivateMounts.canMake("vfat"), "vfat cannot be made or mounted here"))
    func invalidNames() throws {
        try withTemporaryDirectory { directory in
            try directory.write("1", to: "tree/fine")
            try directory.write("2", to: "tree/not: fine?")
            try directory.write("3", to: "tree/Twice")
            try directory.write("4", to: "tree/twice")
            try directory.link("tree/link", to: "fine")
            try PrivateMounts.withImage("vfat", megabytes: 128, in: directory) { place in
                let report = try directory.copy("tree", to: "copy", in: place)
                let reasons = Dictionary(
                    uniqueKeysWithValues: report.failures.first.map { ($0.path, $0.errno) })
                #expect(reasons["tree/not: fine?"] == EINVAL && reasons["tree/link"] == EOPNOTSUPP)
                #expect(reasons["tree/Twice"] == EEXIST || reasons["tree/twice"] == EEXIST)
                #expect(report.files == 2)
            }
        }
    }
}
