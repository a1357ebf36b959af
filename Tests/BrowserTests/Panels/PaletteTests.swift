import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Formats
import Inspection
import Screen
import Search
import Testing

@testable import Browser

@Suite("Palette")
struct PaletteTests {
    private func titles(_ scene: Scene) -> [String] {
        PalettePanel(search: scene.state.panels.current?.content.search).rows(scene.state).map(\.text.description)
    }

    @Test(
        "characters in their order find actions, places and settings, the best match first",
        arguments: [
            ("swhid", "Show or hide names that begin with a dot"), ("gtocac", "Go to Library/Caches"),
            ("select-inv", "Invert the selection"), ("set sort size", "Set sort = size"), ("quit", "Quit"),
            ("set theme light", "Set theme = light"), ("undo", "Undo the last operation here"),
            ("dir", "New directory"), ("q!", "Quit"), ("wq", "Quit"), ("mkdir", "New directory"),
            ("cd Library", "Go to Library"), ("cd", "Go to a path"),
            ("rename foo", "Rename to: foo"), ("ls", "Reload and redraw"),
            ("tabnew", "Sharing mode: another container on the right"),
            ("search foo", "Find in contents: foo"), ("12", "Go to row 12"), ("1", "Go to row 1"),
            ("5", "Go to row 5"), ("15", "Go to row 15"),
        ])
    func fuzzy(text: String, title: String) {
        var scene = Scene.opened()
        scene.change { $0.options.themeNames = ["dark", "light"] }
        scene.perform(":")
        scene.type(text)
        #expect(titles(scene).first == title, "\(titles(scene).prefix(5))")
    }

    @Test(
        "letters scattered in the middle of words find nothing: Enter would perform the action",
        arguments: ["help sort", "zzz", "ehx", "idden xx"])
    func accidents(text: String) {
        var scene = Scene.opened()
        scene.perform(":")
        scene.type(text)
        #expect(!titles(scene).contains { $0.hasPrefix("Undo") || $0.hasPrefix("Redo") || $0.contains("trash") })
        let before = scene.state.tasks.operations.count
        scene.press("Enter")
        #expect(scene.state.tasks.operations.count == before)
    }

    /// Types a command and presses Enter.
    private func performed(_ text: String, in scene: Scene) -> Scene {
        var scene = scene
        scene.perform(":")
        scene.type(text)
        scene.perform("Enter")
        return scene
    }

