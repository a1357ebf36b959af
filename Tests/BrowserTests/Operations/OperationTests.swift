import ContainerModel
import FileTree
import Jobs
import Screen
import Testing
import Transactions

@testable import Browser
@testable import FileSharing

@Suite("Operations in the browser")
struct OperationTests {
    private func planned(_ scene: Scene) -> [FileOperation] {
        scene.history.compactMap { if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil } }
    }

    private func carriedOut(_ scene: Scene) -> [[ConflictPolicy]] {
        scene.history.compactMap { if case .operation(_, .run(_, let answers)) = $0 { answers } else { nil } }
    }

    private func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(Scene.oddRoot, path) }

    /// Returns a browser in which a copy is running, and the ticket of the copy.
    private func copying() -> (Scene, Ticket) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("y", "g t", "p")
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.send(.operation(ticket, .planned(.sample(planned(scene).last!))))
        scene.send(.operation(ticket, .begun))
        return (scene, ticket)
    }

    /// The operation that saves an edited file in its place.
    private var saving: FileOperation { .save(item("Library/Caches/image 1.png"), .sample) }

    @Test("y and p copy into the shown directory, and X and p move", arguments: [true, false])
    func paste(isCut: Bool) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space", isCut ? "X" : "y", "g t", "p")
        let items: ItemSet = [item("Library/Caches/image 1.png"), item("Library/Caches/image 2.png")]
        #expect(
            planned(scene) == [
                isCut ? .move(items, to: .directory(item("tmp"))) : .copy(items, to: .directory(item("tmp")))
            ])
        #expect(carriedOut(scene) == [[]])
        #expect(scene.state.selection.isEmpty, "what was done is deselected")
    }

    @Test("p without yanked items says so")
    func nothingTaken() {
        var scene = Scene.opened(.odd)
        scene.perform("p")
        #expect(planned(scene).isEmpty && scene.state.panels.message != nil)
    }

    @Test("deleting asks, with exact counts and sizes, and the focus is on No", arguments: ["d", "F8", "Del"])
    func deletion(key: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space", KeySequence(stringLiteral: key))
        #expect(planned(scene) == [.delete([item("Library/Caches/image 1.png"), item("Library/Caches/image 2.png")])])
        let text = scene.frame().text
        #expect(text.contains("2 files, 3,000 bytes."))
        #expect(text.contains("image 1.png, image 2.png"))
        scene.perform("Enter")
        #expect(carriedOut(scene).isEmpty && scene.state.panels.current == nil)
    }

    @Test(
        "beside y and n only Enter answers a question, and arrows and letters move the focus",
        arguments: [
            "Right", "Left", "Down", "Up", "l", "h", "j", "k", "Tab", "S-Tab", "Space", "Home", "End", "d", "PgDn",
        ]
    )
    func onlyEnter(key: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("d")
        for _ in 0..<3 { scene.perform(KeySequence(stringLiteral: key)) }
        #expect(carriedOut(scene).isEmpty && scene.state.panels.current?.isQuestion == true)
    }

    /// Returns a browser that asks whether to delete an item, which undo restores or not.
    private func asking(isRestorable: Bool) -> Scene {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("d")
        let limits: [UndoLimit] = isRestorable ? [] : [.noTrash(Array("/".utf8), reason: "it is read-only")]
        if let ticket = scene.state.tasks.operations.last?.ticket, let operation = planned(scene).last {
            scene.send(.operation(ticket, .planned(.sample(operation, undoLimits: limits))))
        }
        return scene
    }

    @Test("y and n answer where undo restores everything, as the question says")
    func yesAndNo() {
        var scene = asking(isRestorable: true)
        let edge = scene.frame().text
        #expect(edge.contains("y yes") && edge.contains("n no") && edge.contains("Enter answers"), "\(edge)")
        scene.press("n")
        #expect(carriedOut(scene).isEmpty && scene.state.panels.current == nil && scene.state.tasks.operations.isEmpty)
        scene = asking(isRestorable: true)
        scene.press("y")
        #expect(carriedOut(scene).count == 1 && scene.state.panels.current == nil)
    }

    @Test("where undo does not, y and n move the focus to Yes and No, and Enter answers")
    func yesAndNoWithoutUndo() {
        var scene = asking(isRestorable: false)
        let edge = scene.frame().text
        #expect(!edge.contains("y yes") && edge.contains("Tab moves") && edge.contains("Enter answers"), "\(edge)")
        scene.press("y")
        #expect(scene.state.panels.current?.cursor == 1)
        scene.press("n")
        #expect(scene.state.panels.current?.cursor == 0)
        scene.press("y", "y")
        #expect(carriedOut(scene).isEmpty && scene.state.panels.current?.cursor == 1)
        scene.press("Enter")
        #expect(carriedOut(scene).count == 1)
    }

    @Test("while the items are counted, y answers nothing: there is no Yes yet")
    func yesWhileCounting() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("d", "y", "y")
        #expect(carriedOut(scene).isEmpty && scene.state.panels.current?.isQuestion == true)
        scene.press("n")
        #expect(scene.state.panels.current?.isQuestion == true, "one answer is no choice")
    }

    @Test("in a conflict, y moves to replacing the item and n to skipping it, and neither to cancelling")
    func yesAndNoInConflict() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let ticket = scene.beginOperation(
            .copy([item("Documents/file2")], to: .directory(item("Library/Caches"))))
        let question = ConflictQuestion.sample(item("Library/Caches/image 1.png"), otherName: "image 1 2.png")
        scene.send(
            .operation(
                ticket,
                .planned(.sample(.copy([item("Documents/file2")], to: .directory(item("tmp"))), conflicts: [question]))
            ))
        func focused(_ scene: inout Scene) -> String {
            let panel = scene.state.panels.current
            return panel.map { panel in
                let layout = PanelLayout(panel, scene.state)
                return layout.line(of: panel.cursor).map { layout.lines[$0].row.text.description } ?? ""
            } ?? ""
        }
        scene.press("y")
        #expect(focused(&scene).contains("eplace"), "\(focused(&scene))")
        scene.press("n")
        #expect(focused(&scene).contains("kip"), "\(focused(&scene))")
    }

    @Test("Yes is one step and Enter away, and Esc means No")
    func confirmed() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("d", "Esc")
        #expect(carriedOut(scene).isEmpty && scene.state.tasks.operations.isEmpty)
        scene.perform("d")
        scene.perform("Right", "Enter")
        #expect(carriedOut(scene) == [[]])
        #expect(scene.state.panels.message?.text.contains("u undoes it") == true)
    }

    @Test("a deletion that is still being prepared cannot be confirmed")
    func counting() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("d", "Right", "Enter")
        #expect(carriedOut(scene).isEmpty)
        #expect(scene.state.panels.current == nil)
    }

    @Test(
        "a rename starts with the name, and the first letter typed replaces its stem",
        arguments: [("file2", "x"), ("old.log", "x.log")])
    func rename(name: String, result: String) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("/")
        scene.type(name)
        scene.perform("Enter")
        scene.perform("r")
        #expect(scene.state.panels.prompt?.bytes == Array(name.utf8))
        scene.perform("x", "Enter")
        #expect(
            planned(scene) == [
                .rename([
                    .init(
                        item: ItemAddress(Scene.oddRoot, ContainerPath("Documents/" + name)!), name: Array(result.utf8))
                ])
            ])
    }

    @Test("several names are edited together, and unchanged names are left alone")
    func bulkRename() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space")
        scene.press("r")
        let items = [item("Library/Caches/image 1.png"), item("Library/Caches/image 2.png")]
        #expect(
            scene.history.compactMap { if case .outside(.editNames(let items)) = $0 { items } else { nil } } == [items])
        let list = NamesList.sample(items)
        scene.send(.outside(.editorClosed(.sample([Array("image 1.png".utf8), Array("new.png".utf8)], in: list))))
        #expect(planned(scene) == [.rename([.init(item: items[1], name: Array("new.png".utf8))], from: list)])
    }

    @Test("a rename to the same name is not an operation, and undo remembers that nothing was changed")
    func sameName() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("r", "Enter")
        #expect(planned(scene).isEmpty && scene.state.panels.message?.text == "rename: no name was changed")
        #expect(scene.ineffective?.kind == .rename)
    }

    @Test(
        "a new item with an invalid name is rejected with the reason",
        arguments: [
            (".", ". and .. cannot be names"), ("..", ". and .. cannot be names"),
            ("a/../b", ". and .. cannot be names"), ("/a", "a name cannot be empty"),
            ("a//b", "a name cannot be empty"),
        ])
    func badName(name: String, reason: String) {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.perform("F7")
        scene.type(name)
        scene.perform("Enter")
        #expect(planned(scene).isEmpty && scene.state.panels.message?.isError == true)
        #expect(scene.state.panels.message?.text == reason)
    }

    @Test(
        "a creates a file, or a directory if the name ends in a slash, and F7 creates a directory",
        arguments: [
            ("a", "notes", false), ("a", "notes/", true), ("a", "notes/.", true), ("a", "notes//./", true),
            ("F7", "notes", true), ("F7", "notes/.", true),
        ]
    )
    func new(key: String, name: String, isDirectory: Bool) {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.perform(KeySequence(stringLiteral: key))
        scene.type(name)
        scene.perform("Enter")
        #expect(planned(scene) == [isDirectory ? .makeDirectory(item("tmp/notes")) : .makeFile(item("tmp/notes"))])
    }

    @Test("x excludes an item, and includes an excluded one")
    func exclusion() {
        var scene = Scene.opened(.odd, at: "Documents")
        for name in ["old", "excl"] {
            scene.perform("/")
            scene.type(name)
            scene.perform("Enter")
            scene.perform("x")
            scene.perform("Esc")
        }
        #expect(
            planned(scene) == [
                .setExclusion([item("Documents/old.log")], excludes: true),
                .setExclusion([item("Documents/excluded.bin")], excludes: false),
            ])
    }

    @Test("a saved edit becomes a separate operation, and a file of this computer is edited in place")
    func edit() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("F4")
        let ticket = scene.state.tasks.operations.last!.ticket
        let file = item("Library/Caches/image 1.png")
        scene.send(.operation(ticket, .planned(.sample(.edit(file)))))
        let ready = EditableFile(item: file, hostPath: Array("/tmp/x".utf8), ticket: .sample)
        scene.send(.operation(ticket, .ended(.editing(ready))))
        let isOpened = scene.history.contains { if case .outside(.openEditor(ready)) = $0 { true } else { false } }
        #expect(isOpened)
        scene.send(.outside(.editorClosed(.changed(.save(file, .sample)))))
        #expect(planned(scene) == [.edit(file), .save(file, .sample)])
        scene.send(.outside(.editorClosed(.unchanged(.edit))))
        #expect(planned(scene).count == 2 && scene.state.panels.message?.text == "edit: nothing was changed")
        scene.send(.outside(.editorClosed(.inPlace(ItemAddress(.computer, "home/me/a.txt")))))
        #expect(planned(scene).count == 2 && scene.state.panels.message?.text == "edited in place: a.txt")
    }

    @Test("no editor is opened after covering, cancelling or quitting")
    func turnedAway() {
        for keys: [KeySequence] in [["Z"], ["^c"], ["q", "Down", "Enter"]] {
            var scene = Scene.opened(.odd, at: "Library/Caches")
            scene.press("F4")
            let ticket = scene.state.tasks.operations.last!.ticket
            scene.send(.operation(ticket, .planned(.sample(planned(scene).last!))))
            scene.send(.operation(ticket, .begun))
            for key in keys { scene.press(key) }
            let file = EditableFile(
                item: item("Library/Caches/image 1.png"), hostPath: Array("/tmp/x".utf8), ticket: .sample)
            scene.send(.operation(ticket, .ended(.editing(file))))
            #expect(scene.history.contains { if case .outside(.giveUpEditing(.sample)) = $0 { true } else { false } })
            let isOpened = scene.history.contains { if case .outside(.openEditor) = $0 { true } else { false } }
            #expect(!isOpened, "\(keys)")
        }
    }

    @Test(
        "an edit is not lost: q saves it first, ^c does not cancel the save, and a failed save does not quit")
    func editedIsPrecious() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.send(.outside(.editorClosed(.changed(saving))))
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.press("^c")
        let isCancelled = scene.history.contains { if case .cancel(.operation) = $0 { true } else { false } }
        #expect(!isCancelled && scene.state.tasks[ticket]?.isCancelled == false)
        scene.press("q")
        #expect(scene.frame().text.contains("saving the edited file before quitting"))
        scene.press("q")
        #expect(scene.frame().text.contains("Quit?"))
        scene.press("Down", "Enter")
        scene.send(
            .operation(ticket, .ended(.sampleFailed(remarks: ["your text is kept in /tmp/x"]))))
        let hasQuit = scene.history.contains { if case .quit = $0 { true } else { false } }
        #expect(!hasQuit && scene.frame().text.contains("your text is kept in"))
    }

    @Test("declining a save gives up the edit, so that its path is reported")
    func declinedSave() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.send(.outside(.editorClosed(.changed(saving))))
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.send(.operation(ticket, .begun))
        scene.send(.operation(ticket, .ended(.asks(.sample(saving, confirmation: Confirmation([.undoLimit]))))))
        #expect(!scene.history.contains { if case .outside(.giveUpEditing) = $0 { true } else { false } })
        scene.press("Enter")
        #expect(scene.history.contains { if case .outside(.giveUpEditing(.sample)) = $0 { true } else { false } })
    }

    @Test("a save that waits cannot be cancelled, and one that has begun can")
    func waitingSave() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.send(.outside(.editorClosed(.changed(saving))))
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.send(.operation(ticket, .planned(.sample(planned(scene).last!))))
        scene.press("^c")
        #expect(scene.state.tasks[ticket]?.isCancelled == false)
        #expect(scene.state.panels.message?.text.contains("saved first") == true)
        scene.send(.operation(ticket, .begun))
        scene.press("^c")
        #expect(scene.state.tasks[ticket]?.isCancelled == true)
    }

    @Test("q during a save quits when it is done, unless it has remarks to read")
    func quitAndRead() {
        for lines in [[], ["a.txt was changed by another process"]] {
            var scene = Scene.opened(.odd, at: "Library/Caches")
            scene.send(.outside(.editorClosed(.changed(saving))))
            let ticket = scene.state.tasks.operations.last!.ticket
            scene.press("q")
            scene.send(.operation(ticket, .planned(.sample(planned(scene).last!))))
            scene.send(.operation(ticket, .ended(.sampleDone(remarks: lines))))
            let hasQuit = scene.history.contains { if case .quit = $0 { true } else { false } }
            #expect(hasQuit == lines.isEmpty)
        }
    }

    @Test("u and ^r request undo and redo")
    func undo() {
        var scene = Scene.opened(.odd)
        for key in ["u", "Esc", "^r"] as [KeySequence] { scene.perform(key) }
        #expect(planned(scene) == [.undo(.lastIn([Scene.oddRoot])), .redo(.lastIn([Scene.oddRoot]))])
    }

    @Test("conflicts are answered one by one or all at once")
    func conflicts() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let conflicts = ["a", "b", "c"].map {
            ConflictQuestion.sample(item(ContainerPath("tmp/\($0)")!), otherName: "\($0) 2")
        }
        scene.press("y", "g t", "p")
        let next = scene.state.tasks.operations.last!.ticket
        scene.send(.operation(next, .planned(.sample(planned(scene)[0], items: 3, conflicts: conflicts))))
        #expect(scene.frame().text.contains("tmp/a already exists (1 of 3)"))
        scene.press("Down", "Enter")
        #expect(scene.frame().text.contains("tmp/b already exists (2 of 3)"))
        scene.press("End", "Up", "Enter")
        #expect(carriedOut(scene).last == [.keepBoth, .replace, .replace])
    }

    @Test("an answer for all conflicts does not cover a directory that a file would replace")
    func kindConflict() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let conflicts = ["a", "b", "c", "d"].map {
            ConflictQuestion.sample(
                item(ContainerPath("tmp/\($0)")!), kind: $0 == "c" ? .directory : .file, otherName: "\($0) 2")
        }
        scene.press("y", "g t", "p")
        scene.send(
            .operation(
                scene.state.tasks.operations.last!.ticket,
                .planned(.sample(planned(scene)[0], items: 4, conflicts: conflicts)))
        )
        #expect(scene.frame().text.contains("Replace all 3"))
        scene.press("End", "Up", "Enter")
        #expect(scene.frame().text.contains("tmp/c already exists (3 of 4)"))
        #expect(scene.frame().text.contains("New: file"))
        #expect(scene.frame().text.contains("Replace the directory (which goes to the trash)"))
        #expect(!scene.frame().text.contains("Replace all"))
        scene.press("Enter")
        #expect(carriedOut(scene).last == [.replace, .replace, .skip, .replace])
    }

    @Test("q asks while an operation is running, and can quit when it is done")
    func quit() {
        var (scene, ticket) = copying()
        scene.press("q")
        func hasQuit(_ scene: Scene) -> Bool { scene.history.contains { if case .quit = $0 { true } else { false } } }
        #expect(!hasQuit(scene) && scene.frame().text.contains("Quit?"))
        scene.press("Enter")
        #expect(!hasQuit(scene) && scene.state.panels.current == nil)
        scene.press("q", "Down", "Enter")
        #expect(!hasQuit(scene))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        #expect(hasQuit(scene))
    }

    @Test("^c cancels the running operation")
    func cancel() {
        var (scene, ticket) = copying()
        scene.press("^c")
        let isCancelled = scene.history.contains { if case .cancel(.operation(ticket)) = $0 { true } else { false } }
        #expect(isCancelled)
    }

    /// Returns the status line after ten seconds of progress.
    private func status(after progress: (UInt64) -> Progress) -> String {
        var (scene, ticket) = copying()
        for second in 0...10 as ClosedRange<UInt64> { scene.send(.operation(ticket, .progress(progress(second)))) }
        return String(scene.frame().text.split(separator: "\n").last ?? "")
    }

    @Test("the status line shows the percentage, rate, remaining time and file of a copy")
    func progress() {
        // 50 of 100 MiB after ten seconds: 5 MiB per second.
        let status = status { second in
            Progress(
                filesDone: 0, filesTotal: 1, bytesDone: second * 5 << 20, bytesTotal: 100 << 20,
                name: Array("film\u{1b}[2J.mov".utf8), nanoseconds: second * 1_000_000_000)
        }
        #expect(status.contains("copy ██"))
        #expect(status.contains("49%") || status.contains("50%"))
        #expect(status.contains("5.0 MB/s"))
        #expect(status.contains("0:10 left"))
        #expect(status.contains("film␛[2J.mov"))
    }

    @Test("an operation that moves no bytes shows its progress in files")
    func progressOfFiles() {
        let status = status { second in
            Progress(
                filesDone: second * 5_000, filesTotal: 100_000, bytesDone: 0, bytesTotal: 0, name: [],
                nanoseconds: second * 1_000_000_000)
        }
        #expect(status.contains("50%") && status.contains("5,000 files/s") && status.contains("0:10 left"), "\(status)")
    }

    @Test("the failures of an operation are listed when it has ended")
    func failures() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("y", "g t", "p")
        let ticket = scene.state.tasks.operations.last!.ticket
        scene.send(.operation(ticket, .planned(.sample(planned(scene).last!))))
        scene.send(.operation(ticket, .ended(.samplePartly(failing: "a\u{1b}]0;x", "no room"))))
        #expect(scene.frame().text.contains("a␛]0;x: no room"))
        scene.press("Esc", "w")
        #expect(scene.frame().text.contains("done in part"))
    }

    @Test("an empty task list says so, and Enter closes it")
    func noTasks() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("w")
        #expect(scene.frame().text.contains("Nothing has been done yet."))
        #expect(!scene.frame().text.contains("nothing matches") && !scene.frame().text.contains("x cancels"))
        scene.perform("Enter")
        #expect(scene.state.panels.current == nil)
    }
}
