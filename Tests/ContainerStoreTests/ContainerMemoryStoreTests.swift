import ContainerModel
import ContainerStore
import System
import TestSupport
import Testing

@Suite("What is remembered of containers")
struct ContainerMemoryStoreTests {
    let directory = TemporaryDirectory()
    private var store: ContainerMemoryStore { ContainerMemoryStore(StateDirectory(path: directory("state"))) }

    private func container(_ name: String = "App") throws -> Container {
        for part in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(name)/\(part)") }
        return try ContainerStore.locate(Array(directory(name).utf8)).0
    }

    /// The files in the directory of container memories.
    private func files() throws -> [String] {
        try runCommand(["ls", directory("state/containers")]).lines.filter { !$0.isEmpty }.map(String.init)
    }

    private var sample: ContainerMemory.Session {
        var session = ContainerMemory.Session(place: Array("Library/Caches".utf8))
        session.entry = [0xff, 0x0a]
        session.top = 3
        session.pane = "places"
        session.treePlace = Array("Library".utf8)
        session.unfolded = [[], Array("Library".utf8)]
        session.sort = "size"
        session.isReversed = true
        session.showsHidden = true
        session.sharedPlace = Array("home/me".utf8) + [0xff]
        session.borders = ["places listing details": [250, 700]]
        return session
    }

    @Test("the stored memory of a container is read again, and its file is private to the user")
    func roundTrip() throws {
        let container = try container()
        #expect(try store.memory(of: container) == nil)
        try store.update(container) {
            $0.visited = 1_000
            $0.session = sample
            $0.marks = ["a": "Documents", "é": .root]
            $0.tags = ["Documents/a.txt": "red"]
        }
        let memory = try #require(try store.memory(of: container))
        #expect(memory.session == sample && memory.visited == 1_000 && memory.tags == ["Documents/a.txt": "red"])
        #expect(
            memory.marks == ["a": "Documents", "é": .root] && memory.hostPath == container.description.hostPath.bytes)
        let modes = try runCommand(
            ["stat", "-c", "%a", directory("state/containers")] + files().map { directory("state/containers/\($0)") })
        #expect(modes.lines.filter { !$0.isEmpty } == ["700", "600"])
        #expect(try runCommand(["find", directory("App"), "-type", "f"]).text.isEmpty)
    }

    @Test("a container made anew at the same path inherits nothing")
    func identity() throws {
        let old = try container()
        try store.update(old) { $0.marks = ["a": "Documents"] }
        _ = try runCommand(["mv", directory("App"), directory("Other")])
        let new = try container()
        #expect(try store.memory(of: new) == nil)
        let moved = try ContainerStore.locate(Array(directory("Other").utf8)).0
        #expect(try store.memory(of: moved)?.marks == ["a": "Documents"])
    }

    @Test("a file of a newer version is neither used nor changed")
    func newer() throws {
        let container = try container()
        try store.update(container) { $0.visited = 1 }
        let file = directory("state/containers/") + (try #require(files().first))
        let text = String(decoding: try readFile(file), as: UTF8.self)
        let newer = text.replacing("<integer>1</integer>", with: "<integer>2</integer>", maxReplacements: 1)
        #expect(newer != text)
        directory.write("state/containers/\(try #require(files().first))", newer)
        #expect(throws: StateError.self) { try store.memory(of: container) }
        #expect(throws: StateError.self) { try store.update(container) { $0.visited = 2 } }
        var told: [String] = []
        #expect(store.recent { told.append($0.message) }.isEmpty && told.count == 1)
        #expect(told.first?.contains("newer version of sandglass; it is ignored, and stays as it is") == true)
        #expect(try store.forget { _ in true }.isEmpty)
        #expect(try readFile(file) == Array(newer.utf8))
    }

    @Test(
        "a malformed file is set aside and reported once, and the next one is written",
        arguments: ["", "no list", "<plist><dict><key>version</key><integer>1</integer></dict></plist>", "bplist00"])
    func damaged(contents: String) throws {
        let container = try container()
        try store.update(container) { $0.visited = 1 }
        let name = try #require(files().first)
        directory.write("state/containers/\(name)", contents)
        let error = #expect(throws: StateError.self) { try store.memory(of: container) }
        #expect(error?.message.contains("it is kept as") == true)
        #expect(try store.memory(of: container) == nil)
        try store.update(container) { $0.visited = 2 }
        #expect(try store.memory(of: container)?.visited == 2)
        #expect(try readFile(directory("state/containers/\(name).damaged")) == Array(contents.utf8))
    }

    @Test("two that change the memory of a container at once lose nothing of each other's")
    func concurrent() async throws {
        let container = try container()
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for letter in "abcdefghijkl" {
                group.addTask { try store.update(container, waitsForDisk: false) { $0.marks[String(letter)] = .root } }
            }
            try await group.waitForAll()
        }
        #expect(try store.memory(of: container)?.marks.count == 12)
    }

    @Test("recent containers are listed, the last one first, and missing ones are reported")
    func recent() throws {
        for (time, name) in ["First", "Second", "Third"].enumerated() {
            try store.update(container(name)) { $0.visited = Int64(time) }
        }
        _ = try runCommand(["rm", "-r", directory("Second")])
        let recent = store.recent()
        #expect(recent.map(\.visited) == [2, 1, 0] && recent.map(\.exists) == [true, false, true])
        let forgotten = try store.forget { $0 == Array(directory("Second").utf8) }
        #expect(forgotten.count == 1 && store.recent().map(\.visited) == [2, 0])
        #expect(try store.forget { _ in true }.count == 2 && store.recent().isEmpty)
    }

    @Test("of containers that were made anew at the same path, only the last one is listed")
    func samePath() throws {
        for time in [1, 2, 3] as [Int64] {
            try store.update(container()) { $0.visited = time }
            try store.update(container("Other")) { $0.visited = 10 - time }
            _ = try runCommand(["mv", directory("App"), directory("Old\(time)")])
        }
        #expect(store.recent().map(\.visited).sorted() == [3, 7])
        #expect(Set(store.recent().map(\.hostPath)).count == 2)
    }

    @Test("beyond a hundred, the containers that were not open for longest are forgotten, but none with marks")
    func prune() throws {
        for number in 0..<105 {
            try store.update(container("App\(number)"), waitsForDisk: false) {
                $0.visited = Int64(number)
                if number == 2 { $0.marks = ["m": .root] }
            }
        }
        try store.prune()
        #expect(store.recent().map(\.visited).sorted() == [2] + Array(5..<105))
    }

    @Test("without a place for state nothing is remembered, and nothing fails")
    func nowhere() throws {
        let store = ContainerMemoryStore(StateDirectory(path: nil))
        #expect(try store.memory(of: container()) == nil && store.recent().isEmpty)
        #expect(try store.forget { _ in true }.isEmpty)
    }
}

