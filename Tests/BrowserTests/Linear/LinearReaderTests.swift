import ContainerModel
import FileSharing
import FileTree
import Formats
import Screen
import Search
import Testing

@testable import Browser

@Suite("A session in lines")
struct LinearReaderTests {
    /// Opens a container, and returns what is said first.
    private func opened(
        _ world: World = .odd, at path: ContainerPath = .root, rows: Int = LinearReader.usualRows, ascii: Bool = false,
        isReadOnly: Bool = false
    ) -> (scene: Scene, reader: LinearReader, lines: [String]) {
        var scene = Scene.opened(world, at: path, ascii: ascii, isReadOnly: isReadOnly)
        var reader = LinearReader()
        reader.rows = rows
        var lines: [String] = []
        scene.change { lines = reader.report(&$0) }
        return (scene, reader, lines)
    }

    private func planned(_ scene: Scene) -> [FileOperation] {
        scene.history.compactMap { if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil } }
    }

    private func runs(_ scene: Scene) -> Int {
        scene.history.count { if case .operation(_, .run) = $0 { true } else { false } }
    }

    private func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(Scene.oddRoot, path) }

    // MARK: - Pages

    @Test("a directory is said with its path, and each item with a number, its size and its rights")
    func listing() throws {
        let (scene, _, lines) = opened(.weightTracker, at: "Library/Application Support")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[0].hasPrefix("WeightTracker 1, io.github.paulz.WeightTracker, "))
        #expect(lines[1].hasPrefix("Library/Application Support: 1 item, acting as "))
        #expect(lines[2].hasPrefix("1  WeightTracker.sqlite  28 KB  ") && lines[2].contains("R W D B"), "\(lines)")
        #expect(LinearView(scene.state).isAtRest)
    }

    @Test("what is not backed up, excluded, changed, linked or tagged is said in words")
    func words() throws {
        var (scene, reader, lines) = opened(at: "Documents", rows: 100)
        func line(_ name: String) -> String { lines.first { $0.contains("  \(name)") } ?? "" }
        #expect(line("excluded.bin").contains("R W D  not backed up  excluded from backups"), "\(lines)")
        #expect(line("just now.txt").hasSuffix("changed in the last hour"))
        #expect(line("inside").contains("inside → ../Library"))
        scene.change { $0.bookmarks.tags = ["Documents/file1": .red] }
        reader.forget()
        scene.change { lines = reader.report(&$0) }
        #expect(line("file1 ").contains("file1  tagged red  30 B"))
    }

    @Test("hostile names are said on one line each, without control characters", arguments: [false, true])
    func hostile(ascii: Bool) throws {
        let (scene, _, lines) = opened(at: "Documents", ascii: ascii)
        let rows = lines.filter { $0.first?.isNumber == true }
        #expect(rows.count == min(scene.names.count, LinearReader.usualRows))
        for (number, row) in rows.enumerated() { #expect(row.hasPrefix("\(number + 1)  ")) }
        let all = opened(at: "Documents", rows: 100, ascii: ascii).lines
        #expect(all.count >= scene.names.count)
        for line in all {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
            #expect(!line.unicodeScalars.contains { (0x202a...0x202e).contains($0.value) || $0.value == 0x200f })
            #expect(!ascii || line.unicodeScalars.allSatisfy(\.isASCII), "\(line)")
        }
        #expect(ascii || all.contains { $0.contains("line␊break␛[31m.txt") })
        #expect(ascii || all.contains { $0.contains("evil‹RLO›gpj.exe") })
        #expect(ascii || all.contains { $0.contains(#"bad\xFF\xFE.bin"#) })
    }

    @Test("an empty line says the next page, with numbers that go on, and ends at the last one")
    func paging() {
        var (scene, reader, lines) = opened(at: "Library/Caches")
        #expect(lines.contains { $0.hasPrefix("Library/Caches: 1 to 20 of 200") }, "\(lines)")
        #expect(lines.last == LinearWords.more)
        lines = scene.enter("", &reader)
        #expect(lines.first?.hasPrefix("Library/Caches: 21 to 40 of 200") == true, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("21  image 21.png  ") }, "\(lines)")
        #expect(reader.prompt(scene.state) == "image 21.png> ")
        for _ in 0..<8 { lines = scene.enter("", &reader) }
        #expect(lines.first?.hasPrefix("Library/Caches: 181 to 200 of 200") == true && lines.last != LinearWords.more)
        #expect(scene.enter("", &reader) == [LinearWords.nothingMore])
    }

    @Test("nothing is said twice, and pages of any height are said", arguments: [1, 2, 7, 500])
    func heights(rows: Int) {
        var (scene, reader, _) = opened(at: "Library/Caches")
        var lines: [String] = []
        scene.change { lines = reader.report(&$0) }
        #expect(lines.isEmpty)
        reader.rows = rows
        reader.forget()
        var numbers: [Int] = []
        scene.change { lines = reader.report(&$0) }
        while true {
            numbers += lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
            guard lines.last == LinearWords.more else { break }
            lines = scene.enter("", &reader)
        }
        #expect(numbers == Array(1...200))
    }

    @Test("a directory that cannot be read, is empty or absent says so")
    func absence() {
        var (scene, reader, _) = opened()
        #expect(scene.enter("go-to-path locked", &reader).contains { $0.contains("could not open the directory") })
        #expect(scene.enter("go-to-path Documents/empty", &reader).contains("empty"))
        let tracker = opened(.weightTracker)
        (scene, reader) = (tracker.scene, tracker.reader)
        #expect(scene.enter("documents", &reader).contains { $0.hasPrefix("absent") })
    }

    // MARK: - Numbers

    @Test("a number chooses an item, and the same number opens it; .. goes up")
    func numbers() {
        var (scene, reader, _) = opened()
        let library = scene.names.firstIndex(of: "Library")! + 1
        #expect(scene.enter("\(library)", &reader).map { $0.hasPrefix("\(library)  Library/") } == [true])
        #expect(scene.current == "Library" && scene.path == .root)
        let inside = scene.enter("\(library)", &reader)
        #expect(scene.path == "Library" && inside.first?.hasPrefix("Library: 2 items") == true, "\(inside)")
        _ = scene.enter("..", &reader)
        #expect(scene.path == .root && scene.current == "Library")
        #expect(scene.enter("77", &reader) == [LinearWords.noNumber(77)])
        #expect(scene.enter("0", &reader) == [LinearWords.noNumber(0)])
    }

    @Test("a number that stands for something else by now does nothing")
    func stale() {
        var (scene, reader, _) = opened(at: "Library/Caches")
        scene.world.directories["Library/Caches"]?.removeFirst(3)
        scene.change { state in
            let order = state.panes.listing?.order ?? []
            state.panes.listing?.order = Array(order.dropFirst(3))
        }
        let lines = scene.enter("2 delete", &reader)
        #expect(lines.first == LinearWords.changed && planned(scene).isEmpty)
        #expect(lines.contains { $0.hasPrefix("2  image 5.png") }, "the page is said again: \(lines)")
        _ = scene.enter("2 delete", &reader)
        #expect(planned(scene) == [.delete([item("Library/Caches/image 5.png")])])
    }

    @Test("a number of an earlier page means the item that was said then, or nothing")
    func staleEarlier() {
        var (scene, reader, _) = opened(at: "Library/Caches")
        let lines = scene.enter("", &reader)
        #expect(lines.contains { $0.hasPrefix("21  image 21.png") }, "\(lines)")
        scene.change { state in
            let order = state.panes.listing?.order ?? []
            state.panes.listing?.order = Array(order.dropFirst())
        }
        let refused = scene.enter("5 delete", &reader)
        #expect(refused.first == LinearWords.changed && planned(scene).isEmpty, "\(refused)")
        #expect(refused.contains { $0.hasPrefix("5  image 6.png") }, "its page is said: \(refused)")
        _ = scene.enter("5 delete", &reader)
        #expect(planned(scene) == [.delete([item("Library/Caches/image 6.png")])])
    }

    @Test("a number of an earlier page is still good if its item is the same")
    func earlier() {
        var (scene, reader, _) = opened(at: "Library/Caches")
        _ = scene.enter("", &reader)
        _ = scene.enter("5 delete", &reader)
        #expect(planned(scene) == [.delete([item("Library/Caches/image 5.png")])])
    }

    @Test("nothing is done with an item that was not said; a number alone says it")
    func unseen() {
        var (scene, reader, _) = opened(at: "Library/Caches")
        let lines = scene.enter("45 delete", &reader)
        #expect(lines.first == LinearWords.unseen(45) && planned(scene).isEmpty, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("45  image 45.png") }, "its page is said: \(lines)")
        #expect(scene.enter("101", &reader).map { $0.hasPrefix("101  image 101.png") } == [true])
        _ = scene.enter("101 delete", &reader)
        #expect(planned(scene) == [.delete([item("Library/Caches/image 101.png")])])
    }

    // MARK: - Commands

    @Test(
        "a command is the name of an action, its key, or a synonym",
        arguments: [
            ("caches", "Library/Caches"), ("Caches", "Library/Caches"), ("g c", "Library/Caches"),
            ("gc", "Library/Caches"), (":caches", "Library/Caches"), ("go-to-path Library", "Library"),
            ("cd Library", "Library"), (":e Library", "Library"), ("root", .root), ("~", .root),
        ] as [(String, ContainerPath)])
    func commands(line: String, path: ContainerPath) {
        var (scene, reader, _) = opened(at: "Documents")
        let lines = scene.enter(line, &reader)
        #expect(scene.path == path && scene.state.panels.isEmpty, "\(lines)")
        #expect(
            lines.contains {
                $0.hasPrefix(path.isRoot ? "Container: " : String(decoding: path.bytes, as: UTF8.self) + ": ")
            }, "\(lines)")
    }

    @Test("words that are no command list what they find, and a number performs it")
    func palette() throws {
        var (scene, reader, _) = opened(at: "Documents")
        _ = scene.enter("sort size", &reader)
        #expect(scene.state.panes.order.key == .size && scene.state.panels.isEmpty)
        let found = scene.enter("invert the sel", &reader)
        let row = try #require(found.first { $0.contains("Invert the selection") })
        _ = scene.enter(String(row.prefix { $0.isNumber }), &reader)
        #expect(scene.state.selection.count == scene.names.count && scene.state.panels.isEmpty)
    }

    @Test("? lists the actions, here and in the viewer")
    func help() {
        var (scene, reader, _) = opened(at: "Documents")
        #expect(scene.enter("?", &reader).filter { $0.first?.isNumber == true }.count > 10)
        _ = scene.enter("q", &reader)
        #expect(scene.state.panels.isEmpty)
        _ = scene.enter("/just now", &reader)
        _ = scene.enter("view", &reader)
        #expect(scene.state.viewer != nil)
        #expect(scene.enter("?", &reader).contains { $0.contains("viewer-find") })
    }

    @Test("unknown words are said to be unknown, and change nothing")
    func unknown() {
        var (scene, reader, _) = opened(at: "Documents")
        let before = scene.history.count
        #expect(scene.enter("zzqzz\u{1b}", &reader) == [LinearWords.unknown("zzqzz␛")])
        #expect(scene.state.panels.isEmpty && planned(scene).isEmpty && scene.history.count == before)
    }

    @Test("a text after a command that asks for none does nothing", arguments: ["delete file1", "undo 3", "paste x"])
    func surplus(line: String) {
        var (scene, reader, _) = opened(at: "Documents")
        let name = String(line.prefix { $0 != " " })
        #expect(scene.enter(line, &reader) == [LinearWords.noArgument(name)])
        #expect(scene.state.panels.isEmpty && planned(scene).isEmpty)
    }

    @Test("a filter is entered after a slash, and a slash alone shows everything again")
    func filter() {
        var (scene, reader, _) = opened(at: "Documents")
        let all = scene.names
        let lines = scene.enter("/file1", &reader)
        #expect(
            Set(scene.names) == ["file1", "file10"] && lines.first?.contains("2 items, filtered") == true, "\(lines)")
        _ = scene.enter("/", &reader)
        #expect(scene.names == all)
    }

    // MARK: - Prompts and questions

    @Test("a prompt takes the whole line, and an empty line cancels it")
    func prompts() {
        var (scene, reader, _) = opened(at: "Documents")
        _ = scene.enter("go-to-path", &reader)
        #expect(reader.prompt(scene.state) == "go to: ")
        _ = scene.enter("Library", &reader)
        #expect(scene.path == "Library")
        _ = scene.enter("new", &reader)
        _ = scene.enter("", &reader)
        #expect(scene.state.panels.isEmpty && planned(scene).isEmpty)
        _ = scene.enter("go-to-path", &reader)
        let lines = scene.enter("a/..", &reader)
        #expect(lines.contains { $0.contains("cannot contain ..") } && scene.state.panels.prompt != nil, "\(lines)")
    }

    @Test(
        "a question is answered by the number of an answer, or by yes or no",
        arguments: [("1", 0), ("2", 1), ("no", 0), ("yes", 1)])
    func questions(answer: String, count: Int) throws {
        var (scene, reader, _) = opened(at: "Library/Caches")
        let lines = scene.enter("1 delete", &reader)
        #expect(lines.contains { $0.contains("image 1.png") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("1  No") } && lines.contains { $0.hasPrefix("2  ") }, "\(lines)")
        #expect(reader.prompt(scene.state) == "answer> " && LinearView(scene.state).isAtRest)
        let after = scene.enter(answer, &reader)
        #expect(runs(scene) == count && !LinearView(scene.state).isQuestioning && !after.isEmpty, "\(after)")
    }

    @Test("nothing else answers a question", arguments: ["", "delete", "3", "d", "?", "yess", "/yes"])
    func unanswered(line: String) {
        var (scene, reader, _) = opened(at: "Library/Caches")
        _ = scene.enter("1 delete", &reader)
        let lines = scene.enter(line, &reader)
        #expect(runs(scene) == 0 && LinearView(scene.state).isQuestioning && !lines.isEmpty)
    }

    @Test("a line that was entered before a question came up does not answer it")
    func early() {
        var (scene, reader, _) = opened(at: "Library/Caches")
        _ = scene.beginOperation(.delete([item("Library/Caches/image 7.png")]))
        let lines = scene.enter("2", &reader)
        #expect(runs(scene) == 0 && LinearView(scene.state).isQuestioning && scene.current == "image 1.png")
        #expect(lines.contains { $0.contains("image 7.png") }, "\(lines)")
    }

    @Test("a question is raised by the report that says it first, and by no other")
    func raised() {
        var (scene, reader, _) = opened(at: "Library/Caches")
        #expect(!reader.raisesQuestion)
        _ = scene.enter("1 delete", &reader)
        #expect(reader.raisesQuestion && LinearView(scene.state).isQuestioning)
        _ = scene.enter("perhaps", &reader)
        #expect(!reader.raisesQuestion && LinearView(scene.state).isQuestioning)
        _ = scene.enter("no", &reader)
        #expect(!reader.raisesQuestion)
        _ = scene.enter("1 delete", &reader)
        #expect(reader.raisesQuestion, "it is asked anew")
    }

    @Test("in read-only mode a change is refused in the same words")
    func readOnly() {
        var (scene, reader, _) = opened(at: "Library/Caches", isReadOnly: true)
        #expect(scene.enter("1 delete", &reader).first == OperationError.readOnlyMode.message)
        #expect(planned(scene).isEmpty)
    }

    @Test("while an operation is prepared or runs, the next line waits")
    func rest() {
        var (scene, _, _) = opened(at: "Library/Caches")
        scene.press("y", "g t")
        scene.answer()
        #expect(LinearView(scene.state).isAtRest)
        scene.press("p")
        #expect(!LinearView(scene.state).isAtRest)
        scene.answer()
        #expect(LinearView(scene.state).isAtRest)
        scene.press("d")
        #expect(!LinearView(scene.state).isAtRest, "what the question is about is being counted")
        scene.answer()
        #expect(LinearView(scene.state).isAtRest)
    }

    // MARK: - Panels, the viewer, the cover

    @Test("reports are said from the rows of their panels, and an empty line closes them")
    func reports() {
        var (scene, reader, _) = opened(at: "Documents")
        reader.rows = 500
        var lines = scene.enter("explain", &reader)
        #expect(lines.first == "Why" && lines.contains { $0.contains("the app may") }, "\(lines)")
        #expect(lines.contains { $0.contains("(explanation-sources)") }, "\(lines)")
        lines = scene.enter("explanation-sources", &reader)
        #expect(lines.first == "Why" && lines.contains { $0.contains("As app") }, "\(lines)")
        _ = scene.enter("", &reader)
        #expect(scene.state.panels.isEmpty)
        #expect(scene.enter("next-pane", &reader).contains { $0.contains("R read") })
    }

    @Test("a text is said page by page")
    func viewer() {
        var world = World.odd
        var file = World.Entry("text.txt", size: 800)
        file.head = Array((1...100).map { "line \($0)\n" }.joined().utf8)
        file.size = UInt64(file.head.count)
        world.directories["Documents"] = [file]
        var (scene, reader, _) = opened(world, at: "Documents")
        _ = scene.enter("1", &reader)
        var lines = scene.enter("1", &reader)
        #expect(lines.first == "Documents/text.txt" && lines.contains("line 1"), "\(lines)")
        var said: [String] = []
        for _ in 0..<20 {
            said += lines.filter { $0.hasPrefix("line ") }
            guard lines.last == LinearWords.more else { break }
            lines = scene.enter("", &reader)
        }
        #expect(said == (1...100).map { "line \($0)" })
        #expect(scene.enter("/line 50", &reader).contains("line 50"))
        _ = scene.enter("..", &reader)
        #expect(scene.state.viewer == nil)
    }

    @Test("while it is covered, nothing of the contents is said, and a line uncovers")
    func cover() {
        var (scene, reader, _) = opened(at: "Documents")
        let covered = scene.enter("cover", &reader)
        #expect(scene.state.isCovered && covered.count == 1 && !reader.prompt(scene.state).contains("Inbox"))
        let lines = scene.enter("delete", &reader)
        #expect(!scene.state.isCovered && planned(scene).isEmpty)
        #expect(lines.first == LinearWords.covered && lines.contains { $0.contains("Inbox/") }, "\(lines)")
        _ = scene.enter("cover", &reader)
        #expect(!scene.enter("", &reader).contains(LinearWords.covered) && !scene.state.isCovered)
    }

    @Test("a line that is not UTF-8 does nothing", arguments: ["", "new", "1 rename"])
    func malformed(before: String) {
        var (scene, reader, _) = opened(at: "Library/Caches")
        if !before.isEmpty { _ = scene.enter(before, &reader) }
        let prompt = scene.state.panels.prompt?.purpose
        var lines: [String] = []
        scene.change { state in
            _ = reader.enter(Array("caf".utf8) + [0xe9], &state)
            lines = reader.report(&state)
        }
        #expect(lines == [LinearWords.malformed])
        #expect(planned(scene).isEmpty && scene.state.panels.prompt?.purpose == prompt)
    }

    @Test("a message that was said while work went on is not said again")
    func saidMessage() {
        var (scene, reader, _) = opened(at: "Documents")
        var lines: [String] = []
        scene.change { state in
            state.say("counting…")
            LinearReader.noteSaid("something else", in: &state)
            lines = reader.report(&state)
            #expect(lines == ["counting…"])
            state.say("counting…")
            LinearReader.noteSaid("counting…", in: &state)
            lines = reader.report(&state)
        }
        #expect(lines.isEmpty)
    }
}
