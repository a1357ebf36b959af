import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import System
import TestSupport
import Testing

/// Returns the facts of an entry in a directory.
private func facts(of name: String, in directory: TemporaryDirectory) throws -> EntryFacts {
    let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
    var names = AccountNames()
    return try EntryFacts(of: Array(name.utf8)[...], in: root.root, at: .root, tree: root, names: &names)
}

private func output(_ command: String...) throws -> String {
    let result = try runCommand(command)
    #expect(result.status == 0, "\(command)")
    return String(decoding: result.stdout, as: UTF8.self)
}

struct EntryFactsTests {
    private func make(_ directory: TemporaryDirectory) throws -> [String] {
        try directory.write(String(repeating: "x", count: 12_345), to: "file")
        try directory.write("", to: "empty")
        try directory.makeDirectory("directory/inside")
        try directory.link("link", to: "file")
        try directory.link("dangling", to: "nowhere")
        try directory.makeSparseFile("sparse", size: 1 << 40)
        link(directory("file"), directory("file2"))
        mkfifo(directory("fifo"), 0o640)
        mknod(directory("socket"), mode_t(S_IFSOCK) | 0o600, 0)
        var names = ["file", "empty", "directory", "link", "dangling", "sparse", "file2", "fifo", "socket"]
        if mknod(directory("character"), mode_t(S_IFCHR) | 0o620, 0x0501) == 0 { names.append("character") }
        if mknod(directory("block"), mode_t(S_IFBLK) | 0o660, 0x0800) == 0 { names.append("block") }
        return names
    }

