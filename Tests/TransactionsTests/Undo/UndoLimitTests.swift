import ContainerModel
import FileTree
import FoundationEssentials
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

/// A change of one kind, and the request that makes it.
enum AnyChange: String, CaseIterable, Sendable {
    case importing, exporting, copying, moving, movingOut, movingIn, trashing, makingDirectory, writing, excluding
    case replacing, movingManyOut, trashingMany, copyingMany

    /// Whether its undo moves something to the trash.
    var makes: Bool {
        switch self {
        case .importing, .exporting, .copying, .makingDirectory, .writing, .replacing, .copyingMany: true
        default: false
        }
    }

    /// Whether it moves something to the trash itself.
    var trashes: Bool { [.trashing, .trashingMany].contains(self) }

    func changes(_ scene: Scene) throws -> ChangeSet {
        func inside(_ path: String) throws -> ItemAddress { try scene.inContainer("Documents/" + path) }
        let tree = try inside("tree")
        func many(_ kind: ChangeBatch.Kind) throws -> [ChangeBatch] {
            let handle = try RootTable().openDirectory(tree)
            let names = try DirectoryReader.read(handle, path: tree.path, cancellation: Cancellation())
            return [ChangeBatch(kind, of: EntrySelection(all: names ?? EntryList()), in: tree)]
        }
        var changes: [Change] = []
        var batches: [ChangeBatch] = []
        switch self {
        case .importing: changes = [.copy(try scene.onHost("letter"), to: try inside("letter"))]
        case .exporting: changes = [.copy(tree, to: try scene.onHost("tree"))]
        case .copying: changes = [.copy(tree, to: try inside("tree 2"))]
        case .moving: changes = [.move(tree, to: try scene.inContainer("elsewhere"))]
        case .movingOut: changes = [.move(tree, to: try scene.onHost("tree"))]
        case .movingIn: changes = [.move(try scene.onHost("letter"), to: try inside("letter"))]
        case .trashing: changes = [.trash(tree)]
        case .makingDirectory: changes = [.makeDirectory(try inside("new"))]
        case .writing: changes = [.writeFile(try inside("new"), [1, 2, 3])]
        case .excluding: changes = [.setAttribute(tree, name: "user.test", value: [1])]
        case .replacing: changes = [.copy(try scene.onHost("letter"), to: try inside("tree/one"))]
        case .movingManyOut: batches = try many(.move(into: try scene.onHost("")))
        case .trashingMany: batches = try many(.trash)
        case .copyingMany: batches = try many(.copy(into: try scene.onHost("")))
        }
        return ChangeSet(changes, batches: batches, conflicts: .replace)
    }
}

@Suite("Undo limits of plans", .onManyThreads)
struct UndoLimitTests {
    private func fill(_ scene: Scene) throws {
        for name in ["one", "two", "deep/three"] { try scene.write("container/Documents/tree/\(name)", name) }
        try scene.home.link("container/Documents/tree/link", to: "one")
        #expect(chmod(scene.container + "/Documents/tree/two", 0o600) == 0)
        try scene.write("host/letter", "a letter")
    }

    private func plan(_ changes: ChangeSet, _ environment: TransactionEnvironment) throws -> Plan {
        try Planner(environment: environment, roots: RootTable()).plan(
            changes, as: .copy, progress: ProgressMeter(), cancellation: Cancellation())
    }

    private func execute(_ plan: Plan, _ environment: TransactionEnvironment) throws -> Outcome {
        try Transaction.execute(
            plan, in: environment, roots: RootTable(), progress: ProgressMeter(), cancellation: Cancellation())
    }

    private func undo(_ environment: TransactionEnvironment) throws -> Outcome {
        try Journal(environment: environment).undo(progress: ProgressMeter(), cancellation: Cancellation())
    }

    /// Returns everything that a copy preserves, except the times of directories, whose entries change.
    private func description(_ scene: Scene) throws -> [String] {
        let script = Script.text("undo_limit_description")
        return try Python.lines(script, [scene.container, scene.host])
    }

    @Test(
        "a plan without undo limits is undone completely", arguments: AnyChange.allCases, [nil, "/dev/shm"])
    func none(change: AnyChange, hostParent: String?) throws {
        let scene = try Scene(hostOn: hostParent)
        try fill(scene)
        let before = try description(scene)
        let plan = try plan(try change.changes(scene), scene.environment)
        #expect(plan.undoLimits == [] && plan.refusals.isEmpty && plan.itemCount > 0)
        #expect(try execute(plan, scene.environment).state == .done)
        #expect(try description(scene) != before)
        #expect(try undo(scene.environment).state == .done)
        #expect(try description(scene) == before)
    }

    /// Why the trash cannot be used.
    enum BadTrash: String, CaseIterable, Sendable { case file, inContainer, readOnly }

