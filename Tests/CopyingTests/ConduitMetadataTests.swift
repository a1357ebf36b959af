import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Copying

@Suite("Metadata that devices neither store nor tell")
struct ConduitMetadataTests {
    private func open(_ path: String) -> Int32 { System.open(path, O_RDWR | O_CLOEXEC) }

    private func copy(
        from source: FileSystemCapabilities, to target: FileSystemCapabilities, mode: String
    ) throws -> (mode: String, modified: String, losses: Int) {
        let directory = TemporaryDirectory()
        directory.write("original", "a")
        directory.write("copy", "a")
        _ = try runCommand(["chmod", mode, directory("original")])
        _ = try runCommand(["touch", "--date=@1000000000", directory("original")])
        _ = try runCommand(["chmod", "600", directory("copy")])
        var copier = MetadataCopier()
        (copier.source, copier.target) = (source, target)
        let (original, copy) = (open(directory("original")), open(directory("copy")))
        defer {
            close(original)
            close(copy)
        }
        var status = sandglass_stat()
        #expect(sandglass_status(original, "", &status) == 0)
        var losses: MetadataCopier.Losses = []
        copier.copy(original, status, to: copy, &losses)
        let found = try runCommand(["stat", "--format=%a %Y", directory("copy")])
        let words = String(decoding: found.stdout, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
        return (words[0], words[1], losses.count)
    }

    @Test("a mode is copied between file systems that store it, and is the usual one if the original's is invented")
    func modes() throws {
        let usual = String(0o666 & ~Platform.fileCreationMask, radix: 8)
        for (source, target, expected) in [
            (FileSystemCapabilities.local, FileSystemCapabilities.local, "751"), (.conduit, .local, usual),
            (.local, .conduit, "600"), (.conduit, .conduit, "600"),
        ] {
            let found = try copy(from: source, to: target, mode: "751")
            #expect(found.mode == expected && found.losses == 0, "\(source) \(target)")
            #expect(found.modified == "1000000000")
        }
    }

    @Test("a copy that differs from its original in one byte, or is shorter, is not accepted")
    func readBack() throws {
        let directory = TemporaryDirectory()
        for (name, text) in [("tree/a", "same"), ("tree/sub/b", "right"), ("copy/a", "same"), ("copy/sub/b", "right")] {
            directory.write(name, text)
        }
        let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
        let readBack = ReadBack(of: root, cancellation: Cancellation())
        try readBack.compare("tree", with: Array("copy".utf8)[...], in: root.descriptor)
        for wrong in ["wrong", "righ", ""] {
            directory.write("copy/sub/b", wrong)
            let error = #expect(throws: FileTreeError.self) {
                try readBack.compare("tree", with: Array("copy".utf8)[...], in: root.descriptor)
            }
            #expect(error?.path == "tree/sub/b")
        }
        // A file that was not copied has been reported by the copy.
        _ = try runCommand(["rm", directory("copy/sub/b")])
        try readBack.compare("tree", with: Array("copy".utf8)[...], in: root.descriptor)
    }
}
