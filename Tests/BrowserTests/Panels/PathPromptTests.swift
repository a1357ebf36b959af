import ContainerModel
import FileSharing
import FileTree
import Inspection
import Screen
import Testing

@testable import Browser

@Suite("Paths in prompts")
struct PathPromptTests {
    private func text(_ scene: Scene) -> String {
        String(decoding: scene.state.panels.prompt?.bytes ?? [], as: UTF8.self)
    }

    /// What is typed where, after which key, and what Tab makes of it.
    static let completions: [(key: KeySequence, typed: String, text: String)] = [
        ("g /", "Doc", "Documents/"), ("g /", "Documents/fil", "Documents/file"), ("g /", "/Lib", "/Library/"),
        ("g /", "Documents/old", "Documents/old.log"), ("g /", "Documents/.h", "Documents/.hidden"),
        ("g /", "Documents/zzz", "Documents/zzz"), ("g /", "nowhere/a", "nowhere/a"), ("g /", "../x", "../x"),
        // Names of the directory on screen, and of the root.
        ("g /", "image 1.", "image 1.png"), ("g /", "tm", "tmp/"), ("i", "pro", "projects/"),
        ("i", "~", "~/"), ("i", "~/no", "~/notes.txt"), ("i", "/ho", "/home/"), ("i", "/home/me/w", "/home/me/w"),
        ("e", "n", "n"), ("e", "projects/", "projects/"), ("F5", "", "/Library/Caches/image "),
        ("F5", "\u{15}tm", "tm"), ("F5", "\u{15}/tm", "/tmp/"),
    ]

