import ContainerModel
import ContainerStore
import FileSharing
import Inspection
import Jobs
import Screen
import Testing

@testable import Browser

@Suite("Panels in lines")
struct LinearPanelTests {
    /// Opens a panel on a screen of 80 columns, and returns what is said of it.
    private func lines(of panel: any Panel) -> [String] {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80)
        var reader = LinearReader()
        reader.rows = 500
        var lines: [String] = []
        scene.change { state in
            state.screen.adopt(theme: .colorless, isASCII: false, colors: .none)
            state.open(panel)
            lines = reader.report(&state)
        }
        return lines
    }

    private func started(_ recent: [ContainerMemoryStore.Recent], isComplete: Bool = true) -> Scene {
        var scene = Scene(columns: 80)
        scene.start(offering: recent)
        var found = NearbyContainers()
        found.isComplete = isComplete
        scene.send(.opening(.nearby(found)))
        return scene
    }

    private let recent = (1...2).map { number in
        ContainerMemoryStore.Recent(
            hostPath: Array("/\(String(repeating: "long directory name/", count: 20))\(number)".utf8),
            name: "Harbor Notes", kind: .data, visited: 1_530_000_000)
    }

    @Test("names are said as they are, whatever looks like a bar or a column in them")
    func names() {
        var report = UsageReport(path: "Documents")
        var usage = Usage()
        (usage[.backedUp], usage.items) = (3_000, 1)
        report.rows = [UsageReport.Row(name: Array("▁▂▃  two  blanks ░".utf8), kind: .file, usage: usage)]
        report.total = usage
        let said = lines(of: UsagePanel(report, in: Scene.oddRoot))
        #expect(said.contains("1  2.9 KB  100 %  ▁▂▃  two  blanks ░"), "\(said)")
        #expect(!said.contains { $0.contains("███") })
    }

    @Test("paths are said whole on any screen, and tell containers of the same name apart")
    func paths() throws {
        var scene = started(recent)
        var reader = LinearReader()
        var lines: [String] = []
        scene.change { lines = reader.report(&$0) }
        for (index, container) in recent.enumerated() {
            let path = String(decoding: container.hostPath, as: UTF8.self)
            #expect(
                lines.contains { $0.hasPrefix("\(index + 1)  Harbor Notes  data container  \(path)  ") }, "\(lines)")
        }
    }

    @Test("a number whose row in a panel is another one by now does nothing")
    func stale() {
        var scene = started(recent)
        var reader = LinearReader()
        scene.change { _ = reader.report(&$0) }
        scene.change { $0.opening.recent = [recent[1], recent[0]] }
        _ = scene.takeEffects()
        let lines = scene.enter("1", &reader)
        #expect(lines.first == LinearWords.changed && !scene.state.panels.isOpening, "\(lines)")
        #expect(lines.contains { $0.contains("Harbor Notes") })
        _ = scene.enter("1", &reader)
        #expect(scene.state.opening.tried?.bytes == recent[1].hostPath)
    }

    @Test("rows in columns are said without the blanks between them, and whole")
    func columns() {
        let containers = ["1", "22"].map { name in
            ContainerCandidate(
                hostPath: HostPath(Array("/d/\(name)".utf8))!, title: String(repeating: name, count: 100),
                details: ["data container", "org.example"])
        }
        let said = lines(of: ContainersPanel(containers))
        for (index, container) in containers.enumerated() {
            #expect(said.contains("\(index + 1)  \(container.title)  data container  org.example"), "\(said)")
        }
    }

    @Test("the progress of a task is said without a bar")
    func progress() throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80)
        _ = scene.beginOperation(.delete([ItemAddress(Scene.oddRoot, "Documents/file1")]))
        let ticket = try #require(scene.state.tasks.operations.last?.ticket)
        var reader = LinearReader()
        var lines: [String] = []
        scene.change { state in
            state.tasks[ticket]?.stage = .running
            state.tasks[ticket]?.progress = World.progress(5)
            state.panels.current = nil
            state.open(TasksPanel())
            lines = reader.report(&state)
        }
        let row = try #require(lines.first { $0.hasPrefix("1  ") }, "\(lines)")
        #expect(row.contains("50%") || row.contains("50 %"), "\(row)")
        let bars = [scene.state.screen.glyphs.barFull, scene.state.screen.glyphs.barEmpty]
        #expect(!row.unicodeScalars.contains { bars.contains($0) } && !row.contains("   "), "\(row)")
    }

    @Test("the keys of a help panel are said before what they do")
    func keys() {
        let said = lines(of: HelpPanel())
        #expect(said.contains { $0.hasPrefix("U  ") }, "\(said.prefix(20))")
    }

    @Test("the start page is not complete before the search is")
    func search() {
        var scene = started([], isComplete: false)
        #expect(LinearView(scene.state).isSearchingNearby)
        var found = NearbyContainers()
        found.isComplete = true
        scene.send(.opening(.nearby(found)))
        #expect(!LinearView(scene.state).isSearchingNearby)
    }
}
