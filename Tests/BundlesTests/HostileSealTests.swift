import Bundles
import ContainerModel
import FileTree
import System
import TestSupport
import Testing

/// Bundles that ask for more memory or time than they are worth.
@Suite("Hostile seals")
struct HostileSealTests {
    /// Python's builders of Mach-O files: thin ones with a signature, and fat ones.
    private static let builder = Script.text("hostile_seal_builder")

    private static func report(_ script: String, in folder: TemporaryDirectory) throws -> SealReport {
        try Python.run(builder + "\n" + script, [folder.path])
        let tree = try RootedDirectory(hostPath: Array(folder.path.utf8))
        return try #require(SealVerification(of: tree, at: "A.app").verify(hostPath: Array("A.app".utf8)))
    }

    @Test("images that overlap are refused: each byte would be read for each of them")
    func overlappingImages() throws {
        let report = try Self.report(
            """
            program = open(bundle('A.app', 'A'), 'wb')
            program.write(struct.pack('>II', 0xcafebabe, 2))
            for offset in (4096, 4100): program.write(struct.pack('>5I', 0x0100000c, 0, offset, 4096, 12))
            program.truncate(16384)
            """, in: TemporaryDirectory())
        #expect(report.unreadable.map(\.message) == ["an architecture overlaps another"])
        #expect(report.unreadable.map(\.offset) == [28])
    }

    @Test("two code directories of a kind are refused: each page would be read for each of them")
    func repeatedDirectories() throws {
        let report = try Self.report(
            """
            directory = bytearray(76)
            struct.pack_into('>9I', directory, 0, 0xfade0c02, 76, 0x20100, 2, 44, 44, 0, 0, 0)
            directory[36:40] = bytes([32, 2, 0, 12])
            blob = struct.pack('>7I', 0xfade0cc0, 28 + 76, 2, 0, 28, 0, 28) + bytes(directory)
            open(bundle('A.app', 'A'), 'wb').write(image(len(blob)) + blob)
            """, in: TemporaryDirectory())
        #expect(report.unreadable.map(\.message) == ["the code signature has two code directories of the same kind"])
        #expect(report.unreadable.map(\.offset) == [48 + 20])
    }

    @Test("all signatures and seals of a bundle together have a limit")
    func manySignatures() throws {
        // Other tests allocate at the same time.
        try inOwnProcess {
            let folder = TemporaryDirectory()
            let report = try Self.report(
                """
                for number in range(30):
                    path = bundle('A.app/Frameworks/%02d.framework' % number, 'F')
                    program = open(path, 'wb')
                    program.write(image(60 << 20) + struct.pack('>3I', 0xfade0cc0, 60 << 20, 0))
                    program.truncate(48 + (60 << 20))
                """, in: folder)
            let found = report.unreadable.filter { $0.message.contains("larger than 128 MiB together") }
            #expect(found.count == 28)
            // Items that were not read are not called altered; the two that were read have no code directory.
            #expect(report.items.filter { $0.status == .altered || $0.status == .missing }.count == 2)
            #expect(RunningProcess.memory(.peak) < 256 << 10)
        }
    }
}
