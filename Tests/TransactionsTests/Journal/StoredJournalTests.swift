import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Journals stored long ago", .onManyThreads)
struct StoredJournalTests {
    @Test("every transaction is listed with its kind, its role and its items")
    func listed() throws {
        let scene = try Scene()
        try StoredJournal().write(to: scene)
        let entries = try scene.journal.entries()
        #expect(entries.map(\.id.number) == Array(1...6))
        #expect(entries.map(\.title) == ["import", "rename", "make directory", "exclude", "delete", "export"])
        #expect(entries.map(\.kind) == [.import, .rename, .makeDirectory, .exclude, .delete, .export])
        #expect(entries.map(\.actor) == ["owner", "owner", "owner", "owner", "owner", "app"])
        #expect(entries.allSatisfy { $0.state == .done && $0.itemCount == 1 })
        #expect(
            entries.map { $0.items.map(\.verb) } == [
                ["copy"], ["move"], ["make directory"], ["set attribute"], ["trash"], ["copy"],
            ])
        let places = entries.map { String(decoding: $0.items[0].newHostPath ?? $0.items[0].hostPath, as: UTF8.self) }
        #expect(
            places == [
                "/tmp/sj/App/Documents/letter.txt", "/tmp/sj/App/Documents/c.txt", "/tmp/sj/App/Documents/new",
                "/tmp/sj/App/Documents/b.txt", "/tmp/sj/App/Documents/b.txt", "/tmp/sj/out/c.txt",
            ])
    }

    /// Returns the status of an item, by the system.
    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    /// Puts a scene's container in the place of the recorded one, and its time of birth, which cannot be chosen, out of
    /// the record. `stat` gave the recorded numbers when the journal was stored.
    private func move(
        _ journal: inout StoredJournal, to scene: Scene, _ number: Int, with names: [String]
    ) throws {
        for name in names {
            let path = "/Documents/\(name).txt"
            let (old, new) = (Recorded.string("/tmp/sj/App" + path), Recorded.string(scene.container + path))
            try journal.replace(old, with: new, in: number)
        }
        try journal.replace(
            Recorded.string("/tmp/sj/App") + [1] + Recorded.number(1_065_010),
            with: Recorded.string(scene.container) + [1] + Recorded.number(try status(scene.container).st_ino),
            in: number)
        try journal.replace(
            [1] + Recorded.signed(1_795_709_325) + Recorded.number(951_153_084), with: [0], in: number)
    }

    /// Puts an item in the place of the recorded one, a file of four bytes.
    private func recognize(
        _ path: String, as inode: Int, in journal: inout StoredJournal, _ number: Int
    ) throws {
        let found = try status(path)
        try journal.replace(
            Recorded.signed(inode) + [4] + Recorded.signed(1_795_709_325) + Recorded.number(955_153_084),
            with: Recorded.signed(Int(found.st_ino)) + [4] + Recorded.signed(Int(found.st_mtim.tv_sec))
                + Recorded.number(found.st_mtim.tv_nsec),
            in: number)
    }

    @Test("a rename is undone and redone")
    func rename() throws {
        let scene = try Scene()
        try scene.write("container/Documents/c.txt", "one\n")
        var journal = try StoredJournal()
        try move(&journal, to: scene, 2, with: ["a", "c"])
        try recognize(scene.container + "/Documents/c.txt", as: 1_066_707, in: &journal, 2)
        try journal.write(to: scene, [2])
        #expect(try scene.undo().state == .done)
        #expect(try readFile(scene.container + "/Documents/a.txt") == Array("one\n".utf8))
        #expect(try scene.journal.entries().map(\.state) == [.undone])
        #expect(try scene.redo().state == .done)
        #expect(try readFile(scene.container + "/Documents/c.txt") == Array("one\n".utf8))
    }

    @Test("an exclusion from backups is undone")
    func exclusion() throws {
        let scene = try Scene()
        try scene.write("container/Documents/b.txt", "two\n")
        let (path, name) = (
            scene.container + "/Documents/b.txt", "user.com.apple.metadata:com_apple_backup_excludeItem"
        )
        #expect(try runCommand(["setfattr", "-n", name, "-v", "com.apple.MobileBackup", path]).status == 0)
        var journal = try StoredJournal()
        try move(&journal, to: scene, 4, with: ["b"])
        try journal.write(to: scene, [4])
        #expect(try scene.undo().state == .done)
        #expect(try runCommand(["getfattr", "-d", path]).text == "")
    }

    @Test("a deletion is undone from the trash")
    func deletion() throws {
        let scene = try Scene()
        try scene.home.write("two\n", to: "data/Trash/files/b.txt")
        var journal = try StoredJournal()
        try move(&journal, to: scene, 5, with: ["b"])
        let trash = scene.home("data/Trash")
        try journal.replace(
            Recorded.string("/tmp/sj/data/Trash") + [0] + Recorded.number(1_065_065),
            with: Recorded.string(trash) + [0] + Recorded.number(try status(trash).st_ino), in: 5)
        try journal.replace(
            [1] + Recorded.signed(1_795_709_333) + Recorded.number(901_855_103), with: [0], in: 5)
        try recognize(trash + "/files/b.txt", as: 1_066_723, in: &journal, 5)
        try journal.write(to: scene, [5])
        #expect(try scene.undo().state == .done)
        #expect(try readFile(scene.container + "/Documents/b.txt") == Array("two\n".utf8))
        #expect(DiskState.names(in: trash + "/files").isEmpty)
    }
}
