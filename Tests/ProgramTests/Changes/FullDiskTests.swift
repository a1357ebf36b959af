import System
import TestSupport
import Testing

@Suite(
    "Packing onto a full disk", .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
    .onManyThreads)
struct FullDiskTests {
    /// A package with 60 files of up to 12 KB, and a zip archive and a backup of it.
    private static let sources = Result<TemporaryDirectory, any Error> {
        let folder = TemporaryDirectory()
        folder.removeAtExit()
        try Python.run(Script.text("full_disk_sources"), [folder.path])
        let packed = try run("pack", "--backup", folder("App.xcappdata"), folder("Backup"))
        #expect(packed.status == 0, "\(packed.errors)")
        return folder
    }

    /// Commands, without the path of their result, and its name.
    private static let commands: [(words: [String], name: String)] = [
        (["pack", "App.xcappdata"], "P.xcappdata"), (["pack", "App.zip"], "P.xcappdata"),
        (["pack", "App.xcappdata"], "P.zip"), (["pack", "--backup", "App.xcappdata"], "B"),
        (["unpack", "Backup", "org.example.app"], "P.xcappdata"), (["unpack", "Backup", "org.example.app"], "P"),
    ]

    @Test("a disk that fails while it is written leaves nothing either", arguments: [0, 3])
    func failing(_ index: Int) throws {
        let (words, name) = Self.commands[index]
        let folder = TemporaryDirectory()
        try folder.makeDirectory("made")
        let result = try runCommand(
            ["env", "-C", try Self.sources.get().path, "XDG_STATE_HOME=\(folder("state"))"]
                + ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=pwrite64:error=EIO:when=9"]
                + [sandglass] + words + [folder("made/\(name)")])
        #expect([73, 74].contains(result.status), "\(result.status) \(result.errors)")
        #expect(try runCommand(["ls", "-A", folder("made")]).text == "")
    }

    @Test("output is whole or absent, and the full disk is reported", arguments: commands.indices)
    func space(_ index: Int) throws {
        let (words, name) = Self.commands[index]
        let sources = try Self.sources.get()
        var statuses: Set<Int32> = []
        let state = TemporaryDirectory()
        // From no room at all to enough for everything.
        for size in [8, 48, 120, 250, 380, 440, 500, 2_000] {
            let disk = TemporaryDirectory()
            try PrivateMounts.with("tmpfs", "size=\(size)k", on: disk) { _ in
                let result = try runCommand(
                    ["env", "-C", sources.path, "XDG_STATE_HOME=\(state.path)", sandglass] + words + [disk(name)])
                let left = try runCommand(["ls", "-A", disk.path]).text
                if result.status == 0 {
                    #expect(left == "\(name)\n", "\(size)")
                } else {
                    #expect(result.status == 73, "\(size): \(result.status) \(result.errors)")
                    #expect(result.errors.contains("No space left on device"), "\(size): \(result.errors)")
                    #expect(left == "", "\(size)")
                }
                statuses.insert(result.status)
            }
        }
        #expect(statuses == [0, 73])
        #expect(try !runCommand(["ls", "-A", state("sandglass")]).text.contains("unfinished"))
    }

    @Test("a manifest is whole or absent, and the full disk is reported")
    func manifest() throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            import os, sys
            os.chdir(sys.argv[1])
            os.mkdir('tree')
            for index in range(900): open('tree/%0100d' % index, 'wb').close()
            """, [folder.path])
        for size in [4, 40, 100, 200, 1_000] {
            let disk = TemporaryDirectory()
            try PrivateMounts.with("tmpfs", "size=\(size)k", on: disk) { _ in
                let result = try runCommand(
                    [
                        "env", "XDG_STATE_HOME=\(folder("state"))", sandglass, "hash", folder("tree"), "--output",
                        disk("m"),
                    ])
                let left = try runCommand(["ls", "-A", disk.path]).text
                if size == 1_000 {
                    #expect(result.status == 0 && left == "m\n", "\(result.errors)")
                    #expect(try run("hash", folder("tree"), "--check", disk("m")).status == 0)
                } else {
                    #expect(result.status == 73 && left == "", "\(size): \(result.status) \(left) \(result.errors)")
                    #expect(result.errors.contains("No space left on device"), "\(size): \(result.errors)")
                    #expect(!result.errors.contains("cancelled"), "\(size): \(result.errors)")
                }
            }
        }
    }
}
