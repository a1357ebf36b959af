import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

/// The kind of an item at the destination, or of the item copied there.
enum Occupant: String, CaseIterable, Sendable {
    case file, directory, link

    func make(_ path: String) {
        switch self {
        case .file: close(creat(path, 0o600))
        case .directory: mkdir(path, 0o700)
        case .link: symlink("nowhere", path)
        }
    }
}

@Suite("Existing items at the destination", .onManyThreads)
struct DestinationTests {
    @Test(
        "the replace policy replaces a directory only with a directory, and other items only with other items",
        arguments: Occupant.allCases, Occupant.allCases)
    func kinds(there: Occupant, new: Occupant) throws {
        let scene = try Scene()
        there.make(scene.container + "/Documents/x")
        new.make(scene.host + "/x")
        let change = Change.copy(try scene.onHost("x"), to: try scene.inContainer("Documents/x"))
        var plan = try scene.plan([change], .replace)
        let isApart = (there == .directory) != (new == .directory)
        #expect(plan.undecided == (isApart ? [0] : []))
        let before = try scene.state()
        if isApart { #expect(throws: TransactionError.self) { try scene.execute(plan) } }
        if isApart { #expect(try scene.state() == before) }
        // Decided for this item alone.
        plan.decide(.replace, for: 0)
        #expect(try scene.execute(plan).state == .done)
        #expect(try scene.trashed().count == 1)
        try scene.undo()
        #expect(try scene.state() == before)
    }

    /// A change to the destination, or to the kind of the source, after the plan.
    enum Meanwhile: String, CaseIterable, Sendable { case otherFile, otherKind, gone, otherNewKind }

    @Test("only the item that the plan saw is replaced; otherwise nothing changes", arguments: Meanwhile.allCases)
    func meanwhile(_ meanwhile: Meanwhile) throws {
        let scene = try Scene()
        try scene.write("container/Documents/x", "old")
        try scene.write("container/Documents/y", "another")
        try scene.write("host/x", "new")
        let plan = try scene.plan(
            [
                .copy(scene.onHost("x"), to: scene.inContainer("Documents/x")),
                .copy(scene.onHost("x"), to: scene.inContainer("Documents/z")),
            ], .replace)
        let item = scene.container + "/Documents/x"
        switch meanwhile {
        case .otherFile: rename(scene.container + "/Documents/y", item)
        case .otherKind:
            unlink(item)
            mkdir(item, 0o700)
            try scene.write("container/Documents/x/kept", "kept")
        case .gone: unlink(item)
        case .otherNewKind:
            unlink(scene.host + "/x")
            try scene.write("host/x/inside", "inside")
        }
        let before = try scene.state("container")
        let outcome = try scene.execute(plan)
        #expect(outcome.items.map(\.result) == [.failed, .done])
        #expect(outcome.failures(below: scene.container).keys.sorted() == ["Documents/x"])
        #expect(try scene.state("container").filter { !$0.contains("Documents/z") } == before)
        #expect(try scene.trashed() == [])
        try scene.expectNoRests()
    }

    @Test("a parent directory that exists already is neither replaced nor a conflict")
    func onTheWay() throws {
        let scene = try Scene()
        try scene.write("container/Documents/kept", "kept")
        try scene.write("host/x", "new")
        var changes = ChangeSet(
            [
                .makeDirectory(try scene.inContainer("Documents")),
                .copy(try scene.onHost("x"), to: try scene.inContainer("Documents/x")),
            ], conflicts: .replace)
        changes.directoriesOnTheWay = [try scene.inContainer("Documents")]
        let plan = try Planner(environment: scene.environment, roots: RootTable()).plan(
            changes, as: .import, progress: ProgressMeter(), cancellation: Cancellation())
        #expect(plan.items.count == 1 && plan.refusals.isEmpty && plan.items[0].conflict == nil)
        #expect(try scene.execute(plan).state == .done)
        #expect(try scene.state("container").count == 3)
    }
}