    @Test(
        "an unusable trash limits the undo of changes that create items, and refuses deletions",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"), arguments: AnyChange.allCases,
        BadTrash.allCases)
    func badTrash(change: AnyChange, bad: BadTrash) throws {
        let scene = try Scene()
        try fill(scene)
        try withTemporaryDirectory { place in
            try PrivateMounts.with("tmpfs", bad == .readOnly ? "ro" : "size=1m", on: place) { _ in
                if bad == .file { try scene.home.write("no directory", to: "file") }
                let data =
                    switch bad {
                    case .file: scene.home("file")
                    case .inContainer: scene.container
                    case .readOnly: place.path
                    }
                let environment = TransactionEnvironment(
                    stateDirectory: scene.environment.stateDirectory, trashDirectory: Array("\(data)/Trash".utf8))
                var changes = try change.changes(scene)
                // Changes to the host directory, which does not contain the trash.
                let isOnHost = [.exporting, .copyingMany].contains(change)
                if change == .replacing { changes.conflicts = .keepBoth }
                let plan = try plan(changes, environment)
                let isLimited = change.makes && !(bad == .inContainer && isOnHost)
                let limit = plan.undoLimits.first
                if isLimited, case .noTrash(Array("\(data)/Trash".utf8), _) = limit {
                    #expect(plan.undoLimits.count == 1)
                } else {
                    #expect(!isLimited && plan.undoLimits == [], "\(plan.undoLimits)")
                }
                if change.trashes {
                    #expect(plan.itemCount == 0)
                    #expect(plan.refusals.allSatisfy { $0.code == .trashUnavailable } && !plan.refusals.isEmpty)
                    return
                }
                #expect(try execute(plan, environment).state == .done)
                if isLimited {
                    #expect(throws: TransactionError.self) { try undo(environment) }
                } else {
                    #expect(try undo(environment).state == .done)
                }
            }
        }
    }

    @Test(
        "too little space in a trash on another file system limits undo",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: [AnyChange.importing, .copyingMany, .movingIn], [true, false])
    func room(change: AnyChange, isLarge: Bool) throws {
        let scene = try Scene()
        try fill(scene)
        let size = isLarge ? 900_000 : 9_000
        try scene.home.write([UInt8](repeating: 1, count: size), to: "host/letter")
        try scene.home.write([UInt8](repeating: 1, count: size), to: "container/Documents/tree/one")
        try withTemporaryDirectory { place in
            try PrivateMounts.with("tmpfs", "size=400k", on: place) { _ in
                let trash = Array("\(place.path)/Trash".utf8)
                let environment = TransactionEnvironment(
                    stateDirectory: scene.environment.stateDirectory, trashDirectory: trash)
                let plan = try plan(try change.changes(scene), environment)
                // Undoing a move puts nothing into the trash.
                let isLimited = isLarge && change != .movingIn
                if isLimited, case .littleSpace(trash, let needed, let available) = plan.undoLimits.first {
                    #expect(needed >= UInt64(size) && (1...409_600).contains(available))
                } else {
                    #expect(!isLimited && plan.undoLimits == [], "\(plan.undoLimits)")
                }
                #expect(try execute(plan, environment).state == .done)
                let after = try scene.state()
                let undone = try? undo(environment)
                #expect((undone?.state == .done) == !isLimited)
                if isLimited { #expect(try scene.state() == after) }
            }
        }
    }

    @Test(
        "attributes that the other file system does not store limit undo, which does not restore them",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: [AnyChange.movingOut, .movingManyOut, .moving])
    func attributes(change: AnyChange) throws {
        // In memory, and without extended attributes.
        try Scene.with("ramfs", "mode=755") { scene, _ in
            try fill(scene)
            try scene.home.setAttribute("user.kept", [7], on: "container/Documents/tree/one")
            try scene.home.setAttribute("user.kept", [7], on: "container/Documents/tree/deep/three")
            let before = try description(scene)
            let plan = try plan(try change.changes(scene), scene.environment)
            guard change != .moving else { return #expect(plan.undoLimits == []) }
            let first = change == .movingOut ? "deep/three" : "one"
            #expect(plan.undoLimits.count == 1)
            guard case .loss(.attributes, let item, others: 1) = plan.undoLimits.first else {
                Issue.record("\(plan.undoLimits)")
                return
            }
            #expect(
                [first, "deep/three"].map { scene.container + "/Documents/tree/" + $0 }
                    .contains(String(decoding: item.hostPath, as: UTF8.self)))
            #expect(try execute(plan, scene.environment).state == .done)
            #expect(try undo(scene.environment).state == .done)
            let lost = Set(before).subtracting(try description(scene))
            #expect(lost.count == 2 && lost.allSatisfy { $0.contains("user.kept") })
        }
    }

    @Test(
        "a hard link that is not moved along limits undo, which leaves it as a separate file",
        arguments: [AnyChange.movingOut, .movingManyOut, .moving], [true, false])
    func names(change: AnyChange, isOutside: Bool) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try fill(scene)
        let (one, other) = (
            scene.container + "/Documents/tree/one",
            scene.container + (isOutside ? "/Documents/other" : "/Documents/tree/other")
        )
        #expect(link(one, other) == 0)
        let plan = try plan(try change.changes(scene), scene.environment)
        let isLimited = isOutside && change != .moving
        #expect(
            plan.undoLimits
                == (isLimited ? [.loss(.otherNames, try scene.inContainer("Documents/tree/one"), others: 0)] : []))
        // A file modified just before is copied again once it is set aside, as a separate file.
        try waitUntilSettled(for: 0.03, below: scene.home.path, scene.host)
        #expect(try execute(plan, scene.environment).state == .done)
        try waitUntilSettled(for: 0.03, below: scene.home.path, scene.host)
        #expect(try undo(scene.environment).state == .done)
        let inodes = (try #require(DiskState.inode(one)), try #require(DiskState.inode(other)))
        #expect((inodes.0 == inodes.1) == !isLimited)
    }

