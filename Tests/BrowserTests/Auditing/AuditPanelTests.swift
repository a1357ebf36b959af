import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Previews
import Queries
import Screen
import Testing

@testable import Audit
@testable import Browser

@Suite("The audit in the browser")
struct AuditPanelTests {
    private static let secret = Array("corr3ct-horse-battery".utf8)

    /// A container with a password in a value, a token in a line of text, and a file that is stale.
    private static let world: World = {
        var world = World.odd
        var list = World.Entry("account.json")
        list.head = Array("{\"login\": {\"password\": \"corr3ct-horse-battery\"}}".utf8)
        list.size = UInt64(list.head.count)
        var text = World.Entry("setup.ini")
        text.head = Array("user = tide\ntoken = c0ffee00c0ffee00\nend\n".utf8)
        text.size = UInt64(text.head.count)
        world.directories["Documents"]? += [list, text]
        world.audit = result([
            finding(.password, at: "Documents/account.json", ["login", "password"], value: secret),
            finding(.token, .warning, at: "Documents/setup.ini", line: 2),
            finding(.staleTemporary, at: "tmp/a/b/c/deep.txt"),
        ])
        return world
    }()

    private static func finding(
        _ rule: AuditRule, _ severity: AuditRule.Severity? = nil, at path: ContainerPath, _ address: [String] = [],
        line: Int? = nil, value: [UInt8]? = nil
    ) -> Finding {
        var finding = Finding(
            rule, severity, inContainer: 0, at: path, address: address.map { Array($0.utf8) }, line: line,
            "the matter of \(rule.identifier)", evidence: value.map { EvidenceMaker().evidence("password", $0) })
        finding.badges = Badges(rights: [.read, .write], flags: .sharedWithUser)
        return finding
    }

    private static func result(_ findings: [Finding], unreadable: Int = 0, incomplete: Int = 0) -> AuditResult {
        var summary = AuditResult.Summary()
        (summary.items, summary.files, summary.bytes) = (12, 9, 4_096)
        (summary.unreadable, summary.incomplete) = (unreadable, incomplete)
        return AuditResult(findings: findings, unexamined: [], summary: summary)
    }

    private func listed(_ world: World = Self.world) -> Scene {
        var scene = Scene.opened(world)
        scene.perform("g", "!")
        return scene
    }

    private func line(_ text: String, of scene: inout Scene) -> String? {
        scene.frame().text.split(separator: "\n").map(String.init).first { $0.contains(text) }
    }