extension ContainerMemoryStoreTests {
    @Test("tags and marks follow items that are moved or renamed, also inside of moved directories, and back again")
    func follow() throws {
        let container = try container()
        let root = container.description.hostPath.bytes
        func host(_ path: String) -> [UInt8] { root + Array("/\(path)".utf8) }
        try store.update(container) {
            $0.tags = ["Documents/a.txt": "red", "Documents/Sub/b.txt": "blue", "Library": "green", "tmp/c": "gray"]
            $0.marks = ["s": "Documents/Sub"]
        }
        let before = try store.memory(of: container)
        let moves = [
            (host("Documents/a.txt"), host("Documents/z.txt")), (host("Documents/Sub"), host("tmp/Sub")),
            (host("tmp/c"), Array("/elsewhere/c".utf8)),
        ]
        try store.follow { ItemJourneys(moved: moves.map { (from: $0.0, to: $0.1) }) }
        let after = try #require(try store.memory(of: container))
        #expect(
            after.tags == ["Documents/z.txt": "red", "tmp/Sub/b.txt": "blue", "Library": "green", "tmp/c": "gray"])
        #expect(after.marks == ["s": "tmp/Sub"])
        try store.follow { ItemJourneys(moved: moves.map { (from: $0.1, to: $0.0) }) }
        #expect(try store.memory(of: container) == before)
        // Two items that change their names.
        try store.follow {
            ItemJourneys(
                moved: [(host("Documents/a.txt"), host("Library")), (host("Library"), host("Documents/a.txt"))].map {
                    (from: $0.0, to: $0.1)
                })
        }
        #expect(try store.memory(of: container)?.tags["Library"] == "red")
    }

    @Test("a tag goes to the trash with its item, and comes back with the operation that took it there")
    func trash() throws {
        let container = try container()
        let root = container.description.hostPath.bytes
        func host(_ path: String) -> [UInt8] { root + Array("/\(path)".utf8) }
        func tags() throws -> [ContainerPath: String]? { try store.memory(of: container)?.tags }
        try store.update(container) { $0.tags = ["Documents/a.txt": "red", "Documents/Sub/b.txt": "blue"] }
        try store.follow { ItemJourneys(trashed: [host("Documents/a.txt"), host("Documents/Sub")], operation: 1) }
        #expect(try tags() == [:])
        // Another item of the same name has another tag, and goes to the trash as well.
        try store.update(container) { $0.tags = ["Documents/a.txt": "green"] }
        try store.follow { ItemJourneys(trashed: [host("Documents/a.txt")], operation: 2) }
        let files = host("Documents/a.txt")
        try store.follow { ItemJourneys(restored: [files, host("Documents/Sub")], operation: 3, inverted: 1) }
        #expect(try tags() == ["Documents/a.txt": "red", "Documents/Sub/b.txt": "blue"])
        #expect(try store.memory(of: container)?.trashedTags.map(\.color) == ["green"])
        // The number of what took it there may be unknown: the latest counts.
        try store.follow { ItemJourneys(trashed: [files], operation: 4) }
        try store.follow { ItemJourneys(restored: [files], operation: 5, inverted: 99) }
        #expect(try tags()?["Documents/a.txt"] == "red")
    }

    @Test("an item that is replaced by a moved one loses its tag to it, and gets it back")
    func replaced() throws {
        let container = try container()
        let root = container.description.hostPath.bytes
        func host(_ path: String) -> [UInt8] { root + Array("/\(path)".utf8) }
        try store.update(container) { $0.tags = ["tmp/a": "red", "tmp/b": "blue"] }
        try store.follow { ItemJourneys(moved: [(host("tmp/a"), host("tmp/b"))], operation: 1) }
        #expect(try store.memory(of: container)?.tags == ["tmp/b": "red"])
        try store.follow {
            ItemJourneys(
                moved: [(host("tmp/b"), host("tmp/a"))], restored: [host("tmp/b")], operation: 2, inverted: 1)
        }
        #expect(try store.memory(of: container)?.tags == ["tmp/a": "red", "tmp/b": "blue"])
    }

    @Test("the tags of many deleted items are kept up to a limit")
    func manyTrashed() throws {
        let container = try container()
        let root = container.description.hostPath.bytes
        for round in 1...3 {
            try store.update(container) { memory in
                for number in 0..<500 { memory.tags[ContainerPath("tmp/\(round)-\(number)")!] = "red" }
            }
            try store.follow { ItemJourneys(trashed: [root + Array("/tmp".utf8)], operation: round) }
        }
        let kept = try #require(try store.memory(of: container)?.trashedTags)
        #expect(kept.count == 1_000 && !kept.contains { $0.operation == 1 })
    }
}
