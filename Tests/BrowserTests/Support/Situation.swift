import ContainerModel
import Disk
import Screen
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

    /// A situation that keys lead to.
    init(_ name: String, _ world: World = .weightTracker, at path: ContainerPath = .root, keys: KeySequence...) {
        self.init(name) { size in
            var scene = Scene.opened(world, at: path, columns: size.columns, rows: size.rows)
            for key in keys { scene.perform(key) }
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
        Situation("help", keys: "?"),
        Situation("help-end", keys: "?", "End"),
        Situation("sort", keys: "s"),
        Situation("palette", keys: ":"),
        Situation("palette-typed", keys: ":", "d", "i", "r"),
        Situation("filter", .odd, at: "Documents", keys: "/", "f", "i", "l"),
        Situation("filter-nothing", .odd, at: "Documents", keys: "/", "z", "z", "z"),
        Situation("filtered", .odd, at: "Documents", keys: "/", "f", "i", "l", "Enter"),
        Situation("go-to", keys: "o", "L", "i", "b", "/", "C"),
        Situation("go-keys", keys: "g"),
        Situation("mark", keys: "m"),
        Situation("message", keys: "!"),
        Situation("error", .odd, at: "Documents", keys: "o", ".", ".", "Enter"),
        Situation("unreadable", .odd, keys: "g /", "l", "o", "c", "k", "e", "d", "Enter"),
        Situation("absent", keys: "g d"),
        Situation("fault", .faulty, keys: "g d"),
        Situation("only-hidden", .odd, keys: "g p"),
        Situation("empty", .odd, keys: "g i"),
        Situation("explained", at: "Library/Application Support", keys: "E"),
        Situation("actors", keys: "A"),
        Situation("moment", keys: "T"),
        Situation("answer", keys: "B"),
        Situation("refusal", .odd, at: "Documents", keys: "A", "j", "Enter", "g l"),
        Situation("covered", .odd, at: "Documents", keys: "Z"),
        Situation("problem") { size in
            var scene = Scene(.odd, columns: size.columns, rows: size.rows)
            scene.open()
            scene.answer()
            return scene
        },
        Situation("container-chooser") { size in
            var scene = Scene(columns: size.columns, rows: size.rows)
            scene.send(.containersFound(World.candidates))
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

    /// A directory of many entries that is not read to its end, or not sorted.
    private static func huge(_ size: Size, _ stage: DirectorySnapshot.Stage) -> Scene {
        var scene = Scene.opened(.odd, columns: size.columns, rows: size.rows)
        scene.press("g c")
        let entries = EntryList((1...123_456).map { (Array("entry \($0)".utf8), .file) })
        for effect in scene.takeEffects() {
            guard case .readDirectory(let request) = effect else { continue }
            scene.send(
                .directoryRead(
                    DirectorySnapshot(
                        ticket: request.ticket,
                        path: request.path,
                        entries: entries,
                        order: entries.firstArranged(request.rows, directoriesFirst: true, filter: request.filter),
                        stage: stage
                    )))
        }
        return scene
    }
}
