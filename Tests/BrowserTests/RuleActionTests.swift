import ContainerModel
import Inspection
import Jobs
import Queries
import Screen
import Testing

@testable import Browser
@testable import FileSharing

@Suite("Actions about the rules")
struct RuleActionTests {
    @Test(
        "a chosen actor is applied to the badges and named in the top line",
        arguments: [
            // The user sees nothing but Documents, and the system only delivers to Inbox.
            (.app, "R··B", "R··B"), (.user, "···B", "R··B"), (.system, "···B", "·W·B"), (.owner, "RWDB", "RWDB"),
        ] as [(ActingParty, String, String)])
    func actor(actor: ActingParty, ofContainer: String, ofInbox: String) throws {
        var scene = Scene.opened(.odd, at: "Documents")
        let row = try #require(ActingParty.allCases.firstIndex(of: actor))
        scene.perform("j", "A", "Home")
        for _ in 0..<row { scene.perform("j") }
        scene.perform("Enter")
        // Where the actor may not list the directory, the refusal is shown in a panel.
        if scene.state.panels.current != nil { scene.perform("Esc") }
        #expect(scene.state.requester.actor == actor)
        #expect(scene.frame().text.contains("acting as \(actor.rawValue)"))
        let lines = scene.frame().text.split(separator: "\n")
        for (place, badges) in [(" Container ", ofContainer), ("     Inbox ", ofInbox)] {
            #expect(lines.contains { $0.hasPrefix(place) && $0.contains(" \(badges) ") }, "\(place)")
        }
    }

    @Test("the panel switches each part of the state of the app and the device")
    func deviceState() {
        var scene = Scene.opened()
        scene.perform("T", "Home", "Enter")
        #expect(scene.state.requester.state.isAppRunning)
        #expect(scene.frame().text.contains(" running"))
        for _ in 1..<DeviceStatePanel().rows(scene.state).count { scene.perform("j", "Enter") }
        scene.perform("Esc")
        #expect(scene.state.requester.state.lock != .unlocked && scene.state.requester.state.isStorageLow)
    }