    @Test("Tab completes a path as far as there is no choice", arguments: completions)
    func completion(sample: (key: KeySequence, typed: String, text: String)) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform(sample.key)
        for scalar in sample.typed.unicodeScalars {
            if scalar == "\u{15}" { scene.press("^u") } else { scene.type(String(Character(scalar))) }
        }
        scene.perform("Tab")
        #expect(text(scene) == sample.text)
        #expect(scene.state.panels.prompt?.caret == scene.state.panels.prompt?.text.count)
    }

    @Test("what can follow is shown, safe for a terminal, until the next key", arguments: [140, 60, 20, 1])
    func choice(columns: Int) {
        var scene = Scene.opened(.odd, columns: columns, rows: 24)
        scene.perform("g /")
        scene.type("Documents/")
        scene.perform("Tab")
        #expect(scene.state.panels.prompt?.continuations?.contains("empty/  evil") == true)
        let shown = scene.frame().text
        #expect(!shown.unicodeScalars.contains("\u{1b}") && !shown.unicodeScalars.contains("\u{202e}"))
        if columns == 140 { #expect(shown.contains("Inbox/")) }
        scene.press("x")
        #expect(scene.state.panels.prompt?.continuations == nil)
    }

    @Test("names come out of a prompt as they went in, whatever their bytes are")
    func bytes() {
        var scene = Scene.opened(.odd)
        scene.perform("g /")
        scene.type("Documents/bad")
        scene.perform("Tab")
        let name: [UInt8] = [0x62, 0x61, 0x64, 0xff, 0xfe, 0x2e, 0x62, 0x69, 0x6e]
        #expect(scene.state.panels.prompt?.bytes == Array("Documents/".utf8) + name)
        scene.perform("Enter")
        #expect(scene.state.panes.listing?.currentName == name)
        scene.perform("r")
        #expect(scene.state.panels.prompt?.bytes == name)
    }

    @Test(
        "any bytes survive as characters of a prompt",
        arguments: [
            [], [0x61], [0xff], [0x61, 0xc3], [0xc3, 0xa9], [0xed, 0xa0, 0x80], [0xf4, 0x8f, 0xbc, 0x81],
            [0xf4, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98, 0x80], [0xc0, 0x80], Array(0...255), [0x65, 0xcc, 0x81, 0xff],
            [0x0d, 0x0a], [0xf5, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func roundTrip(bytes: [UInt8]) {
        let characters = RawByte.characters(bytes)
        #expect(RawByte.bytes(characters) == bytes)
        #expect(!RawByte.shown(characters).unicodeScalars.contains { $0.value >= 0x10_ff00 })
    }

    @Test("characters that stand for bytes cannot be typed")
    func typedMarkers() {
        var scene = Scene.opened()
        scene.perform("g /")
        scene.send(.input(.paste(Array("a\u{10ff41}b".utf8))))
        #expect(text(scene) == "ab")
    }

    @Test("an answer that comes after another key is dropped")
    func late() {
        var scene = Scene.opened(.odd)
        scene.perform("g /")
        scene.type("Doc")
        scene.press("Tab")
        scene.type("x")
        scene.answer()
        #expect(text(scene) == "Docx")
        scene.press("Tab")
        scene.press("Esc")
        scene.answer()
        #expect(scene.state.panels.prompt == nil && scene.state.panels.message == nil)
    }

    @Test("Tab does nothing in a prompt for another text", arguments: ["/", "F", "a", "r", "+"] as [KeySequence])
    func otherPrompts(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("G", key)
        let before = scene.state.panels.prompt?.bytes
        scene.perform("Tab")
        #expect(scene.state.panels.prompt?.bytes == before && scene.asked(PathCompletionQuery.self).isEmpty)
    }

    @Test("what the rules do not let the actor list is not completed either")
    func refused() {
        var scene = Scene.opened(.odd)
        scene.perform("A", "j", "Enter")
        scene.perform("g /")
        scene.type("Library/C")
        scene.perform("Tab")
        #expect(text(scene) == "Library/C")
    }

    @Test("Up and Down recall the paths entered before, and the text that was there")
    func recalling() {
        var scene = Scene.opened(.odd)
        for path in ["tmp", "Library", "tmp/a"] {
            scene.perform("g /")
            scene.type(path)
            scene.perform("Enter")
        }
        scene.perform("g /")
        scene.type("Doc")
        for (key, wanted) in [
            ("Up", "tmp/a"), ("Up", "Library"), ("Up", "tmp"), ("Up", "tmp"), ("Down", "Library"), ("Down", "tmp/a"),
            ("Down", "Doc"), ("Down", "Doc"),
        ] as [(KeySequence, String)] {
            scene.press(key)
            #expect(text(scene) == wanted)
        }
        // Paths of this computer are others.
        scene.press("Esc", "i", "Up")
        #expect(text(scene).isEmpty)
    }

    @Test(
        "a path that led nowhere is offered again, and one that led somewhere is not",
        arguments: [("g /", "nowhere"), ("g /", "tmp")] as [(KeySequence, String)])
    func offering(key: KeySequence, path: String) {
        var scene = Scene.opened(.odd)
        scene.perform(key)
        scene.type(path)
        scene.perform("Enter")
        scene.perform(key)
        #expect(text(scene) == (path == "tmp" ? "" : path))
        scene.type("Lib")
        #expect(text(scene) == "Lib", "what is typed takes its place")
    }

    @Test("a directory that an export did not find is offered again", arguments: ["e", "i"] as [KeySequence])
    func failedExport(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press(key)
        scene.type("/none")
        scene.press("Enter")
        _ = scene.takeEffects()
        scene.send(.failed("/none: no such file or directory"))
        scene.press(key)
        #expect(text(scene) == "/none")
    }

    @Test(
        "a whole name that is typed over the stem does not get its extension twice",
        arguments: [
            ("old.log", "new.log", "new.log"), ("old.log", "new", "new.log"), ("old.log", "new.txt", "new.txt.log"),
            ("old.log", "log", "log.log"), ("file1", "file.file", "file.file"),
        ])
    func extensions(old: String, typed: String, new: String) {
        var prompt = Prompt(.rename(ItemAddress(Scene.oddRoot, "Documents/a")), name: Array(old.utf8))
        prompt.insert(typed)
        #expect(String(decoding: prompt.name(renaming: Array(old.utf8)[...]), as: UTF8.self) == new)
    }

    @Test("an extension is kept twice where it was, or where it is typed behind the name")
    func doubledExtensions() {
        let item = ItemAddress(Scene.oddRoot, "Documents/a")
        let twice = Prompt(.rename(item), name: Array("a.tar.tar".utf8))
        #expect(twice.name(renaming: Array("a.tar.tar".utf8)[...]) == Array("a.tar.tar".utf8))
        var behind = Prompt(.rename(item), name: Array("a.tar".utf8))
        behind.edit(.end)
        behind.insert(".tar")
        #expect(behind.name(renaming: Array("a.tar".utf8)[...]) == Array("a.tar.tar".utf8))
    }
}
