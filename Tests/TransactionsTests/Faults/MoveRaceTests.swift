import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

/// How another process writes while an item is moved.
enum Writer: String, CaseIterable, Sendable {
    /// Opens the file for each write, as SQLite does for its journal, and sets the modification time back.
    case reopens
    /// Keeps the file open.
    case holds
    /// Keeps the file mapped after closing it.
    case maps
    /// Renames new files into the directory.
    case renamesIn

    /// A Python script that increments a number in place, or creates one file after another, until that fails or the
    /// stop file exists, and prints the last number written.
    var script: String {
        let prologue = Script.text("move_race")
        return prologue
    }
}

/// The kind of item, and whether it is moved or moved to the trash.
enum Departure: String, CaseIterable, Sendable {
    case moveOfFile, moveOfDirectory, trashOfFile, trashOfDirectory

    var isDirectory: Bool { self == .moveOfDirectory || self == .trashOfDirectory }
    var isTrash: Bool { self == .trashOfFile || self == .trashOfDirectory }
}

@Suite("Moves to another file system while others write", .serialized, .onManyThreads)
struct MoveRaceTests {
    private let parent = "/dev/shm"

    /// Returns a scene with the item; the host directory is on another file system than the rest.
    private func scene(_ departure: Departure) throws -> Scene {
        let scene = try Scene(hostOn: parent)
        let side = departure.isTrash ? scene.other! : scene.home
        let base = departure.isTrash ? "host" : "container/Documents"
        if departure.isDirectory {
            for number in 0..<60 {
                try side.write([UInt8](repeating: 7, count: 3_000), to: "\(base)/item/sub/\(number)")
            }
            try side.write([UInt8](repeating: 0, count: 600_000), to: "\(base)/item/sub/file")
        } else {
            try side.write([UInt8](repeating: 0, count: 3_000_000), to: "\(base)/item")
        }
        return scene
    }

    private func source(_ departure: Departure, _ scene: Scene) -> String {
        departure.isTrash ? scene.host + "/item" : scene.container + "/Documents/item"
    }

    private func target(_ departure: Departure, _ scene: Scene) -> String {
        departure.isTrash ? scene.home("data/Trash/files/item") : scene.host + "/item"
    }

    private func change(_ departure: Departure, _ scene: Scene) throws -> Change {
        departure.isTrash
            ? .trash(try scene.onHost("item"))
            : .move(try scene.inContainer("Documents/item"), to: try scene.onHost("item"))
    }

    /// Returns the number in the first eight bytes of a file; nil if the file is missing or shorter.
    private func number(_ path: String) -> UInt64? {
        guard let bytes = try? readFile(path), bytes.count >= 8 else { return nil }
        return bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func wait(until path: String) {
        while access(path, F_OK) != 0 { usleep(1_000) }
    }

    @Test(
        "everything written arrives or stays at the source", arguments: Departure.allCases, Writer.allCases)
    func writes(departure: Departure, writer: Writer) throws {
        guard departure.isDirectory || writer != .renamesIn else { return }
        for round in 0..<(runsLongTests ? 20 : 2) {
            let scene = try scene(departure)
            let (source, target) = (source(departure, scene), target(departure, scene))
            let (ready, stop) = (scene.home("ready"), scene.home("stop"))
            let output = scene.home("output")
            let aside = (departure.isTrash ? scene.other! : scene.home)("aside")
            let process = try start(
                ["sh", "-c", "exec \"$@\" > \"$0\"", output] + Python.command + [
                    "-c", writer.script, source, ready, stop, aside, writer.rawValue,
                ])
            wait(until: ready)
            let outcome = try scene.execute(change(departure, scene))
            close(creat(stop, 0o600))
            TransactionsTests.wait(for: process)
            let told = String(decoding: try readFile(output), as: UTF8.self).filter(\.isNumber)
            let last = try #require(UInt64(told))
            let comment = "\(departure), \(writer), round \(round): \(outcome.state), \(outcome.failures.first)"
            let file = departure.isDirectory ? "/sub/file" : ""
            if writer == .renamesIn {
                for made in 1...last {
                    let name = "/sub/new-\(made)"
                    #expect(
                        number(target + name) == made || number(source + name) == made, "\(comment): lost \(made)")
                }
            } else {
                let found = [number(source + file), number(target + file)].compactMap { $0 }.max()
                #expect(found == last, "\(comment)")
            }
            switch writer {
            case .holds, .maps:
                // Nothing is moved, and the failure says why.
                #expect(outcome.items.map(\.result) == [.failed], "\(comment)")
                #expect(outcome.failures.first.map(\.errno) == [ETXTBSY], "\(comment)")
                #expect(
                    outcome.failures.first.allSatisfy { $0.reason.contains("another process has it open") },
                    "\(comment)")
                if writer == .holds {
                    #expect(outcome.failures.first.allSatisfy { $0.reason.contains("\(process)") }, "\(comment)")
                }
                let path = String(decoding: outcome.failures.first.first?.hostPath ?? [], as: UTF8.self)
                #expect(path == source + file, "\(comment)")
                #expect(access(target, F_OK) != 0, "\(comment)")
            case .reopens, .renamesIn:
                #expect(outcome.state == .done || access(source, F_OK) == 0, "\(comment)")
            }
            try scene.expectNoRests("\(comment)")
        }
    }
}
