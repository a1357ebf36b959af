import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import Queries
import Reports
import Screen
import Synchronization
import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("The contact sheet of snapshots")
struct SnapshotSheetTests {
    private let directory = TemporaryDirectory()

    /// Writes a snapshot: of one color, or of two halves.
    private func write(_ name: String, isOneColor: Bool) throws {
        let row = (0..<90).flatMap { [$0 < 45 || isOneColor ? 0 : 255, 0, 0, 255] as [UInt8] }
        let picture = Picture(width: 90, height: 160, pixels: (0..<160).flatMap { _ in row })
        let folder = "Library/SplashBoard/Snapshots/sceneID:com.example-default/"
        try directory.write(try #require(PNG.bytes(picture)), to: folder + name)
    }

    private func sheet(_ columns: Int, rows: Int = 1_000, _ anchor: PageRequest.Anchor = .from(0)) throws
        -> ViewQuery.Answer
    {
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory(name) }
        let container = try ContainerStore.locate(Array(directory.path.utf8)).0
        let roots = RootTable()
        roots.adopt(container.tree, as: container.root)
        let context = QueryContext(
            container, roots: roots, cancellation: Cancellation(), counters: WorkerPool(threads: 1))
        let found = Mutex<ViewQuery.Answer?>(nil)
        let fit = PreviewViewport(columns: columns, rows: rows, pictures: .png(.usual))
        let subject = ViewQuery.Subject(snapshotsOf: ItemAddress(container.description.root, .root))
        try ViewQuery(subject, PageRequest(fit, anchor)).run(in: context) { answer in
            found.withLock { $0 = answer }
        }
        return try #require(found.withLock { $0 })
    }

    @Test("snapshots stand side by side as far as there is room, each with its size and what it shows")
    func grid() throws {
        for number in 0..<5 { try write("\(number)@2x.png", isOneColor: number == 1) }
        let answer = try sheet(80)
        #expect(answer.title == "5 snapshots" && answer.page.isComplete && answer.page.total == 32)
        let lines = answer.page.lines.map(\.line)
        // 90 × 160 pixels in 22 × 12 cells of 10 × 20 pixels: 240 pixels high, 135 wide.
        let strips = lines[0].strips
        #expect(strips.map(\.column) == [0, 24, 48])
        #expect(strips.allSatisfy { $0.strip.columns == 13 && $0.strip.rows == 12 })
        #expect(lines[16].strips.map(\.column) == [0, 24])
        let text = lines.map(\.text)
        #expect(text[12].contains("0@2x.png") && text[12].contains("2@2x.png") && text[28].contains("4@2x.png"))
        #expect(text[13].hasPrefix("scene, 90 × 160"))
        let shown = text[14].split(separator: "  ").map { String($0.drop { $0 == " " }) }
        #expect(shown.map { $0.hasSuffix("shows content") } == [true, false, true] && shown[1].hasSuffix("one color"))
    }

    @Test("rows are the same wherever the page begins, and a narrow screen has one snapshot beside the other less")
    func pages() throws {
        for number in 0..<5 { try write("\(number)@2x.png", isOneColor: false) }
        let all = try sheet(30).page.lines
        #expect(all.count == 5 * 16 && all.map(\.position) == (0..<80).map { UInt64($0) })
        for first in [0, 1, 15, 16, 17, 70] {
            let page = try sheet(30, rows: 9, .from(UInt64(first))).page
            #expect(page.lines.map(\.line) == all[first...].prefix(9).map(\.line))
        }
        #expect(try sheet(30, rows: 9, .end).page.lines.map(\.line) == all.suffix(9).map(\.line))
        #expect(try sheet(1).page.lines.count == 80)
    }

    @Test("a damaged snapshot is named as one that is not drawn, and none at all are said to be none")
    func damaged() throws {
        #expect(try sheet(80).title == "The container has no snapshots")
        try directory.write("no picture", to: "Library/Caches/Snapshots/com.example/a@2x.ktx")
        let answer = try sheet(80)
        #expect(answer.title == "1 snapshot" && answer.page.lines[14].line.text.hasSuffix("not drawn"))
        #expect(answer.page.lines.allSatisfy { $0.line.strips.isEmpty })
    }
}
