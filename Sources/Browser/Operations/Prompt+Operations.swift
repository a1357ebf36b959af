import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen
import Transactions

/// The names and paths that operations ask for.
extension Prompt.Purpose {
    static func rename(_ item: ItemAddress) -> Prompt.Purpose {
        Prompt.Purpose("rename", "rename to: ") { prompt, state in
            let renaming = FileOperation.renaming([item], to: [prompt.name(renaming: item.name)])
            return state.update(\.tasks) { $0.update(renaming.map { .changed($0) } ?? .unchangedNames, &$1) }
        }
    }

    /// The name of a new file, or of a directory if it ends in a slash.
    static let new = Prompt.Purpose("new", "new (directory/ or file): ") {
        make($0, isDirectory: ContainerPath.namesDirectory($0.bytes), &$1)
    }

    static let newDirectory = Prompt.Purpose("new-directory", "new directory: ") {
        make($0, isDirectory: true, &$1)
    }

    private static func make(
        _ prompt: Prompt, isDirectory: Bool, _ state: inout BrowserState
    ) -> [BrowserEffect] {
        var name = prompt.bytes
        while name.last == 0x2f || name.suffix(2).elementsEqual("/.".utf8) { name.removeLast() }
        guard let directory = state.panes.targetDirectory else { return [] }
        let names = name.split(separator: ContainerPath.slash, omittingEmptySubsequences: false).map { Array($0) }
        if let problem = names.lazy.compactMap({ NameRules.problem(with: $0) }).first {
            return state.correct(prompt, problem)
        }
        guard names.count > 1 else {
            guard let item = directory.entry(name) else { return state.correct(prompt, "it cannot be a name") }
            return state.beginOperation(isDirectory ? .makeDirectory(item) : .makeFile(item))
        }
        guard let path = ContainerPath(bytes: name) else { return state.correct(prompt, "it cannot be a path") }
        let item = ItemAddress(directory.root, directory.path.appending(path))
        return state.beginOperation(.makePath(item, below: directory, isDirectory: isDirectory))
    }

    /// A path of this computer.
    static let importFrom = Prompt.Purpose(
        "import", "import (path on this computer): ", path: .hostItem, use: .import
    ) { prompt, state in
        resolve(.import, .import, prompt, &state) { item, state in
            state.panes.listing.map { state.beginOperation(.copy([item], to: .directory($0.location))) } ?? []
        }
    }

    /// A directory of this computer.
    static func exportTo(_ items: ItemSet) -> Prompt.Purpose {
        Prompt.Purpose(
            "export", "export to (directory on this computer): ", path: .hostDirectory, use: .export
        ) { prompt, state in
            resolve(.export, .export, prompt, &state) { item, state in
                state.beginOperation(.copy(items, to: .directory(item)))
            }
        }
    }

    /// A directory of the container, or the new name of a single item.
    static func transfer(_ items: ItemSet, isMove: Bool) -> Prompt.Purpose {
        Prompt.Purpose(isMove ? "move" : "copy", isMove ? "move to: " : "copy to: ", path: .target) { prompt, state in
            guard let path = ContainerPath(bytes: prompt.bytes) else {
                return state.correct(prompt, "a path in the container cannot contain ..")
            }
            // As in mc, a name without a slash before it is in the directory on screen.
            let isAbsolute = prompt.bytes.first == 0x2f
            let target = state.containerItem(
                isAbsolute ? path : (state.panes.listing?.path ?? .root).appending(path))
            let destination = Destination.path(target, isDirectory: ContainerPath.namesDirectory(prompt.bytes))
            return state.beginOperation(isMove ? .move(items, to: destination) : .copy(items, to: destination))
        }
    }

    /// The bundle identifier of an app.
    static let sender = Prompt.Purpose("sender", "bundle identifier of the app: ") { prompt, state in
        guard let sender = DeliverySender(named: String(prompt.text)) else {
            return state.correct(prompt, "enter an app's bundle identifier, such as com.example.app")
        }
        state.askForDocument(from: sender)
        return []
    }

    /// A path of this computer.
    static func deliver(_ sender: DeliverySender) -> Prompt.Purpose {
        Prompt.Purpose("deliver", "deliver (path on this computer): ", path: .hostItem, use: .deliver) {
            resolve(.deliver, .deliver, $0, &$1) { item, state in
                state.beginOperation(.deliver([item], to: state.root(of: .container), from: sender))
            }
        }
    }

    /// Looks up a path of this computer for an operation. If it is not found, the operation ends before it begins.
    private static func resolve(
        _ kind: OperationKind,
        _ use: PathUse,
        _ prompt: Prompt,
        _ state: inout BrowserState,
        begin: @escaping @Sendable (ItemAddress, inout BrowserState) -> [BrowserEffect]
    ) -> [BrowserEffect] {
        state.tasks.undo.noteIneffective(kind, .failed)
        return [
            .ask(HostPathQuery(prompt.bytes)) { found, state in
                state.panels.paths.settle(use)
                return begin(ItemAddress(.computer, found.path), &state)
            }
        ]
    }
}
