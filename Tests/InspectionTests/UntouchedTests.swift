import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import System
import TestSupport
import Testing

/// Examining a container changes nothing in it, not even access times.
@Suite
struct UntouchedTests {
    /// Lists all metadata and contents below a directory. Python opens files with `O_NOATIME`, so that the listing
    /// itself leaves no trace.
    private static let listing = Script.text("untouched_listing")

    private func lookAtEverything(_ path: String) throws {
        guard case .container(let container, _) = try ContainerStore.open(Array(path.utf8)) else {
            Issue.record("not opened")
            return
        }
        let tree = container.tree
        _ = container.standardDirectories()
        var names = AccountNames()
        var waiting: [ContainerPath] = [.root]
        while let path = waiting.popLast() {
            let directory = try tree.directory(at: path)
            let covering = ExclusionReader.coveringExclusion(of: path, in: tree)
            guard let entries = try directory.entries(path: path) else {
                return
            }
            _ = MetadataTable.scan(entries, in: directory, cancellation: Cancellation())
            for index in 0..<entries.count {
                let facts = try EntryFacts(of: entries.name(index), in: directory, at: path, tree: tree, names: &names)
                guard let item = path.appending(name: entries.name(index)) else { continue }
                let subject = Explanation.Subject(path: item, kind: facts.status.kind, facts: facts, covering: covering)
                #expect(!Explanation(of: subject, in: container.description).lines.isEmpty)
                if facts.status.kind == .directory { waiting.append(item) }
                if facts.status.kind == .file { _ = try FileContents.read(item, in: tree, limit: 1 << 24) }
            }
        }
        let done = Semaphore()
        SizeCounter(of: tree, pool: WorkerPool(threads: 2), threads: 2)
            .count([.root, "Library"], cancellation: Cancellation()) { totals in
                if totals[.root]?.isComplete == true { done.signal() }
            }
        done.wait()
    }

    /// Sets access times long ago: with `relatime` the next read would update them.
    private static let age = """
        import os, sys
        for where, directories, files in os.walk(sys.argv[1], topdown=False):
            for name in directories + files: os.utime(os.path.join(where, name), (1, 1000000000), follow_symlinks=False)
        os.utime(sys.argv[1], (1, 1000000000))
        """

    @Test("opening, listing, counting, reading and explaining a container change nothing in it")
    func made() throws {
        try withTemporaryDirectory { directory in
            let metadata =
                "<plist><dict><key>MCMMetadataIdentifier</key><string>com.example.app</string></dict></plist>"
            try directory.write(metadata, to: ".com.apple.mobile_container_manager.metadata.plist")
            try directory.write("text", to: "Documents/notes.txt")
            try directory.write("x", to: "Documents/._notes.txt")
            try directory.write("SQLite format 3\0", to: "Library/Application Support/com.example.app/store.sqlite")
            try directory.makeDirectory("Library/Preferences")
            try directory.makeDirectory("tmp")
            try directory.link("Library/Cookies", to: "../Documents")
            try directory.setAttribute("user.com.apple.MobileBackup", [1], on: "Documents/notes.txt")
            try Python.run(Self.age, [directory.path])
            let before = try Python.lines(Self.listing, [directory.path])
            #expect(before.count == 12)
            try lookAtEverything(directory.path)
            #expect(try Python.lines(Self.listing, [directory.path]) == before)
        }
    }

    @Test("examining a downloaded container changes nothing in it", arguments: DownloadedContainer.origins)
    func downloaded(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        try withTemporaryDirectory { directory in
            #expect(try runCommand(["cp", "-a", package.path, directory("copy.xcappdata")]).status == 0)
            try Python.run(Self.age, [directory.path])
            let before = try Python.lines(Self.listing, [directory.path])
            try lookAtEverything(directory("copy.xcappdata"))
            #expect(try Python.lines(Self.listing, [directory.path]) == before)
        }
    }
}
