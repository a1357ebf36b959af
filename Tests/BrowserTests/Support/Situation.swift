import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Queries
import Screen
import Search
import Testing

@testable import Browser

/// A state of the browser that has golden pictures.
struct Situation: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable (Size) -> Scene

    var testDescription: String { name }

    init(_ name: String, _ make: @escaping @Sendable (Size) -> Scene) {
        self.name = name
        self.make = make
    }

    /// Creates a situation that keys lead to.
    init(_ name: String, _ world: World = .weightTracker, at path: ContainerPath = .root, keys: KeySequence...) {
        self.init(name) { size in
            var scene = Scene.opened(world, at: path, columns: size.columns, rows: size.rows)
            for key in keys { scene.perform(key) }
            return scene
        }
    }

    /// Creates a situation that needs more than keys.
    init(
        _ name: String, _ world: World, at path: ContainerPath, _ change: @escaping @Sendable (inout Scene) -> Void
    ) {
        self.init(name) { size in
            var scene = Scene.opened(world, at: path, columns: size.columns, rows: size.rows)
            change(&scene)
            return scene
        }
    }

    static let all: [Situation] = [
        Situation("root", at: .root),
        Situation("directory", at: "Library/Application Support"),
        Situation("deep", at: "Library/Caches/Snapshots/io.github.paulz.WeightTracker"),
        Situation("names", .odd, at: "Documents"),
        Situation("names-end", .odd, at: "Documents", keys: "G"),
        Situation("many", .odd, at: "Library/Caches", keys: "^f"),
        Situation("places", keys: "S-Tab", "j", "j"),
        Situation("details", at: "Library/Application Support", keys: "Tab"),
        Situation("details-link", .odd, at: "Documents", keys: "G", "Tab"),
        Situation("preview", .odd, at: "Documents", keys: "/", "j", "u", "s", "t", "Enter", "Tab"),
        Situation("help", keys: "?"),
        Situation("help-end", keys: "?", "End"),
        Situation("sort", keys: "s"),
        Situation("palette", keys: ":"),
        Situation("palette-typed", keys: ":", "d", "i", "r"),
        Situation("filter", .odd, at: "Documents", keys: "/", "f", "i", "l"),
        Situation("filter-nothing", .odd, at: "Documents", keys: "/", "z", "z", "z"),
        Situation("filtered", .odd, at: "Documents", keys: "/", "f", "i", "l", "Enter"),
        Situation(
            "found-contents", .needles, at: "Documents", keys: "F", "n", "e", "e", "d", "l", "e", "Enter", "j", "j"),
        Situation("go-to", keys: "g /", "L", "i", "b", "/", "C"),
        Situation("go-keys", keys: "g"),
        Situation("mark", keys: "m"),
        Situation("message", keys: "&"),
        Situation("error", .odd, at: "Documents", keys: "g /", "a", "/", ".", ".", "Enter"),
        Situation("unreadable", .odd, keys: "g /", "l", "o", "c", "k", "e", "d", "Enter"),
        Situation("absent", keys: "g d"),
        Situation("fault", .faulty, keys: "g d"),
        Situation("only-hidden", .odd, keys: "g p"),
        Situation("empty", .odd, keys: "g i"),
        Situation("explained", at: "Library/Application Support", keys: "E"),
        Situation("actors", keys: "A"),
        Situation("device-state", keys: "T"),
        Situation("answer", keys: "B"),
        Situation("advice", .odd, at: "Documents", keys: "v"),
        Situation("refusal", .odd, at: "Documents", keys: "A", "j", "Enter", "g l"),
        Situation("selected", .odd, at: "Documents", keys: "j", "Space", "Space", "Space", "G", "Space"),
        Situation("range", .odd, at: "Library/Caches", keys: "j", "V", "j", "j", "j"),
        Situation("sharing", .odd, at: "Documents", keys: "S"),
        Situation("sharing-computer", .odd, at: "Documents", keys: "S", "Tab", "j", "Space"),
        Situation("delete", .odd, at: "Documents", keys: "j", "Space", "Space", "Space", "d"),
        Situation("rename", .odd, at: "Documents", keys: "G", "k", "r"),
        Situation("new", .odd, at: "Documents", keys: "a", "n", "o", "t", "e"),
        Situation("senders", .odd, at: "Documents", keys: "D"),
        Situation("tasks", .odd, at: "Library/Caches", keys: "y", "g t", "p", "w"),
        Situation("tasks-running", .odd, at: "Documents") { scene in
            let items: ItemSet = [ItemAddress(.computer, "home/me/projects")]
            let ticket = scene.beginOperation(.copy(items, to: .directory(ItemAddress(Scene.oddRoot, "Documents"))))
            scene.send(.operation(ticket, .begun))
            let effect = BrowserEffect.ask(UsageQuery(below: "Library"), for: .background) { _, _ in [] }
            let failed = BackgroundTask(number: 1, title: "search", subject: "Documents/file1", effect: effect)
            let count = BackgroundTask(number: 2, title: "count usage", subject: "Library", effect: effect)
            for second in 0...4 as ClosedRange<UInt64> {
                scene.send(.operation(ticket, .progress(World.progress(second))))
            }
            for (task, stage) in [(failed, .failed("no such file or directory")), (count, .running)]
                as [(BackgroundTask, TaskState)]
            {
                var task = task
                task.stage = stage
                task.progress.nanoseconds = 2_000_000_000
                scene.send(.task(task))
            }
            scene.press("w")
        },
        Situation("conflict", .odd, at: "Documents") { scene in
            let operation = FileOperation.copy(
                [ItemAddress(.computer, "home/me/old.log")], to: .directory(ItemAddress(Scene.oddRoot, "Documents")))
            _ = scene.beginOperation(operation)
        },
        Situation("progress", .odd, at: "Documents") { scene in
            let items: ItemSet = [ItemAddress(.computer, "home/me/projects")]
            let ticket = scene.beginOperation(.copy(items, to: .directory(ItemAddress(Scene.oddRoot, "Documents"))))
            scene.send(.operation(ticket, .begun))
            for second in 0...4 as ClosedRange<UInt64> {
                scene.send(.operation(ticket, .progress(World.progress(second))))
            }
        },
        Situation("quitting", .odd, at: "Documents") { scene in
            let items: ItemSet = [ItemAddress(.computer, "home/me/projects")]
            let ticket = scene.beginOperation(.copy(items, to: .directory(ItemAddress(Scene.oddRoot, "Documents"))))
            scene.send(.operation(ticket, .begun))
            scene.press("q")
        },
        Situation("covered", .odd, at: "Documents", keys: "Z"),
        Situation("problem") { size in
            var scene = Scene(.odd, columns: size.columns, rows: size.rows)
            scene.open()
            scene.answer()
            return scene
        },
        Situation("container-chooser") { size in
            var scene = Scene(columns: size.columns, rows: size.rows)
            scene.send(.opening(.several(World.candidates)))
            return scene
        },
        Situation("start") { size in
            var scene = Scene(columns: size.columns, rows: size.rows)
            scene.start(offering: World.recent)
            var found = NearbyContainers()
            found.here = World.candidates
            found.isComplete = true
            scene.send(.opening(.nearby(found)))
            return scene
        },
        Situation("opening") { size in
            var scene = Scene(columns: size.columns, rows: size.rows)
            HostPath(Array("/home/me/bug.xcappdata.zip".utf8)).map { scene.showOpening($0) }
            let meter = ProgressMeter()
            meter.expect(files: 0, bytes: 4_000)
            meter.add(bytes: 1_234)
            scene.send(.opening(.progress(meter.progress)))
            return scene
        },
        Situation("ascii") { size in
            Scene.opened(.odd, at: "Documents", columns: size.columns, rows: size.rows, ascii: true)
        },
        Situation("ascii-details") { size in
            var scene = Scene.opened(.odd, at: "tmp/a", columns: size.columns, rows: size.rows, ascii: true)
            scene.perform("Tab")
            return scene
        },
        Situation("ascii-help") { size in
            var scene = Scene.opened(columns: size.columns, rows: size.rows, ascii: true)
            scene.perform("?")
            return scene
        },
        Situation("loading") { size in
            var scene = Scene(columns: size.columns, rows: size.rows)
            scene.open()
            return scene
        },
        Situation("reading") { huge($0, .reading) },
        Situation("sorting") { huge($0, .sorting) },
    ]

    /// Returns a browser in a directory of many entries that is not completely read, or not sorted.
    private static func huge(_ size: Size, _ stage: DirectorySnapshot.Stage) -> Scene {
        var scene = Scene.opened(.odd, columns: size.columns, rows: size.rows)
        scene.press("g c")
        let entries = EntryList((1...123_456).map { (Array("entry \($0)".utf8), .file) })
        for effect in scene.takeEffects() {
            guard case .readDirectory(let request) = effect else { continue }
            scene.send(
                .directory(
                    .read(
                        DirectorySnapshot(
                            ticket: request.ticket,
                            path: request.path,
                            entries: entries,
                            order: entries.firstArranged(
                                request.rows, directoriesFirst: true, filter: request.filter.names),
                            stage: stage
                        ))))
        }
        return scene
    }
}