    @Test(
        "replacing one name of a file on another file system than the trash limits undo, which leaves it as a separate file",
        arguments: [ConflictPolicy.replace, .ask, .skip, .keepBoth], [true, false])
    func replacedNames(policy: ConflictPolicy, isInTree: Bool) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try fill(scene)
        let (name, other) = (isInTree ? "tree/one" : "letter", scene.host + "/other")
        try scene.write("host/tree/one", "one")
        #expect(link(scene.host + "/" + name, other) == 0)
        let change = Change.copy(
            try scene.inContainer("Documents/tree" + (isInTree ? "" : "/one")),
            to: try scene.onHost(isInTree ? "tree" : "letter"))
        let changes = ChangeSet([change], conflicts: policy)
        let plan = try plan(changes, scene.environment)
        let isLimited = policy == .replace || policy == .ask
        #expect(
            plan.undoLimits == (isLimited ? [.loss(.otherNames, try scene.onHost(name), others: 0)] : []))
        guard policy == .replace else { return }
        #expect(try execute(plan, scene.environment).state == .done)
        #expect(try undo(scene.environment).state == .done)
        let inodes = (try #require(DiskState.inode(scene.host + "/" + name)), try #require(DiskState.inode(other)))
        #expect(inodes.0 != inodes.1)
    }

    @Test(
        "moving files of another user limits undo, which loses their owner",
        .enabled(if: isRoot, "only root can do this"))
    func owners() throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try fill(scene)
        scene.giveAway()
        for path in [scene.home.path, scene.other!.path] { #expect(chmod(path, 0o755) == 0) }
        #expect(chown(scene.container + "/Documents/tree/two", 0, 0) == 0)
        #expect(chmod(scene.container + "/Documents/tree/two", 0o644) == 0)
        func limits(_ command: String...) throws -> [ToldLimit] {
            let result = try runCommand(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + scene.probe(command + ["--dry-run"]))
            #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
            return try JSONDecoder().decode(ToldPlan.self, from: Data(result.stdout)).undoLimits
        }
        let (container, host) = ("container:\(scene.container)", "host:\(scene.host)")
        #expect(chown(scene.container + "/Documents/tree/one", 65_534, 65_534) == 0)
        _ = try runCommand(["chgrp", "-R", "65534", scene.container])
        let moved = try limits("move", container, host, "Documents/tree", "tree")
        #expect(moved.map(\.limit) == ["owner"] && moved.first?.items == 1)
        #expect(moved.first?.path.path == scene.container + "/Documents/tree/two")
        #expect(moved.first?.text.contains("without owner and group") == true)
        #expect(try limits("move", container, host, "Documents/tree/one", "one") == [])
        #expect(try limits("copy", container, host, "Documents/tree", "tree") == [])
    }

    private struct ToldPlan: Decodable { let undoLimits: [ToldLimit] }
    private struct ToldLimit: Decodable, Equatable {
        let limit: String
        struct Path: Decodable, Equatable { let path: String }

        let text: String
        let path: Path
        let items: Int?
    }

    @Test(
        "permissions are known to be lost on FAT, exFAT and NTFS",
        arguments: [
            // The numbers of linux/magic.h and statfs(2).
            (0x4d44, true), (0x2011_bab0, true), (0x5346_544e, true), (0xef53, false), (0x0102_1994, false),
        ] as [(UInt64, Bool)])
    func permissions(type: UInt64, areLost: Bool) {
        #expect(FileSystemKind(number: type).hasPermissions != areLost)
    }
}
