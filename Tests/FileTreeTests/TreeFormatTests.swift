import ContainerModel
import Decoding
import FileTree
import Jobs
import System
import TestSupport
import Testing

@Suite("Tree formats")
struct TreeFormatTests {
    /// A format that is not in the list.
    private struct NoteFormat: TreeFormat {
        let title = "note"
        let suffixes = [".note"]

        func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: "note:".utf8) }

        func tree(
            in file: Descriptor,
            by decoders: DecoderPool,
            within limits: ArchiveLimits,
            progress: ProgressMeter,
            cancellation: Cancellation
        ) throws(FileTreeError) -> any FileTree {
            throw FileTreeError(operation: "read the note", unusable: "it is blank")
        }
    }

    private func format(
        of contents: [UInt8],
        among formats: [any TreeFormat] = TreeFormats.all
    ) throws -> (any TreeFormat)? {
        try withTemporaryDirectory { directory in
            directory.write("file", contents)
            return TreeFormats.format(
                of: Descriptor(owning: open(directory("file"), O_RDONLY | O_CLOEXEC)), among: formats)
        }
    }

    @Test(
        "an archive is recognized by its contents and opened",
        arguments: [
            ("a.zip", "zip archive"), ("a.tar", "tar archive"), ("a.tar.gz", "tar.gz archive"),
            ("a.tar.xz", "tar.xz archive"), ("a.tar.bz2", "tar.bz2 archive"),
        ])
    func recognition(_ name: String, _ title: String) throws {
        try withTemporaryDirectory { directory in
            let path = try directory.archive(name, [.file("a")])
            let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
            let format = try #require(TreeFormats.format(of: file))
            #expect(format.title == title)
            #expect(format.suffixes.contains { name.hasSuffix($0) })
            let progress = ProgressMeter()
            let tree = try format.tree(
                in: file, by: DecoderPool(), within: ArchiveLimits(), progress: progress, cancellation: Cancellation())
            #expect(tree.medium == title)
            // For formats that are unpacked first, the bytes are counted as well.
            let size = try ItemStatus(of: file, path: .root).size
            let bytes = title == "zip archive" || title == "tar archive" ? 0 : size
            #expect(progress.progress.filesDone == 1)
            #expect((progress.progress.bytesDone, progress.progress.bytesTotal) == (bytes, bytes))
        }
    }

    @Test(
        "a file of another kind is not recognized",
        arguments: ["", "P", "PK", "plain text", "PK\u{1}\u{2}", "ustar", String(repeating: "0", count: 2_000)])
    func unknown(_ contents: String) throws {
        #expect(try format(of: Array(contents.utf8)) == nil)
    }

    @Test("a format can be added to the list, and the first one that recognizes a file is used")
    func another() throws {
        let note = Array("note: hello".utf8)
        #expect(try format(of: note) == nil)
        #expect(try format(of: note, among: TreeFormats.all + [NoteFormat()])?.title == "note")
        #expect(try format(of: [0x1f, 0x8b, 0x08], among: [NoteFormat()] + TreeFormats.all)?.title == "tar.gz archive")
    }

    @Test("no two formats share a title or a suffix")
    func distinct() {
        let suffixes = TreeFormats.all.flatMap(\.suffixes)
        #expect(Set(suffixes).count == suffixes.count && suffixes.allSatisfy { $0.hasPrefix(".") })
        #expect(Set(TreeFormats.all.map(\.title)).count == TreeFormats.all.count)
    }
}