    @Test("the mode and owner that rsync keeps of an item are shown beside those that it has here")
    func original() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.setAttribute("user.rsync.%stat", Array("104750 0,0 501:20".utf8), on: "file")
            let facts = try facts(of: "file", in: directory)
            #expect(facts.original.map { [Int($0.permissions), Int($0.user), Int($0.group)] } == [0o4750, 501, 20])
            let description = ContainerDescription(
                kind: .data, source: .directory, hostPath: try #require(HostPath(Array(directory.path.utf8))),
                app: AppInfo())
            let explanation = Explanation(
                of: Explanation.Subject(path: "file", kind: .file, facts: facts), in: description, as: .app,
                state: DeviceState())
            let lines = explanation.itemLines.map { String(decoding: $0.text, as: UTF8.self) }
            #expect(lines.contains("-rwsr-x--- 501:20 on the device, as rsync keeps it"))
        }
    }

    @Test("the users and groups of an archive are numbers: they are not those of this computer")
    func archive() throws {
        try withTemporaryDirectory { directory in
            for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
            try directory.write("note", to: "App/Documents/note.txt")
            let tar = directory("App.tar")
            let packed = try runCommand([
                "tar", "--owner=0", "--group=0", "--numeric-owner", "-C", directory.path, "-cf", tar, "App",
            ])
            #expect(packed.status == 0)
            let tree = try ContainerStore.locate(Array(tar.utf8)).0.tree
            var names = AccountNames()
            let facts = try EntryFacts(
                of: Array("note.txt".utf8)[...], in: try tree.directory(at: "Documents"), at: "Documents", tree: tree,
                names: &names)
            #expect(facts.owner == "0" && facts.group == "0")
        }
    }

    @Test("the facts of an entry agree with stat")
    func status() throws {
        try withTemporaryDirectory { directory in
            for name in try make(directory) {
                let facts = try facts(of: name, in: directory)
                let status = facts.status
                let format = "%A %s %b %u %g %U %G %h %i %Y %Z %W"
                let parts = [
                    Permissions.text(status), "\(status.size)", "\(status.allocated / 512)", "\(status.user)",
                    "\(status.group)",
                    facts.owner, facts.group, "\(status.links)", "\(status.inode)", "\(status.modified)",
                    "\(status.changed)",
                    "\(status.born ?? 0)",
                ]
                let expected = try output("stat", "-c", format, directory(name)).dropLast()
                #expect(parts.joined(separator: " ") == expected)
            }
        }
    }

    @Test(
        "permissions are written as ls writes them",
        arguments: [
            0o000, 0o777, 0o644, 0o4755, 0o4655, 0o2755, 0o2745, 0o1777, 0o1776, 0o7777, 0o7000, 0o421, 0o124,
        ])
    func permissions(mode: UInt16) throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.makeDirectory("dir")
            for name in ["file", "dir"] {
                #expect(chmod(directory(name), mode_t(mode)) == 0)
                let listed = try output("ls", "-ld", directory(name)).prefix(10)
                #expect(Permissions.text(try facts(of: name, in: directory).status) == listed)
            }
            chmod(directory("dir"), 0o755)
        }
    }

    @Test("a file's first bytes are read only on request")
    func unreadSignature() throws {
        try withTemporaryDirectory { directory in
            try directory.write("SQLite format 3\0", to: "file")
            let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
            var names = AccountNames()
            for reads in [true, false] {
                let facts = try EntryFacts(
                    of: Array("file".utf8)[...], in: root.root, at: .root, tree: root, names: &names,
                    readsSignature: reads
                )
                #expect((facts.signature != nil) == reads)
            }
        }
    }

    @Test("a user or group without a name is shown by number")
    func nameless() throws {
        var names = AccountNames()
        #expect(names.user(4_000_000_123) == "4000000123")
        #expect(names.group(4_000_000_124) == "4000000124")
        #expect(names.user(0) == "root")
        #expect(names.group(0) == "root")
        // Once more, from the cache.
        #expect(names.user(4_000_000_123) == "4000000123")
    }

    @Test("an empty name means the directory itself, and a missing entry is not found")
    func itself() throws {
        try withTemporaryDirectory { directory in
            let inode = try output("stat", "-c", "%i", directory.path).dropLast()
            #expect(String(try facts(of: "", in: directory).status.inode) == inode)
            do {
                _ = try facts(of: "absent", in: directory)
                Issue.record("facts of nothing")
            } catch let error as FileTreeError {
                #expect(error.code == .notFound)
                #expect(error.path == "absent")
            }
        }
    }

    @Test("a link has a target and a destination, and other entries have none")
    func links() throws {
        try withTemporaryDirectory { directory in
            _ = try make(directory)
            let link = try facts(of: "link", in: directory)
            #expect(link.link?.target == Array("file".utf8))
            #expect(link.link?.destination == .inside("file", .file))
            #expect(link.signature == nil)
            #expect(try facts(of: "dangling", in: directory).link?.destination == .missing)
            #expect(try facts(of: "file", in: directory).link == nil)
        }
    }

    @Test("the first bytes identify a file, and no other kind of entry is opened for that")
    func signature() throws {
        try withTemporaryDirectory { directory in
            try directory.write("SQLite format 3\0…", to: "database")
            try directory.write("plain text\n", to: "text")
            try directory.write([0, 1, 2, 3], to: "noise")
            try directory.write("", to: "empty")
            mkfifo(directory("fifo"), 0o600)
            #expect(try facts(of: "database", in: directory).signature?.title == "SQLite 3 database")
            #expect(try facts(of: "text", in: directory).signature?.title == "text")
            for name in ["noise", "empty", "fifo"] { #expect(try facts(of: name, in: directory).signature == nil) }
        }
    }

    @Test("the exclusion of an entry is its own, not its directory's")
    func exclusion() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.write("", to: "other")
            try directory.setAttribute("user.com.apple.MobileBackup", [1], on: "")
            try directory.setAttribute("user.com.apple.metadata:com_apple_cloudBackup_excludeItem", [], on: "file")
            #expect(try facts(of: "file", in: directory).exclusion == .iCloud)
            #expect(try facts(of: "other", in: directory).exclusion == [])
            #expect(try facts(of: "", in: directory).exclusion == .every)
        }
    }

    @Test("an unreadable file is described as far as its status allows")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            try directory.write("plain text", to: "file")
            chmod(directory.path, 0o755)
            chmod(directory("file"), 0)
            let found: EntryFacts = try withoutPrivileges { try facts(of: "file", in: directory) }
            #expect(found.status.size == 10)
            #expect(found.signature == nil)
            #expect(Permissions.text(found.status) == "----------")
        }
    }

    @Test("the largest size that a file system reports is kept")
    func liesOfTheFileSystem() throws {
        try withTemporaryDirectory(on: "/dev/shm") { directory in
            try directory.makeSparseFile("file", size: .max)
            let facts = try facts(of: "file", in: directory)
            #expect(facts.status.size == UInt64(Int64.max))
            #expect(facts.status.allocated == 0)
        }
    }
}

@Suite
struct AccessControlListTests {
    @Test(
        "entries beyond the mode match getfacl",
        arguments: [
            "u:1234:rwx", "g:4321:r-x", "u:1:r--,u:2:-w-,g:3:--x,m::rw-", "m::r--", "u:root:rw-",
        ])
    func entries(specification: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            _ = try output("setfacl", "-m", specification, directory("file"))
            // `user:1234:rwx`, `mask::rwx`; the entries of the owner, the group and the others are the mode.
            var printed: [String] = []
            for line in try output("getfacl", "--omit-header", "--no-effective", "-p", directory("file")).split(
                separator: "\n")
            {
                let parts = line.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 3, !parts[1].isEmpty || parts[0] == "mask" else { continue }
                printed.append(parts.filter { !$0.isEmpty }.joined(separator: " "))
            }
            #expect(!printed.isEmpty)
            #expect(Set(try facts(of: "file", in: directory).accessControlList) == Set(printed))
        }
    }

    @Test("a file without an access control list has no entries, and a link has none of its target's")
    func none() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.link("link", to: "file")
            #expect(try facts(of: "file", in: directory).accessControlList == [])
            _ = try output("setfacl", "-m", "u:1234:rwx", directory("file"))
            #expect(try facts(of: "link", in: directory).accessControlList == [])
        }
    }
}