    @Test("each finding has its severity, badges, rule, path with the way to the value, and masked evidence")
    func list() throws {
        var scene = listed()
        let row = try #require(line("Documents/account.json:login/password", of: &scene))
        #expect(row.contains("error    RW·· ⇄") && row.contains("Password in a file"), "\(row)")
        #expect(row.contains("password, 21 bytes, co…ry"), "\(row)")
        #expect(
            line("in 12 items", of: &scene)?.contains("1 error, 1 warning, 1 note in 12 items; the contents of 9 files")
                == true)
        #expect(line("Documents/setup.ini", of: &scene)?.contains("warning  RW·· ⇄") == true)
        #expect(line("tmp/a/b/c/deep.txt", of: &scene)?.contains("note     RW·· ⇄") == true)
        #expect(!scene.frame().text.contains(String(decoding: Self.secret, as: UTF8.self)))
    }

    @Test("below the finding under the cursor are the matter, the sentence of its rule and what to do")
    func details() {
        var scene = listed()
        var text = scene.frame().text
        #expect(text.contains("The matter of secret.password.") && text.contains("(secret.password"), "\(text)")
        #expect(text.contains("Keep it in the keychain, not in a file.") && !text.contains("remember to delete"))
        scene.press("j", "j")
        text = scene.frame().text
        #expect(text.contains("\"remember to delete those files") && text.contains("point 3"), "\(text)")
        #expect(text.contains("Delete temporary files when they are no longer needed. (storage.stale-tmp"))
        #expect(!text.contains("The matter of secret.password."))
    }

    @Test("a narrow screen has the names of items, a low one no sentences of documents; the status line has the path")
    func small() throws {
        var scene = Scene.opened(Self.world, columns: 80, rows: 14)
        scene.perform("g", "!")
        scene.press("j", "j")
        let row = try #require(line("Stale file in tmp: ", of: &scene))
        #expect(row.contains("Stale file in tmp: deep.txt"), "\(row)")
        let text = scene.frame().text
        #expect(text.contains("The matter of storage.stale-tmp.") && !text.contains("point 3"), "\(text)")
        #expect(text.split(separator: "\n").last?.contains("tmp/a/b/c/deep.txt") == true)
    }

    @Test("the row under the cursor stays in view, whatever is unfolded", arguments: [(140, 40), (60, 12), (24, 7)])
    func visible(columns: Int, rows: Int) throws {
        var scene = Scene.opened(Self.world, columns: columns, rows: rows)
        scene.perform("g", "!")
        for key in ["j", "j", "k", "k", "j"] as [KeySequence] {
            scene.press(key)
            let panel = try #require(scene.state.panels.current)
            let layout = PanelLayout(panel, scene.state)
            let line = try #require(layout.line(of: panel.cursor))
            #expect(layout.visible.contains(line), "row \(panel.cursor): \(layout.visible)")
        }
    }

    @Test("at 80 columns, the title of each finding is whole: its path is cut")
    func wholeTitles() throws {
        var scene = Scene.opened(Self.world, columns: 80, rows: 40)
        scene.perform("g", "!")
        let findings = try #require(scene.state.panels.current?.content as? AuditPanel).findings(scene.state)
        #expect(!findings.isEmpty)
        let text = scene.frame().text
        for finding in findings { #expect(text.contains("\(finding.rule.title): "), "\(finding.rule.title)") }
    }

    @Test("Enter opens the value, with what is around it one step back")
    func opensValue() {
        var scene = listed()
        scene.perform("Enter")
        let file = ItemAddress(Self.world.description.root, "Documents/account.json")
        let steps = ["login", "password"].map { Array($0.utf8) }
        #expect(scene.state.panels.current == nil)
        #expect(scene.state.viewer?.level.subject == ViewQuery.Subject(file, steps: steps))
        #expect(scene.state.viewer?.levels.map(\.subject.steps.count) == [0, 1, 2])
    }

    @Test("Enter opens a text at the line of the finding, and the list comes back with the cursor on it")
    func opensLine() {
        var scene = listed()
        scene.press("j")
        scene.perform("Enter")
        let file = ItemAddress(Self.world.description.root, "Documents/setup.ini")
        #expect(scene.state.viewer?.level.subject == ViewQuery.Subject(file))
        #expect(scene.asked(SeekQuery.self).map(\.goal) == [.target(.line(2))])
        scene.perform("q")
        #expect(scene.state.viewer == nil)
        scene.perform("g", "!")
        #expect(scene.state.panels.current?.cursor == 1 && scene.asked(AuditQuery.self).count == 1)
    }

    @Test("Enter on a finding about an item as a whole goes to the item")
    func goesToItem() {
        var scene = listed()
        scene.press("j", "j")
        scene.perform("Enter")
        #expect(scene.state.viewer == nil && scene.state.panels.current == nil)
        #expect(scene.path == "tmp/a/b/c" && scene.current == "deep.txt")
    }

    @Test("the top line counts errors and warnings once the audit has run, until another container is opened")
    func count() {
        var scene = Scene.opened(Self.world)
        func topLine() -> String { scene.frame().text.split(separator: "\n").first.map(String.init) ?? "" }
        #expect(!topLine().contains("error"))
        scene.perform("g", "!")
        #expect(topLine().contains("1 error 1 warning"), "\(topLine())")
        scene.open()
        scene.answer()
        #expect(!topLine().contains("error"), "\(topLine())")
        scene.perform("g", "!")
        #expect(scene.asked(AuditQuery.self).count == 2)
    }

    @Test("a click on the count in the top line opens the list", arguments: [false, true])
    func click(isReadOnly: Bool) {
        var scene = Scene.opened(Self.world, isReadOnly: isReadOnly)
        scene.perform("g", "!")
        // While it runs, Esc would stop it.
        scene.perform("Esc")
        scene.click(on: "1 error 1 warning")
        #expect(scene.state.panels.current?.content is AuditPanel && scene.asked(AuditQuery.self).count == 1)
    }

    @Test("an audit that finds nothing says so", arguments: [0, 2])
    func nothing(unreadable: Int) {
        var world = Self.world
        world.audit = Self.result([], unreadable: unreadable, incomplete: unreadable)
        var scene = listed(world)
        let text = scene.frame().text
        #expect(text.contains("Nothing was found.") && text.contains("no errors"), "\(text)")
        #expect(text.contains("2 items could not be read.") == (unreadable > 0))
        #expect(text.contains("2 files could not be examined completely.") == (unreadable > 0))
    }

    @Test("the search finds by rule, severity and path", arguments: ["stale", "note", "deep.t", "storage.stale-tmp"])
    func search(text: String) {
        var scene = listed()
        scene.press("/")
        scene.type(text)
        let frame = scene.frame().text
        #expect(frame.contains("Stale file in tmp: tmp/a/b/c/deep.txt"), "\(frame)")
        // The preview behind the panel names the files, too.
        for other in ["Documents/setup.ini", "Token or secret key", "Documents/account.json", "Password in a file"] {
            #expect(!frame.contains(other), "\(frame)")
        }
        scene.perform("Enter")
        #expect(scene.current == "deep.txt")
    }

    @Test("the container is audited again on request, and the list stays until then")
    func again() {
        var scene = listed()
        scene.world.audit = nil
        scene.perform("r")
        #expect(scene.frame().text.contains("Auditing again.") && scene.frame().text.contains("account.json"))
        scene.world.audit = Self.result([])
        scene.perform("r")
        #expect(scene.asked(AuditQuery.self).count == 2, "one at a time")
    }

    // MARK: While it runs

    private func report(_ stage: TaskState, _ scene: Scene) throws -> BrowserEvent {
        let effect = try #require(scene.history.last { $0.isAudit })
        var task = BackgroundTask(number: 7, title: "audit", subject: nil, effect: effect)
        task.stage = stage
        return .task(task)
    }

    private var running: Scene {
        var world = Self.world
        world.audit = nil
        return listed(world)
    }

    @Test("while it runs, the list says so, and nothing is begun a second time")
    func progress() throws {
        var scene = running
        #expect(
            scene.frame().text.contains("Auditing. Esc stops the audit, b closes the list"), "\(scene.frame().text)")
        scene.send(try report(.running, scene))
        scene.perform("b", "g", "!")
        #expect(scene.asked(AuditQuery.self).count == 1)
        scene.perform("b", "w")
        #expect(scene.frame().text.contains("audit"))
        let effect = try #require(scene.history.last { $0.isAudit })
        scene.perform("Esc")
        let world = Self.world
        scene.reply(to: effect, AuditQuery.self, .init(try #require(world.audit), in: [world.description]))
        let message = scene.state.panels.message?.text ?? ""
        #expect(message.contains("1 error 1 warning") && message.contains("g !"), "\(message)")
    }

    @Test("^C and the list of tasks stop it, and g ! begins it anew", arguments: [true, false])
    func cancelled(inList: Bool) throws {
        var scene = running
        scene.send(try report(.running, scene))
        scene.perform("b")
        if inList { scene.perform("w", "x", "Esc") } else { scene.perform("^c") }
        let stops = scene.history.contains { effect in
            switch effect {
            case .cancel(.task(7)): inList
            case .cancel(.all): !inList
            default: false
            }
        }
        #expect(stops && !scene.state.findings.audit.isRunning)
        scene.send(try report(.stopped, scene))
        scene.perform("g", "!")
        #expect(scene.asked(AuditQuery.self).count == 2 && scene.state.findings.audit.isRunning)
    }

    @Test("an audit that was stopped while the list is open leaves a sentence")
    func stopped() throws {
        var scene = running
        scene.send(try report(.running, scene))
        scene.send(try report(.stopped, scene))
        #expect(scene.frame().text.contains("The audit was stopped; r begins it again."), "\(scene.frame().text)")
    }

    private func answer(_ findings: [Finding], isComplete: Bool = false) -> AuditQuery.Answer {
        AuditQuery.Answer(
            Self.result(findings), in: [Self.world.description, Self.bundle], isComplete: isComplete)
    }

    private static let bundle = ContainerDescription(
        kind: .bundle, source: .appBundle, hostPath: HostPath(Array("/data/Odd.app".utf8))!, app: AppInfo())

    @Test("findings are listed while the audit runs, and the cursor stays on the finding that the user has put it on")
    func partial() throws {
        var scene = running
        let effect = try #require(scene.history.last { $0.isAudit })
        scene.send(try report(.running, scene))
        let first = Self.finding(.staleTemporary, at: "tmp/a/b")
        let stale = Self.finding(.staleTemporary, at: "tmp/a/b/c/deep.txt")
        scene.reply(to: effect, AuditQuery.self, answer([first, stale]))
        scene.press("j")
        var text = scene.frame().text
        #expect(text.contains("tmp/a/b/c/deep.txt") && text.contains("Auditing"), "\(text)")
        #expect(scene.state.findings.audit.summary == nil, "the top line counts when the audit has ended")
        let more = [
            Self.finding(.password, at: "Documents/account.json", ["login", "password"], value: Self.secret), first,
            stale,
        ]
        scene.reply(to: effect, AuditQuery.self, answer(more))
        #expect(scene.state.panels.current?.cursor == 2)
        scene.reply(to: effect, AuditQuery.self, answer(more, isComplete: true))
        text = scene.frame().text
        #expect(!text.contains("Auditing") && scene.state.panels.current?.cursor == 2, "\(text)")
        #expect(scene.state.findings.audit.summary == "1 error")
    }

    @Test(
        "until the user moves the cursor, it is on the worst finding, however late that is found",
        arguments: [false, true])
    func worst(isClosed: Bool) throws {
        var scene = running
        let effect = try #require(scene.history.last { $0.isAudit })
        scene.send(try report(.running, scene))
        let stale = Self.finding(.staleTemporary, at: "tmp/a/b/c/deep.txt")
        let token = Self.finding(.token, .warning, at: "Documents/setup.ini", line: 2)
        let password = Self.finding(.password, at: "Documents/account.json", ["login"], value: Self.secret)
        scene.reply(to: effect, AuditQuery.self, answer([stale]))
        if isClosed { scene.press("b") }
        scene.reply(to: effect, AuditQuery.self, answer([token, stale]))
        scene.reply(to: effect, AuditQuery.self, answer([password, token, stale], isComplete: true))
        if isClosed { scene.perform("g", "!") }
        #expect(scene.frame().text.contains("The matter of secret.password."), "\(scene.frame().text)")
        #expect(scene.asked(AuditQuery.self).count == 1)
    }

    @Test(
        "the cursor begins on the worst finding about the item at hand",
        arguments: [("Documents/setup.ini", 1), ("tmp/a", 0)])
    func atHand(path: ContainerPath, row: Int) {
        var scene = Scene.opened(Self.world)
        scene.perform("g Space")
        scene.type(path.description)
        scene.perform("Enter")
        scene.perform("g", "!")
        #expect(scene.state.panels.current?.cursor == row, "\(scene.frame().text)")
    }

    @Test("Esc stops the audit and leaves what it has found; the next one closes the list")
    func escape() throws {
        var scene = running
        let effect = try #require(scene.history.last { $0.isAudit })
        scene.send(try report(.running, scene))
        scene.reply(to: effect, AuditQuery.self, answer([Self.finding(.token, at: "tmp/a.txt")]))
        #expect(line("continues browsing", of: &scene)?.contains("Esc stops") == true)
        scene.perform("Esc")
        #expect(line("audits again", of: &scene)?.contains("Esc closes") == true)
        #expect(scene.history.contains { if case .cancel(.task(7)) = $0 { true } else { false } })
        scene.send(try report(.stopped, scene))
        // Late answers change nothing.
        scene.reply(to: effect, AuditQuery.self, answer([], isComplete: true))
        let text = scene.frame().text
        #expect(text.contains("The audit was stopped; r begins it again.") && text.contains("tmp/a.txt"), "\(text)")
        scene.perform("Esc")
        #expect(scene.state.panels.current == nil)
        scene.perform("g", "!")
        #expect(scene.asked(AuditQuery.self).count == 2)
    }

    @Test("an audit that is stopped before a worker reports it is stopped when it does")
    func escapeEarly() throws {
        var scene = running
        scene.perform("Esc")
        #expect(!scene.state.findings.audit.isRunning)
        scene.send(try report(.running, scene))
        #expect(scene.history.contains { if case .cancel(.task(7)) = $0 { true } else { false } })
    }

    @Test("a finding in the app's bundle names it, and opens it there; the list is kept")
    func otherContainer() throws {
        var scene = running
        let effect = try #require(scene.history.last { $0.isAudit })
        let finding = Finding(
            .debuggable, nil, inContainer: 1, at: "Info.plist", address: [Array("CFBundleName".utf8)], line: nil,
            "the matter", evidence: nil)
        scene.reply(to: effect, AuditQuery.self, answer([finding], isComplete: true))
        let text = scene.frame().text
        #expect(text.contains("Odd.app: Info.plist:CFBundleName"), "\(text)")
        #expect(text.contains("Judged together: ") && text.contains("Odd.app"), "\(text)")
        scene.press("Enter")
        let path = try #require(HostPath(Array("/data/Odd.app/Info.plist".utf8)))
        #expect(scene.history.contains { if case .opening(.container(path)) = $0 { true } else { false } })
        scene.send(
            .opening(.opened(Self.bundle, at: ContainerStart(directory: .root, entry: Array("Info.plist".utf8)))))
        let item = ItemAddress(Self.bundle.root, "Info.plist")
        #expect(
            scene.state.viewer?.level.subject == ViewQuery.Subject(item, steps: [Array("CFBundleName".utf8)]))
        #expect(scene.state.findings.audit.findings.count == 1)
    }

    @Test("no more findings are kept than a list can use, and the counts are of all")
    func many() {
        var world = Self.world
        world.audit = Self.result(
            (0..<ContainerAudit.maximum + 10).map {
                Self.finding(.token, at: ContainerPath(bytes: Array("tmp/\($0)".utf8))!)
            })
        var scene = listed(world)
        #expect(scene.state.findings.audit.findings.count == ContainerAudit.maximum)
        #expect(scene.frame().text.contains("5,010 errors") && scene.frame().text.contains("5,000 findings are listed"))
    }
}
