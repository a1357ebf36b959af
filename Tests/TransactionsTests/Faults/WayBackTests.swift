import System
import TestSupport
import Testing

@testable import Transactions

/// What an app does with a file that a transaction has put in place.
enum AppChange: String, CaseIterable, Sendable {
    /// `mapped` writes through a mapping, after which some file systems show the earlier times.
    case appended, mapped, replaced, removed, renamed, modeChanged, parentRemoved

    /// Changes a file.
    /// - Returns: The text that it wrote; nil if it wrote none.
    func callAsFunction(_ path: String) throws -> String? {
        let text = "the app's \(rawValue) \(path.split(separator: "/").last ?? "")"
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch self {
        case .appended: return try change(path, O_APPEND, text)
        case .mapped:
            let size = max(Int(status.st_size), text.utf8.count)
            let file = open(path, O_RDWR | O_CLOEXEC)
            defer { close(file) }
            ftruncate(file, off_t(size))
            guard let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), bytes != MAP_FAILED else {
                throw CommandError(call: "mmap \(path)", number: errno)
            }
            text.withCString { _ = memcpy(bytes, $0, text.utf8.count) }
            munmap(bytes, size)
            var times = [status.st_atim, status.st_mtim]
            futimens(file, &times)
            return text
        case .replaced:
            let new = path + ".new"
            let written = try change(new, O_CREAT, text)
            rename(new, path)
            return written
        case .removed: unlink(path)
        case .renamed: rename(path, path + ".app")
        case .modeChanged: chmod(path, 0o640)
        case .parentRemoved:
            unlink(path)
            rmdir(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
        }
        return nil
    }

    private func change(_ path: String, _ flags: Int32, _ text: String) throws -> String {
        let file = open(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
        guard file >= 0, write(file, text, text.utf8.count) == text.utf8.count, close(file) == 0 else {
            throw CommandError(call: "write \(path)", number: errno)
        }
        return text
    }
}

/// An operation that is taken back, and after which rename two of its three items are in place.
enum TakenBack: String, CaseIterable, Sendable {
    case copying, replacing, moving, movingToAnotherDisk, undoing, redoing

    var isStep: Bool { self == .undoing || self == .redoing }

    func words(_ scene: Scene, rollsBack: Bool) -> [String] {
        let names = ["a", "Documents/a", "d", "Documents/d", "z", "Documents/z"]
        let roots = ["host:\(scene.host)", "container:\(scene.container)"]
        let back = rollsBack && !isStep ? ["--roll-back"] : []
        return switch self {
        case .copying: ["copy"] + roots + names + back
        case .replacing: ["copy"] + roots + names + ["--replace"] + back
        case .moving, .movingToAnotherDisk: ["move"] + roots + names + back
        case .undoing: ["undo"]
        case .redoing: ["redo"]
        }
    }

    /// The number of the rename after which two items are in place: replaced ones are moved to the trash before, and
    /// sources on another disk are set aside.
    var rename: Int {
        switch self {
        case .copying, .moving: 2
        case .replacing, .undoing, .redoing: 4
        case .movingToAnotherDisk: 5
        }
    }
}

/// What an app has done meanwhile.
struct AppWork {
    /// The texts that have to be found afterwards.
    var texts: [String] = []
    /// The texts that it has removed or written over.
    var lost: Set<String> = []
    /// Whether there was anything to change.
    var isApplied = false
}

@Suite("Ways back while an app changes what was put in place", .onManyThreads)
struct WayBackTests {
    private func scene(_ operation: TakenBack, on parent: String?) throws -> Scene {
        let scene = try Scene(
            on: parent, hostOn: operation != .movingToAnotherDisk ? nil : parent == nil ? "/dev/shm" : "/tmp")
        for name in ["a", "d/x", "d/y", "z"] { try scene.write("host/\(name)", "a long enough text for \(name), new") }
        guard operation == .replacing || operation.isStep else { return scene }
        for name in ["a", "d/x", "z"] { try scene.write("container/Documents/\(name)", "the old \(name)") }
        guard operation.isStep else { return scene }
        let steps = operation == .undoing ? [.replacing] : [TakenBack.replacing, .undoing]
        for step in steps {
            let result = try runCommand(scene.probe(step.words(scene, rollsBack: false)))
            #expect(result.status == 0, "\(result.text)")
        }
        return scene
    }

    /// Returns the contents of all files of the scene and its trash, with their modes and names.
    private func files(_ scene: Scene) throws -> [(path: String, text: String, mode: UInt32)] {
        let roots = [scene.container, scene.host, scene.home("data/Trash/files")]
        return try roots.flatMap { DiskState.paths(below: $0, prefix: "") }.compactMap { path in
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (path, String(decoding: try readFile(path), as: UTF8.self), status.st_mode & 0o777)
        }
    }

    /// Changes what is in place, and returns what has to be found afterwards.
    private func changed(_ change: AppChange, in scene: Scene) throws -> AppWork {
        var work = AppWork()
        for name in ["a", "d/x"] {
            let path = scene.container + "/Documents/" + name
            guard access(path, F_OK) == 0 else { continue }
            let before = String(decoding: try readFile(path), as: UTF8.self)
            work.isApplied = true
            if let text = try change(path) {
                work.texts.append(text)
                if change == .mapped || change == .replaced { work.lost.insert(before) }
            }
            if change == .removed || change == .parentRemoved { work.lost.insert(before) }
        }
        return work
    }

