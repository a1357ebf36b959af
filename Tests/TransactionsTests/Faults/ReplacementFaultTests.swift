import FoundationEssentials
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Replacing items with the trash on another device while a call fails", .onManyThreads)
struct ReplacementFaultTests {
    private func scene() throws -> Scene {
        let scene = try Scene(hostOn: "/dev/shm")
        for (side, text) in [("host", "old"), ("container/Documents", "new")] {
            try scene.write("\(side)/item/\(text)", "\(text) in the directory")
            try scene.write("\(side)/file", "\(text) file")
        }
        return scene
    }

    private func words(_ scene: Scene) -> [String] {
        ["copy", "container:\(scene.container)", "host:\(scene.host)"]
            + ["Documents/item", "item", "Documents/file", "file", "--replace"]
    }

    @Test(
        "no temporary remains, nothing is lost, and errors name the item, not a temporary",
        arguments: ["renameat2", "unlinkat", "getdents64", "openat2", "mkdirat", "syncfs", "fsync"])
    func fails(call: String) throws {
        let template = try scene()
        let log = template.home("trace")
        let traced = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)"] + template.probe(words(template)))
        #expect(traced.status == 0)
        let count = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n").count
        let numbers = Array(1...max(1, count))
        for number in runsLongTests ? numbers : Array(numbers.shuffled().prefix(3)) {
            let scene = try scene()
            let before = try scene.state()
            let result = try runCommand(
                ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):error=EIO:when=\(number)"]
                    + scene.probe(words(scene)))
            let told = String(decoding: result.stdout + result.stderr, as: UTF8.self)
            #expect(!told.contains("/.sandglass-"), "\(call) \(number): \(told)")
            _ = try scene.journal.recover()
            _ = try scene.journal.recover()
            #expect(try scene.temporaries() == [], "\(call) \(number): \(told)")
            let found = Set(try (scene.state() + scene.trashed()).compactMap { DiskState.checksum(in: $0) })
            for line in before {
                if let sum = DiskState.checksum(in: line) {
                    #expect(found.contains(sum), "\(call) \(number): lost \(line): \(told)")
                }
            }
        }
    }

    @Test(
        "errors name paths in existing directories, and a trash note by its path in the trash",
        arguments: ["write", "openat", "openat2", "statx"])
    func names(call: String) throws {
        let template = try scene()
        let log = template.home("trace")
        _ = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)"] + template.probe(words(template)))
        let count = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n").count
        let numbers = Array(1...max(1, count))
        let all = runsLongTests || call == "write"
        var named: [String] = []
        for number in all ? numbers : Array(numbers.shuffled().prefix(5)) {
            let scene = try scene()
            let result = try runCommand(
                ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):error=ENOSPC:when=\(number)"]
                    + scene.probe(words(scene)))
            // Without an outcome the transaction never began.
            guard let outcome = try? JSONDecoder().decode(ToldOutcome.self, from: Data(result.stdout)) else { continue }
            for failure in outcome.failures {
                named.append(failure.path.replacing(scene.home.path, with: ""))
                let directory = String(failure.path[..<(failure.path.lastIndex(of: "/") ?? failure.path.startIndex)])
                #expect(access(directory, F_OK) == 0, "\(call) \(number): \(failure.path): \(failure.reason)")
            }
        }
        if call == "write" { #expect(named.contains("/data/Trash/info/file.trashinfo"), "\(named)") }
    }
}
