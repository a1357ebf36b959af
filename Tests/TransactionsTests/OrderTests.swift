import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Order of the steps of a move between file systems", .onManyThreads)
struct OrderTests {

    @Test(
        "the source is deleted only after data, journal, set-aside, rename and directory are synced in order",
        arguments: [["one.bin"], ["one.bin", "Album"]])
    func order(names: [String]) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try scene.write("host/one.bin", String(repeating: "x", count: 100_000))
        try scene.write("host/Album/a", "a")
        // Old enough not to be copied again as recently modified.
        try waitUntilSettled(for: 0.03, below: scene.container, scene.host)
        let log = scene.home("trace")
        let result = try runCommand(
            [
                "strace", "-f", "-y", "-qq", "-o", log, "-e",
                "trace=write,pwrite64,copy_file_range,sendfile,fsync,fdatasync,syncfs,renameat2,unlinkat,unlink",
            ]
                + scene.probe(
                    ["move", "host:\(scene.host)", "container:\(scene.container)"]
                        + names.flatMap { [$0, "Documents/\($0)"] }))
        #expect(result.status == 0)
        let lines = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n")
        func places(_ parts: String...) -> [Int] {
            lines.indices.filter { index in parts.allSatisfy { lines[index].contains($0) } }
        }
        let data = places(".sandglass-1-").filter { index in
            ["copy_file_range(", "write(", "pwrite64(", "sendfile("].contains { lines[index].contains($0) }
        }
        let settled = names.count == 1 ? places("fsync(", ".sandglass-1-") : places("syncfs(")
        let renames = places("renameat2(", "/container/Documents>", "RENAME_NOREPLACE")
        let directory = places("fsync(", "/container/Documents>")
        let journal = places("fsync(", "/journal/1.transaction>")
        let asides = places("renameat2(", "/host>")
        let removals = places("unlinkat(", "/host")
        #expect(renames.count == names.count && asides.count == names.count && removals.count >= names.count)
        let first = try #require(settled.first)
        let last = try #require(settled.last)
        #expect(try #require(data.last) < last && last < renames[0])
        #expect(journal.contains { $0 > first && $0 < asides[0] }, "the journal knows what is set aside before it is")
        let lastAside = asides[asides.count - 1]
        #expect(
            journal.contains { $0 > lastAside && $0 < renames[0] }, "the steps are in the journal before they are done")
        let synced = try #require(directory.first { $0 > renames[renames.count - 1] })
        let committed = try #require(journal.first { $0 > synced })
        #expect(committed < (try #require(removals.min())))
    }
}