    @Test(
        "an item is explained in a panel that scrolls", arguments: [.places, .listing, .details] as [Panes.Pane])
    func explain(focus: Panes.Pane) {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 12)
        while scene.state.panes.focus != focus { scene.perform("Tab") }
        scene.perform("E")
        #expect(scene.state.panels.current?.title == "Why")
        scene.perform("End")
        #expect((scene.state.panels.current?.top ?? 0) > 0)
        scene.perform("Esc")
        #expect(scene.state.panels.current == nil)
    }

    @Test(
        "E explains an item in at most 12 rows of 80 columns, and a second E shows everything",
        arguments: [false, true])
    func everything(isASCII: Bool) throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 24, ascii: isASCII)
        for _ in 0..<(scene.state.panes.listing?.order.count ?? 0) {
            scene.perform("E")
            let brief = PanelLayout(try #require(scene.state.panels.current), scene.state)
            #expect(brief.lines.count <= 12, "\(scene.frame().text)")
            #expect(brief.lines.last?.row.text.description.hasSuffix(" sources: E") == true)
            #expect(brief.hints.parts.first(where: \.isKey)?.text == "E")
            scene.perform("End", "E")
            let panel = try #require(scene.state.panels.current)
            let texts = panel.content.rows(scene.state).map(\.text.description)
            #expect(panel.top == 0 && texts.contains { $0.hasPrefix("on backup: ") }, "\(texts)")
            #expect(texts.contains { $0.hasPrefix("As app") })
            scene.perform("E")
            #expect(scene.state.panels.current?.content.rows(scene.state).count ?? 0 <= 12)
            scene.perform("Esc", "j")
        }
    }

    @Test(
        "a worker answers a question about the rules, and the panel shows no control characters",
        arguments: [
            (["v"], "Is it in the right place?", AdviceQuery(about: "Documents/empty")),
            (["B"], "The next backup", BackupSetQuery()),
            (["P", "Enter"], "Purge: disk space is low", PurgeQuery(on: .lowStorage)),
        ] as [([KeySequence], String, any Query)]
    )
    func ask(keys: [KeySequence], title: String, query: any Query) {
        var scene = Scene.opened(.odd, at: "Documents")
        for key in keys { scene.press(key) }
        let asked = scene.history.compactMap { effect -> String? in
            guard case .ask(let request) = effect, case let query:any Query = request.query else { return nil }
            return String(describing: query)
        }
        #expect(asked.last == String(describing: query))
        scene.answer()
        #expect(scene.state.panels.current?.title == title)
        #expect(scene.frame().text.contains("with a name␛[2J in it"))
        scene.perform("Esc")
        #expect(scene.state.panels.current == nil && scene.path == "Documents")
    }

    @Test("m in the advice panel prepares the advised move")
    func advisedMove() throws {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("v")
        #expect(scene.frame().text.contains("m moves it"))
        scene.press("m")
        let wanted = FileOperation.move(
            [ItemAddress(Scene.oddRoot, "Documents/empty")],
            to: .directory(ItemAddress(Scene.oddRoot, "Library/Application Support/org.example.app")))
        let isPlanned = scene.takeEffects().contains {
            if case .operation(_, .plan(wanted, _)) = $0 { true } else { false }
        }
        #expect(isPlanned)
        #expect(scene.state.panels.current == nil)
    }

    @Test(
        "m does nothing and is not offered where no move is advised",
        arguments: [
            AdvicePanel(AdviceQuery.Answer(["in the right place"]), in: Scene.oddRoot),
            ReportPanel("The next backup", lines: ["all of it"]),
            PurgePanel(on: .idle, PurgeQuery.Answer(lines: ["nothing"], items: []), in: Scene.oddRoot),
        ] as [any Panel])
    func nothingToMove(panel: any Panel) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { $0.open(panel) }
        #expect(!scene.frame().text.contains("m moves it"))
        scene.press("m")
        let isPlanned = scene.takeEffects().contains { if case .operation(_, .plan) = $0 { true } else { false } }
        #expect(!isPlanned)
        #expect(scene.state.panels.current?.title == panel.title && scene.state.tasks.operations.isEmpty)
    }

    @Test("the advice names the key that selects a range, which begins one from there")
    func range() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("v")
        #expect(scene.frame().text.contains("V selects a range"))
        scene.perform("V", "j", "j")
        #expect(scene.state.panels.current == nil && scene.state.selection.count == 3)
    }

    @Test("b switches sizes to the next backup's, and back")
    func backupSizes() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("b")
        #expect(scene.state.panes.showsBackup && scene.state.panels.message != nil)
        #expect(scene.asked(BackupSizesQuery.self).map(\.directory) == ["Documents"])
        let asked = scene.asked(BackupTotalsQuery.self).flatMap(\.directories)
        #expect(Set(asked) == Set(scene.state.panes.places.directories) && asked.count == Set(asked).count)
        scene.perform("b")
        #expect(!scene.state.panes.showsBackup)
    }

    @Test("the tree shows backed-up sizes while the listing does")
    func backupSizesInTree() throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: 200)
        func row(_ name: String) -> String {
            scene.frame().text.split(separator: "\n").map(String.init)
                .first { $0.prefix(30).contains(name) }.map { String($0.prefix(44)) } ?? ""
        }
        let all = row("Caches")
        #expect(all.contains("B"), "\(all)")
        scene.perform("b")
        #expect(!row("Caches").contains(" KB") && row("Caches").contains("·"), "\(row("Caches"))")
        #expect(row("▾ Documents").contains("2.9 GB"), "\(row("▾ Documents"))")
        scene.perform("b")
        #expect(row("Caches") == all)
    }

    @Test("the alternative that a refusal offers is carried out, not merely shown")
    func alternatives() throws {
        var scene = Scene.opened(.odd, at: "Documents")
        let refused = FileOperation.makeFile(ItemAddress(Scene.oddRoot, "Documents/Inbox/new.txt"))
        let rows: [(Alternative, FileOperation?)] = [
            (.place(.documents), .makeFile(ItemAddress(Scene.oddRoot, "Documents/new.txt"))),
            (.place(.caches), .makeFile(ItemAddress(Scene.oddRoot, "Library/Caches/new.txt"))),
            (.actor(.owner), refused),
            (.unlock, refused),
            (.emptyDirectory, .empty([ItemAddress(Scene.oddRoot, "Documents/Inbox")])),
            (.exportAndImport, nil),
        ]
        for (alternative, expected) in rows {
            _ = scene.takeEffects()
            var effects: [BrowserEffect] = []
            scene.change {
                effects = $0.follow(alternative, insteadOf: refused, at: ItemAddress(Scene.oddRoot, "Documents/Inbox"))
            }
            if let expected { #expect(scene.state.tasks.operations.last?.operation == expected) }
            // The alternative is for this operation: the next one is the app's again.
            #expect(scene.state.requester.actor == .app)
            let actors = effects.compactMap { effect in
                if case .operation(_, .plan(_, let requester)) = effect { requester.actor } else { nil }
            }
            #expect(actors == (expected == nil ? [] : [alternative == .actor(.owner) ? .owner : .app]))
            if expected == nil { #expect(scene.frame().text.contains("export it to this computer")) }
        }
        // An operation that cannot be done elsewhere leads to the place, where it can be done to something else.
        scene.change {
            _ = $0.follow(.place(.documents), insteadOf: .delete([]), at: ItemAddress(Scene.oddRoot, "Documents/Inbox"))
        }
        #expect(scene.state.tasks.operations.last?.operation != .delete([]))
    }

    @Test("listing a directory as another actor lasts, and says so")
    func listingAs() throws {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { _ = $0.follow(.actor(.owner), insteadOf: nil, at: ItemAddress(Scene.oddRoot, "Library")) }
        #expect(scene.state.requester.actor == .owner)
        #expect(scene.frame().text.contains("acting as the owner from now on; A changes the actor"))
    }

    /// A browser on a directory that the app may not list.
    private func closed() -> Scene {
        var world = World.odd
        world.directories[.root]?.append(World.Entry("SystemData", .directory))
        world.directories["SystemData"] = [World.Entry("secret", size: 1), World.Entry("other", size: 2)]
        var scene = Scene.opened(world)
        while scene.current != "SystemData" { scene.press("j") }
        scene.perform("l")
        return scene
    }

    @Test("Enter on a directory that is refused leaves it, unless another answer is chosen")
    func leaving() throws {
        var scene = closed()
        let rows = try #require(scene.state.panels.current).content.rows(scene.state).filter { $0.choose != nil }
        #expect(rows.map(\.text.description).first == "Leave it" && rows.first?.answer == .no)
        let texts = rows.map(\.text.description).dropFirst()
        #expect(texts.contains { $0.hasSuffix("list it once, as the owner") }, "\(texts)")
        #expect(texts.contains { $0.contains("act as the owner from now on") }, "\(texts)")
        scene.perform("Enter")
        #expect(scene.state.panels.current == nil && scene.path == .root && scene.current == "SystemData")
        #expect(scene.state.requester.actor == .app)
    }

    @Test("a directory that is listed once stays on screen, and nothing else changes")
    func once() {
        var scene = closed()
        scene.perform("j", "Enter")
        #expect(scene.path == "SystemData" && scene.names == ["other", "secret"])
        #expect(scene.state.requester.actor == .app && scene.state.panels.message?.text.contains("once") == true)
        for keys in [["s", "s"], ["^l"], [".", "."]] as [[KeySequence]] {
            for key in keys { scene.perform(key) }
            #expect(scene.names.sorted() == ["other", "secret"], "\(keys)")
        }
        scene.perform("h")
        #expect(scene.path == .root && scene.current == "SystemData")
        scene.perform("l")
        #expect(scene.state.panels.current?.title == "Refused" && scene.path == .root, "the next time asks again")
    }

    @Test("a directory that is listed once is refused when the actor changes")
    func actorAfterOnce() {
        var scene = closed()
        scene.perform("j", "Enter", "A", "Home", "j", "Enter")
        #expect(scene.state.requester.actor == .user && scene.state.panes.listing?.refusal != nil)
    }

    @Test("what is refused to some items is said with keys, not with options of commands")
    func wording() {
        let item = ItemAddress(Scene.oddRoot, "SystemData")
        var decision = PolicyDecision(actor: .app)
        let verdict = RuleBook.standard.verdict(for: .delete, on: Item("SystemData", in: .data, type: .directory))
        decision.note(item, .refused, by: verdict)
        let preparation = Preparation(.delete([item]), decision, .nothing)
        let lines = preparation.notices(in: Wording(KeyInput())).flatMap { $0.lines }
        #expect(lines.contains { $0.contains("as the owner (A changes who acts)") }, "\(lines)")
        #expect(!lines.contains { $0.contains("--") }, "\(lines)")
        let commands = preparation.notices.flatMap { $0.lines }
        #expect(commands.contains { $0.contains("(--as owner)") }, "\(commands)")
    }

    @Test("a refused rename becomes a move under the new name, a refused copy goes to the place")
    func relocation() throws {
        let inbox = ItemAddress(Scene.oddRoot, "Documents/Inbox")
        let documents = ItemAddress(Scene.oddRoot, "Documents")
        let item = try #require(inbox.entry("a".utf8))
        let name = FileOperation.NewName(item: item, name: Array("b".utf8))
        #expect(
            FileOperation.rename([name]).relocated(to: documents)
                == .move([item], to: .name(ItemAddress(Scene.oddRoot, "Documents/b"))))
        #expect(
            FileOperation.copy([item], to: .directory(inbox)).relocated(to: documents)
                == .copy([item], to: .directory(documents)))
        #expect(FileOperation.edit(item).relocated(to: documents) == nil)
    }
}