    private func expectKept(
        _ change: AppChange, _ app: AppWork, _ earlier: [String], _ scene: Scene,
        _ comment: Comment
    ) throws {
        let found = try files(scene)
        for text in app.texts {
            #expect(found.contains { $0.text.hasSuffix(text) || $0.text.hasPrefix(text) }, comment)
        }
        for text in earlier where !app.lost.contains(text) {
            #expect(found.contains { $0.text.hasPrefix(text) }, "\(comment): lost \(text)")
        }
        if app.isApplied, change == .renamed { #expect(found.contains { $0.path.hasSuffix(".app") }, comment) }
        if app.isApplied, change == .modeChanged { #expect(found.contains { $0.mode == 0o640 }, comment) }
        try scene.expectNoRests(comment)
        #expect(try scene.journal.entries().allSatisfy { $0.state != .interrupted }, comment)
    }

    @Test(
        "nothing that the app wrote is lost when the operation rolls back",
        arguments: TakenBack.allCases.filter { !$0.isStep }, AppChange.allCases)
    func rollBack(operation: TakenBack, change: AppChange) throws {
        let scene = try scene(operation, on: nil)
        let earlier = try files(scene).map(\.text)
        var app = AppWork()
        let outcome = try scene.probe(
            operation.words(scene, rollsBack: true), stoppedAfter: "renameat2", number: operation.rename
        ) {
            app = try changed(change, in: scene)
            // The last item finds its name taken, so that everything is taken back.
            try? scene.write("container/other", "another item")
            rename(scene.container + "/other", scene.container + "/Documents/z")
        }
        let comment: Comment = "\(operation) \(change): \(outcome)"
        #expect(outcome.state == "rolledBack", comment)
        // A rename within a file system is reverted whatever is in the item.
        if operation != .moving, change == .appended || change == .mapped {
            #expect(outcome.notes.contains { $0.path.hasSuffix("/Documents/a") }, comment)
        }
        app.lost.insert("the old z")
        try expectKept(change, app, earlier, scene, comment)
    }

    @Test(
        "nothing that the app wrote is lost when a killed operation is recovered, and nothing waits",
        arguments: TakenBack.allCases, AppChange.allCases)
    func recovery(operation: TakenBack, change: AppChange) throws {
        for (rollsBack, parent) in [(true, nil), (false, nil), (true, "/dev/shm")] as [(Bool, String?)] {
            let scene = try scene(operation, on: parent)
            let earlier = try files(scene).map(\.text)
            var app = AppWork()
            try scene.probe(
                operation.words(scene, rollsBack: rollsBack), killedAfter: "renameat2", number: operation.rename
            ) {
                app = try changed(change, in: scene)
            }
            let report = try scene.journal.recover()
            let comment: Comment = "\(operation) \(change) \(rollsBack) \(parent ?? ""): \(report)"
            #expect(report.items.map(\.result).allSatisfy { $0 == .finished || $0 == .rolledBack }, comment)
            try expectKept(change, app, earlier, scene, comment)
        }
    }

    @Test(
        "nothing is lost if the last record of a killed operation was damaged after it was written",
        arguments: TakenBack.allCases)
    func damagedRecord(operation: TakenBack) throws {
        for rename in 1...operation.rename {
            let scene = try scene(operation, on: nil)
            let earlier = try files(scene).map(\.text)
            let words = operation.words(scene, rollsBack: false)
            try scene.probe(words, killedAfter: "renameat2", number: rename) {}
            let path = scene.journalFile(try #require(try scene.store.names().numbers.last))
            var bytes = try readFile(path)
            let marks = bytes.indices.filter { bytes[$0...].starts(with: Array("SGJ1".utf8)) }
            bytes[try #require(marks.last) + 20] ^= 0x40
            try scene.writeBytes(bytes, to: path)
            let report = try scene.journal.recover()
            let comment: Comment = "\(operation) \(rename): \(report)"
            let found = try files(scene).map(\.text)
            for text in earlier { #expect(found.contains { $0.hasPrefix(text) }, "\(comment): lost \(text)") }
            #expect(report.damagedBytes > 0 && report.items.allSatisfy { $0.result != .postponed }, comment)
            #expect(try scene.temporaries() == [] && scene.journal.recover().isEmpty, comment)
        }
    }

    /// Longer with the long tests: an hour.
    @Test("an app that writes meanwhile loses nothing, wherever the operation is killed")
    func anywhere() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let deadline = MonotonicClock.now() + (runsLongTests ? 3_600 : 5) * 1_000_000_000
        while MonotonicClock.now() < deadline {
            let operation = TakenBack.allCases.randomElement(using: &generator) ?? .copying
            let change = AppChange.allCases.randomElement(using: &generator) ?? .appended
            let rollsBack = Bool.random(using: &generator)
            let call = ["renameat2", "unlinkat", "fsync", "write"].randomElement(using: &generator) ?? "renameat2"
            let number = Int.random(in: 1...(call == "renameat2" ? 9 : 5), using: &generator)
            let scene = try scene(operation, on: Bool.random(using: &generator) ? nil : "/dev/shm")
            let earlier = try files(scene).map(\.text)
            var app = AppWork()
            do {
                try scene.probe(
                    operation.words(scene, rollsBack: rollsBack), killedAfter: call, number: number
                ) {
                    app = try changed(change, in: scene)
                }
            } catch is CommandError {
                // The operation makes fewer such calls.
                continue
            }
            let report = try scene.journal.recover()
            let comment: Comment = "seed \(seed): \(operation) \(change) \(rollsBack) \(call) \(number): \(report)"
            #expect(report.items.map(\.result).allSatisfy { $0 == .finished || $0 == .rolledBack }, comment)
            try expectKept(change, app, earlier, scene, comment)
        }
    }
}
