import ContainerModel
import ContainerStore
import FileTree
import Formats
import System
import TestSupport
import Testing

struct ExclusionReaderTests {
    /// The names in formats.md, and the backups that each excludes an item from.
    private static let attributes: [(String, BackupKinds)] = [
        ("com.apple.metadata:com_apple_backup_excludeItem", [.iCloud, .encrypted, .unencrypted]),
        ("com.apple.metadata:com_apple_cloudBackup_excludeItem", .iCloud),
        ("com.apple.metadata:com_apple_unencryptedBackup_excludeItem", .unencrypted),
        ("com.apple.MobileBackup", [.iCloud, .encrypted, .unencrypted]),
    ]

    private func own(_ name: String, in directory: TemporaryDirectory) throws -> BackupKinds {
        let root = try RootedDirectory(hostPath: Array(directory.path.utf8)).descriptor
        let name = Array(name.utf8)[...]
        return ExclusionReader.ownExclusion(
            of: name, in: .host(root), attributes: ExtendedAttributes.names(of: name, in: root))
    }

    private func covering(_ path: ContainerPath, in directory: TemporaryDirectory) throws -> BackupKinds {
        ExclusionReader.coveringExclusion(of: path, in: try RootedDirectory(hostPath: Array(directory.path.utf8)))
    }

    @Test(
        "every name of the attribute is recognized, as spelled by Linux and by rsync", arguments: attributes,
        ["user.", "user.rsync."])
    func names(attribute: (String, BackupKinds), prefix: String) throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.write("", to: "other")
            // The value is irrelevant.
            try directory.setAttribute(prefix + attribute.0, [], on: "file")
            #expect(try own("file", in: directory) == attribute.1)
            #expect(try own("other", in: directory) == [])
            try directory.setAttribute("user.comment", [1], on: "other")
            try directory.setAttribute("user.com.apple.metadata:com_apple_backup_excludeItemX", [1], on: "other")
            #expect(try own("other", in: directory) == [])
        }
    }

    @Test("an attribute on a directory covers the items below, also on the container's root")
    func inherited() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "a/b/c/file")
            try directory.write("", to: "d/file")
            try directory.setAttribute("user.com.apple.metadata:com_apple_cloudBackup_excludeItem", [], on: "a")
            try directory.setAttribute(
                "user.com.apple.metadata:com_apple_unencryptedBackup_excludeItem", [], on: "a/b/c")
            #expect(try covering(.root, in: directory) == [])
            #expect(try covering("a", in: directory) == .iCloud)
            #expect(try covering("a/b", in: directory) == .iCloud)
            #expect(try covering("a/b/c", in: directory) == [.iCloud, .unencrypted])
            #expect(try covering("a/b/c/absent/deeper", in: directory) == [.iCloud, .unencrypted])
            #expect(try covering("d", in: directory) == [])
            try directory.setAttribute("user.com.apple.MobileBackup", [1], on: "")
            #expect(try covering("d", in: directory) == .every)
        }
    }

    @Test("directories that can be searched but not read are passed through")
    func searchableOnly() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "a/b/c/file")
            try directory.setAttribute("user.com.apple.MobileBackup", [1], on: "a/b/c")
            let open = try RootedDirectory(hostPath: Array(directory.path.utf8))
            for name in ["", "a", "a/b"] { #expect(chmod(directory(name), 0o711) == 0) }
            defer { for name in ["", "a", "a/b"] { chmod(directory(name), 0o755) } }
            let covering = try withoutPrivileges { ExclusionReader.coveringExclusion(of: "a/b/c", in: open) }
            #expect(covering == .every)
        }
    }

    @Test("a symbolic link has neither attributes nor those of its target")
    func links() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "target/file")
            try directory.setAttribute("user.com.apple.MobileBackup", [1], on: "target")
            try directory.link("link", to: "target")
            #expect(try own("link", in: directory) == [])
            #expect(try covering("link/file", in: directory) == [])
            #expect(try covering("target/file", in: directory) == .every)
        }
    }

    /// A script that writes an AppleDouble file with Python's struct, from the layout in formats.md.
    private static let appleDouble = Script.text("exclusion_reader_apple_double")

    @Test(
        "an AppleDouble file beside the item is read, with a resource fork of any size",
        arguments: [0, 286, 1 << 20, 1 << 30])
    func appleDouble(fork: Int) throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "file")
            try directory.write("", to: "dir/inner")
            for name in ["file", "dir"] {
                try Python.run(
                    Self.appleDouble,
                    [directory("._\(name)"), String(fork), "com.apple.quarantine", Self.attributes[1].0])
            }
            #expect(try own("file", in: directory) == .iCloud)
            #expect(try own("dir", in: directory) == .iCloud)
            #expect(try own("._file", in: directory) == [])
            #expect(try covering("dir/inner", in: directory) == .iCloud)
            try directory.setAttribute("user." + Self.attributes[2].0, [], on: "file")
            #expect(try own("file", in: directory) == [.iCloud, .unencrypted])
        }
    }

    @Test("a file beside the item that is not valid AppleDouble is ignored")
    func damaged() throws {
        try withTemporaryDirectory { directory in
            try directory.write("", to: "text")
            try directory.write("not AppleDouble", to: "._text")
            try directory.write("", to: "link")
            try Python.run(Self.appleDouble, [directory("outside"), "0", Self.attributes[0].0])
            try directory.link("._link", to: "outside")
            try directory.write("", to: "fifo")
            mkfifo(directory("._fifo"), 0o600)
            try directory.write("", to: "cut")
            try directory.write(try readFile(directory("outside")).prefix(110), to: "._cut")
            for name in ["text", "link", "fifo", "cut"] { #expect(try own(name, in: directory) == [], "\(name)") }
        }
    }

    @Test("an item on a file system without attributes is not excluded")
    func withoutAttributes() throws {
        let root = try RootedDirectory(hostPath: Array("/proc/self".utf8))
        #expect(ExclusionReader.coveringExclusion(of: "fd", in: root) == [])
    }
}
