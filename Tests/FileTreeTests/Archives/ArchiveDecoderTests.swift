import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Decoding

@Suite("Archives and their decoder process")
struct ArchiveDecoderTests {
    private let directory = TemporaryDirectory()

    private func liar(_ behaviour: String, silence: Int = 30_000) -> DecoderPool {
        DecoderPool(
            DecoderProgram(
                path: Products.executable("lying-decoder"), arguments: ["lying-decoder", behaviour, directory("")]),
            within: DecoderLimits(silence: silence, signsOfLife: 1_000))
    }

    /// Returns the sentence about an archive that cannot be opened.
    private func failure(_ path: String, _ decoders: DecoderPool) throws -> String {
        do {
            _ = try openArchive(path, decoders: decoders)
            return "it was opened"
        } catch let error as FileTreeError {
            return error.message
        }
    }

    @Test(
        "a decoder that dies, floods, lies or never answers costs the archive, and is one sentence",
        arguments: ["a.zip", "a.tar", "a.tar.gz"])
    func sentences(_ name: String) throws {
        let path = try directory.archive(name, [.file("a"), .file("b")])
        let operation = name == "a.tar.gz" ? "could not unpack the archive: " : "could not read the archive: "
        let invalid = operation + "the decoder gave an invalid answer and was killed"
        for (behaviour, silence, sentence) in [
            ("wrong-number", 30_000, invalid), ("long-frame", 30_000, invalid), ("endless-entries", 30_000, invalid),
            ("signs-of-life", 30_000, invalid), ("unknown-outcome", 30_000, invalid),
            ("exits", 30_000, operation + "the decoder exited with status 3"),
            ("crashes", 30_000, operation + "the decoder crashed (signal 11)"),
            ("silence", 100, operation + "the decoder stopped answering and was killed"),
        ] {
            #expect(try failure(path, liar(behaviour, silence: silence)) == sentence, "\(behaviour)")
        }
        #expect(try openArchive(path).lines() == ["a file 1", "b file 1"])
    }

    /// Makes a zip with a short file and one of more bytes than fit in a socket, so that the decoder is still at work when
    /// the first part has come.
    private func archiveWithLargeFile() throws -> String {
        try Python.run(
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
                archive.writestr('a', 'first')
                archive.writestr('b', 'large ' * (1 << 20))
            """, [directory("large.zip")])
        return directory("large.zip")
    }

    @Test("a decoder that crashes while a file is read costs that file, and the next one is read by another process")
    func crash() throws {
        let path = try archiveWithLargeFile()
        let decoders = DecoderPool()
        let tree = try openArchive(path, decoders: decoders)
        #expect(tree.text("a") == "first")
        let process = try #require(decoders.processIdentifier)
        let target = try UnnamedFile.makeInMemory()
        do throws(FileTreeError) {
            _ = try tree.root.copyContents(
                of: Array("b".utf8)[...], to: target, cancellation: Cancellation()
            ) { _ in kill(process, SIGSEGV) }
            Issue.record("it was copied")
        } catch {
            #expect(error.reason == "the decoder crashed (signal 11)")
        }
        #expect(tree.text("b") == String(repeating: "large ", count: 1 << 20))
        #expect(decoders.processIdentifier != nil && decoders.processIdentifier != process)
    }

    @Test("cancelling ends the process, and the next file is read by another one")
    func cancellation() throws {
        let path = try archiveWithLargeFile()
        let decoders = DecoderPool()
        let tree = try openArchive(path, decoders: decoders)
        let process = try #require(decoders.processIdentifier)
        let cancellation = Cancellation()
        let target = try UnnamedFile.makeInMemory()
        let isWhole = try tree.root.copyContents(
            of: Array("b".utf8)[...], to: target, cancellation: cancellation
        ) { _ in cancellation.cancel() }
        #expect(!isWhole && RunningProcess(process) == nil)
        #expect(tree.text("a") == "first")
    }

    @Test("an archive that is not read any more leaves no process")
    func release() throws {
        let path = try directory.archive("a.zip", [.file("a", "first")])
        var process: pid_t = 0
        do {
            let decoders = DecoderPool()
            let tree = try openArchive(path, decoders: decoders)
            #expect(tree.text("a") == "first")
            process = try #require(decoders.processIdentifier)
            #expect(RunningProcess(process) != nil)
        }
        #expect(RunningProcess(process) == nil)
    }

    @Test(
        "contents of many frames are those that Python's zipfile and tarfile find, by all methods",
        arguments: [
            "stored.zip", "deflated.zip", "bzip2.zip", "lzma.zip", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.bz2",
        ])
    func large(_ name: String) throws {
        let sums = try Python.lines(Script.text("archive_decoder_large"), [directory(name)])
        let tree = try openArchive(directory(name))
        #expect(sums.count == (name == "lzma.zip" ? 2 : 3))
        for line in sums {
            let parts = line.split(separator: " ").map(String.init)
            let file = try tree.openFile(try #require(ContainerPath(parts[0])))
            let size = Int(try tree.status(try #require(ContainerPath(parts[0]))).size)
            var bytes = [UInt8](repeating: 0, count: size)
            #expect(bytes.withUnsafeMutableBytes { file.read($0, at: 0) } == size)
            directory.write(parts[0], bytes)
            #expect(try runCommand(["sha256sum", directory(parts[0])]).text.hasPrefix(parts[1]), "\(line)")
        }
    }

    @Test("large contents that are not compressed have their checksum compared, and one part of them can be read")
    func storedChecksum() throws {
        try Python.run(
            """
            import os, sys, zipfile
            os.chdir(sys.argv[1])
            data = bytes(range(256)) * 8192
            with zipfile.ZipFile('a.zip', 'w') as archive: archive.writestr('a', data)
            whole = bytearray(open('a.zip', 'rb').read())
            whole[whole.index(data) + len(data) - 1] ^= 1
            open('b.zip', 'wb').write(whole)
            """, [directory("")])
        let whole = try openArchive(directory("a.zip"))
        #expect(try FileContents.read("a", in: whole, limit: 1 << 24) == (0..<8_192).flatMap { _ in 0...255 })
        let damaged = try openArchive(directory("b.zip"))
        #expect(damaged.text("a") == "it is damaged: the checksum is wrong")
        for tree in [whole, damaged] {
            #expect(try tree.root.head(of: Array("a".utf8)[...], length: 256) == Array(0...255))
        }
    }
}