    @Test(
        "actions that change something are found only by the beginnings of their words",
        arguments: [
            ("excl", "Exclude from backup, or include again"), ("e foo", nil), ("eb", nil),
            ("efb", nil), ("newdir", "New directory"), ("trash", "Move to the trash; asks first"), ("mvtt", nil),
            ("impo", "Import from this computer"), ("ifc", nil), ("shell", "A shell in this directory"), ("hist", nil),
            ("exporttc", nil), ("undo", "Undo the last operation here"), ("ulo", nil),
        ])
    func consequences(text: String, title: String?) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform(":")
        scene.type(text)
        let changing = Action.all.filter { $0.isChange || $0.reachesOutside }.map(\.title)
        let found = titles(scene).filter { changing.contains($0) }
        #expect(title.map { found.contains($0) } ?? found.isEmpty, "\(found)")
        let done = performed(text, in: Scene.opened(.odd, at: "Library/Caches"))
        guard title == nil else { return }
        #expect(done.state.tasks.operations.isEmpty && done.state.panels.prompt?.purpose != .new)
        #expect(!done.history.contains { if case .outside(.start) = $0 { true } else { false } })
    }

    @Test(
        "a command of an action that acts at once is not mistaken for its argument's",
        arguments: ["exclude foo", "undo 3"])
    func arguments(text: String) {
        let scene = performed(text, in: Scene.opened(.odd, at: "Library/Caches"))
        #expect(scene.state.tasks.operations.isEmpty)
    }

    @Test(
        "e, edit and cd with a path go there",
        arguments: ["e Documents/file2", "cd /Documents/file2", "edit Documents/file2"])
    func paths(text: String) {
        let scene = performed(text, in: Scene.opened(.odd, at: "Library/Caches"))
        #expect(scene.path == "Documents" && scene.current == "file2")
        #expect(scene.state.tasks.operations.isEmpty)
    }

    @Test("a place with a key is offered once, with that key")
    func places() throws {
        var scene = Scene.opened(.odd)
        scene.perform(":")
        let rows = PalettePanel().rows(scene.state)
        let documents = rows.filter { $0.text.description.hasSuffix("Documents") && $0.choose != nil }
        #expect(documents.map(\.text.description) == ["Go to Documents"] && documents.first?.note == "g d")
        scene.type("documents")
        scene.perform("Enter")
        #expect(scene.path == "Documents")
    }

    @Test(
        "the keys that view and edit are named for a file that is there", arguments: [("old.log", true), ("x", false)])
    func existing(name: String, isNamed: Bool) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform(":")
        scene.type("e \(name)")
        let row = PalettePanel(search: scene.state.panels.current?.content.search).rows(scene.state).first
        #expect(row?.text.description == "Go to \(name)" && row?.note == (isNamed ? "then F3 views, F4 edits" : ""))
    }

    /// A command with an argument, and the prompt that has the argument then.
    static let prompts: [(typed: String, label: String, text: String)] = [
        ("find im", "find: ", "im"), ("filter image 1*", "filter: ", "image 1*"), ("select *.png", "select: ", "*.png"),
        ("export /home/me", "export to (directory on this computer): ", "/home/me"),
        ("import  a b.txt", "import (path on this computer): ", "a b.txt"), ("cp tmp", "copy to: ", "tmp"),
        ("mv ../x", "move to: ", "../x"), ("w /home/me", "export to (directory on this computer): ", "/home/me"),
        ("r a b.txt", "import (path on this computer): ", "a b.txt"),
    ]

    @Test("a command that asks for a text has it from the palette", arguments: prompts)
    func filledIn(sample: (typed: String, label: String, text: String)) {
        let scene = performed(sample.typed, in: Scene.opened(.odd, at: "Library/Caches"))
        #expect(scene.state.panels.prompt?.label == sample.label)
        #expect(scene.state.panels.prompt?.bytes == Array(sample.text.utf8))
        #expect(scene.state.tasks.operations.isEmpty)
        if sample.typed.hasPrefix("filter") { #expect(scene.names.count == 111) }
    }

    @Test("a command whose mistakes undo reverts takes its argument at once")
    func accepted() {
        let start = Scene.opened(.odd, at: "Library/Caches")
        func planned(_ text: String) -> [FileOperation] {
            performed(text, in: start).history.compactMap {
                if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil }
            }
        }
        func item(_ name: String) -> ItemAddress {
            ItemAddress(Scene.oddRoot, ContainerPath("Library/Caches/\(name)")!)
        }
        #expect(planned("mkdir d") == [.makeDirectory(item("d"))])
        #expect(planned("touch x.txt") == [.makeFile(item("x.txt"))])
        let renamed = FileOperation.NewName(item: item("image 1.png"), name: Array("new name".utf8))
        #expect(planned("rename new name") == [.rename([renamed])])
        let found = performed("grep the wind", in: start)
        #expect(found.state.panes.listing?.reach.question?.text == "the wind")
        var selected = start
        selected.perform("Space", "Space")
        let several = performed("rename x", in: selected)
        #expect(several.state.panels.message?.isError == true && several.effects.isEmpty)
    }

    @Test("read-only mode refuses the commands that change something", arguments: ["mkdir d", "import /a", "mv b"])
    func readOnly(text: String) {
        let scene = performed(text, in: Scene.opened(.odd, at: "Library/Caches", isReadOnly: true))
        #expect(scene.state.panels.prompt == nil && scene.state.tasks.operations.isEmpty)
        #expect(scene.state.panels.message?.isError == true)
    }

    @Test(
        "Tab goes on with a path in its prompt", arguments: [("cd Doc", "Documents/"), ("import ~/no", "~/notes.txt")])
    func completion(typed: String, text: String) {
        var scene = Scene.opened(.odd)
        scene.perform(":")
        scene.type(typed)
        scene.perform("Tab")
        #expect(scene.state.panels.current == nil && scene.state.panels.prompt?.bytes == Array(text.utf8))
        scene.perform("Esc", ":")
        scene.type("sort")
        scene.perform("Tab")
        #expect(scene.state.panels.current?.content is PalettePanel)
    }

    @Test("e with a path that does not exist changes nothing, and says so")
    func missingPath() {
        var scene = performed("e foo", in: Scene.opened(.odd, at: "Library/Caches"))
        #expect(scene.path == "Library/Caches" && scene.state.tasks.operations.isEmpty)
        #expect(scene.frame().text.contains("foo"))
    }

    @Test(
        "names from vim and shells are answered",
        arguments: [
            ("w", "each change is on disk at once; u undoes the last one"), ("write", "each change is on disk at once"),
            ("history", "`sandglass journal` lists all operations"), ("journal", "w shows this session's"),
        ])
    func answers(text: String, sentence: String) {
        let scene = performed(text, in: Scene.opened(.odd, at: "Library/Caches"))
        #expect(
            scene.state.panels.message?.text.contains(sentence) == true, "\(scene.state.panels.message?.text ?? "")")
        #expect(scene.path == "Library/Caches" && scene.state.panels.current == nil && scene.effects.isEmpty)
    }

    @Test("help with a word opens help at the word, and ! alone starts a shell")
    func helpAndShell() {
        let scene = performed("help undo", in: Scene.opened(.odd))
        #expect(scene.state.panels.current?.content is HelpPanel)
        let text = scene.state.render().text
        #expect(text.contains("Undo the last operation here") && !text.contains("Next row"), "\(text)")
        let shell = performed("!", in: Scene.opened(.odd))
        #expect(started(shell) == [.shell(in: Array("/copies/odd".utf8))])
    }

    private func started(_ scene: Scene) -> [OutsideProgram] {
        scene.history.compactMap { if case .outside(.start(let program)) = $0 { program } else { nil } }
    }

    @Test(
        "! with a command has a shell run it in the directory, as it is",
        arguments: [("!ls", "ls"), ("! ls -l | wc", "ls -l | wc"), ("!echo '%' \"$HOME\" 'a", "echo '%' \"$HOME\" 'a")])
    func shellLine(text: String, line: String) throws {
        let scene = performed(text, in: Scene.opened(.odd, at: "Documents"))
        guard case .command(let command, let paths, let directory, let shown) = try #require(started(scene).first)
        else {
            Issue.record("\(started(scene))")
            return
        }
        #expect(command.words(with: paths, home: nil) == ["sh", "-c", line].map { Array($0.utf8) })
        #expect(directory == Array("/copies/odd/Documents".utf8) && shown == line)
    }

    @Test("x and wq quit, and say that nothing is to be saved", arguments: ["x", "wq"])
    func quits(text: String) {
        var scene = Scene.opened()
        scene.perform(":")
        scene.type(text)
        let row = PalettePanel(search: scene.state.panels.current?.content.search).rows(scene.state).first
        #expect(row?.text.description == "Quit" && row?.note == "nothing to save")
        scene.press("Enter")
        #expect(scene.history.contains { if case .quit = $0 { true } else { false } })
    }

    @Test("sp and vs show something on the right", arguments: ["sp", "vs", "vs /copies/other"])
    func splits(text: String) {
        var scene = Scene.opened()
        scene.perform(":")
        scene.type(text)
        scene.press("Enter")
        guard text.contains("/") else {
            #expect(scene.state.panels.current?.content is SecondContainerPanel)
            return
        }
        #expect(
            scene.history.contains { if case .ask = $0 { true } else { false } } && scene.state.panels.current == nil)
    }

    @Test("matches are marked, and only in the title")
    func matches() {
        var scene = Scene.opened()
        scene.perform(":")
        scene.type("lstrw")
        let row = PalettePanel(search: scene.state.panels.current?.content.search).rows(scene.state).first
        #expect(row?.text.description == "Last row" && row?.marks == [0, 2, 3, 5, 7])
        scene.perform("Esc", ":")
        scene.type("bottom")
        #expect(PalettePanel(search: scene.state.panels.current?.content.search).rows(scene.state).first?.marks == [])
    }

    @Test("while nothing is typed, the commands used last come after what concerns the item at hand")
    func recent() throws {
        var scene = Scene.opened()
        #expect(!titles(scene).contains("Used last"))
        for text in ["Quit", "hidden"] {
            scene.perform(":")
            scene.type(text)
            if text == "Quit" { scene.perform("Esc") } else { scene.perform("Enter") }
        }
        scene.perform(":")
        scene.type("tmp")
        scene.perform("Enter")
        #expect(scene.path == "tmp")
        scene.perform(":")
        let used = try #require(titles(scene).firstIndex(of: "Used last"))
        #expect(titles(scene)[(used + 1)...].prefix(2) == ["tmp", "Show or hide names that begin with a dot"])
        #expect(titles(scene).firstIndex(of: "This directory") == 0 && used > 0)
        #expect(titles(scene).firstIndex(of: "All commands") == used + 3)
    }

    @Test("no command is offered twice, and none is missing")
    func complete() {
        let scene = Scene.opened(.odd, at: "Library/Caches")
        let offered = titles(scene)
        for action in Action.all {
            let place = action.place.map { "Go to \($0)" }
            #expect(offered.filter { $0 == action.title || $0 == place }.count == 1, "\(action.title)")
        }
    }

    /// What the palette begins with: where, after which keys, and the first rows.
    private static let targets: [(path: ContainerPath, keys: [KeySequence], rows: [String])] = [
        (.root, [], ["Documents", "Enter the directory, or view the file", "Explain this item"]),
        ("Library/Caches", [], ["image 1.png", "View the file on the whole screen", "Explain this item"]),
        ("Library/Caches", ["Space", "Space"], ["2 selected items", "Open with a program of this computer"]),
        ("Documents/empty", [], ["This directory", "New file, or directory if the name ends in /"]),
        (.root, ["S-Tab", "~"], ["The container", "Enter the directory, or view the file"]),
        (.root, ["S", "Tab"], ["projects", "Open with a program of this computer"]),
    ]

    @Test("the palette begins with what can be done with the item at hand", arguments: targets.indices)
    func target(index: Int) {
        let target = Self.targets[index]
        var scene = Scene.opened(.odd, at: target.path)
        for key in target.keys { scene.perform(key) }
        scene.perform(":")
        #expect(Array(titles(scene).prefix(target.rows.count)) == target.rows, "\(titles(scene).prefix(4))")
        // The heading is no command.
        #expect(scene.state.panels.current.map { PanelLayout($0, scene.state).line(of: 0) } == 1)
    }

    @Test("what the rules, read-only mode or an archive refuse is not offered first")
    func refused() {
        let file = Scene.opened(.odd, at: "Library/Caches")
        #expect(["edit", "delete", "rename"].allSatisfy { TargetCommand.names(file.state).contains($0) })
        var root = Scene.opened(.odd)
        root.perform("S-Tab", "~")
        #expect(["delete", "rename", "cut"].allSatisfy { !TargetCommand.names(root.state).contains($0) })
        #expect(TargetCommand.names(root.state).contains("export"))
        // No app creates anything in its Inbox.
        #expect(TargetCommand.names(Scene.opened(.odd, at: "Documents/Inbox").state).isEmpty)
        let readOnly = Scene.opened(.odd, at: "Library/Caches", isReadOnly: true)
        #expect(!TargetCommand.names(readOnly.state).contains { Action.named($0)?.isChange != false })
        var world = World.odd
        world.description = ContainerDescription(
            kind: .data, source: .directory, medium: "zip archive", hostPath: world.description.hostPath, app: AppInfo()
        )
        let archive = TargetCommand.names(Scene.opened(world, at: "Library/Caches").state)
        #expect(archive.contains("export") && !archive.contains("open-with") && !archive.contains("delete"))
    }

    @Test("what concerns the item at hand is a table of actions that exist")
    func targetCommands() {
        for command in TargetCommand.all {
            #expect(Action.all.contains { $0.name == command.action }, "\(command.action)")
        }
        #expect(Set(TargetCommand.all.map(\.action)).count == TargetCommand.all.count)
    }

    @Test(
        "the box keeps its upper edge and its width while what is typed leaves fewer rows",
        arguments: [(140, 40), (100, 24), (80, 24), (50, 12), (20, 5)])
    func pinned(columns: Int, rows: Int) throws {
        var scene = Scene.opened(columns: columns, rows: rows)
        func box() throws -> Rectangle { PanelLayout(try #require(scene.state.panels.current), scene.state).box }
        scene.perform(":")
        let first = try box()
        #expect(first.row == (rows > 10 ? 1 : 0))
        for letter in ["q", "z", "z", "z"] {
            scene.type(letter)
            let now = try box()
            #expect(now.row == first.row && now.column == first.column && now.columns == first.columns)
            #expect(scene.frame().position(of: "Command:")?.row == first.row)
        }
        // What is left says that nothing was found, and what the program does not do.
        #expect(try box().rows < first.rows || rows == 5)
        let left = try #require(scene.state.panels.current).content.rows(scene.state)
        #expect(left.count == 1 && left[0].choose == nil)
    }

    @Test("a setting chosen in the palette counts for the session")
    func settings() {
        var scene = Scene.opened()
        func choose(_ text: String) {
            scene.perform(":")
            scene.type(text)
            scene.press("Enter")
        }
        choose("set hidden true")
        #expect(scene.state.panes.filter.showsHidden)
        #expect(
            scene.state.panels.message?.text == "hidden is true in this container; config.toml sets it for the others")
        #expect(scene.state.session?.showsHidden == true)
        choose("set hidden true")
        #expect(scene.state.panes.filter.showsHidden)
        choose("set sort time")
        #expect(scene.state.panes.order.key == .time)
        #expect(scene.state.session?.sort == "time")
        choose("set cover-on-focus-loss false")
        #expect(
            scene.state.panels.message?.text
                == "cover-on-focus-loss is false until sandglass ends; set it in config.toml to keep it")
        #expect(!scene.state.lifecycle.options.coversOnFocusLoss)
        _ = scene.takeEffects()
        choose("set cover-after 5m")
        let adjusted = scene.takeEffects().compactMap { effect in
            if case .adjust(let setting) = effect { setting } else { nil }
        }
        #expect(adjusted == [.coverAfter(seconds: 300)])
        scene.send(.theme(.read(.colorless)))
        #expect(scene.state.screen.theme.name == Theme.colorless.name)
    }

    @Test("the keys that can follow are shown with the number typed before")
    func whichKey() {
        var scene = Scene.opened()
        scene.press("1", "2", "g")
        #expect(scene.frame().text.contains(" 12 g  g First row"))
    }

    @Test(
        "where the keys that can follow do not all fit, as many are shown with their words as do",
        arguments: [(50, 12), (40, 10), (60, 10), (50, 8)])
    func someKeys(columns: Int, rows: Int) throws {
        var scene = Scene.opened(columns: columns, rows: rows)
        scene.press("g")
        let grid = scene.state.continuationGrid
        let rest = try #require(grid.rest)
        let all = scene.state.continuations.count
        #expect(grid.cells.count + rest.count == all && grid.cells.count >= 3)
        let text = scene.frame().text
        #expect(text.contains("… \(rest.count) more") && text.contains("g First row"), "\(text)")
        // No cell is lost, and none covers another.
        let places = grid.cells.map { ($0.row, $0.parts.first?.column ?? -1, $0.parts.last?.columns.upperBound ?? 0) }
        #expect(places.allSatisfy { $0.1 >= 0 && $0.2 <= columns })
        for (index, one) in places.enumerated() {
            for other in places[(index + 1)...] where one.0 == other.0 { #expect(one.2 <= other.1 || other.2 <= one.1) }
        }
    }

    @Test("the keys that can follow trap at no size", arguments: [1, 5, 12, 24])
    func anySize(rows: Int) {
        for columns in [1, 2, 7, 19, 20, 21, 30, 50, 60, 99, 200, 500] {
            var scene = Scene.opened(columns: columns, rows: rows)
            for keys in [["g"], ["z"], ["m", "a", "'"]] as [[KeySequence]] {
                for key in keys { scene.press(key) }
                _ = scene.frame()
                scene.press("Esc")
            }
        }
    }

    @Test("the marks are shown that can be gone to")
    func marks() {
        var scene = Scene.opened()
        scene.press("m", "a")
        scene.perform("g", "c")
        scene.press("m", "b", "'")
        #expect(scene.frame().text.contains(#/\ mark  a Container +b Library/Caches/#))
        scene.perform("a")
        #expect(scene.path == .root)
    }

    @Test("a text longer than anything that could be found matches nothing", arguments: [4_097, 1 << 20])
    func long(count: Int) {
        var scene = Scene.opened()
        scene.perform(":")
        scene.send(.input(.paste(Array(repeating: 0x71, count: count))))
        #expect(titles(scene) == [PaletteAnswer.nothing])
        scene.perform("Enter", "Esc")
        #expect(scene.state.panels.current == nil)
    }
}
