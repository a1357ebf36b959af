import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen

/// What a command would be about now: the selected items, or the one under the cursor.
struct CommandTarget: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let file = CommandTarget(rawValue: 1)
    static let directory = CommandTarget(rawValue: 2)
    static let link = CommandTarget(rawValue: 4)
    /// A pipe, a socket or a device.
    static let special = CommandTarget(rawValue: 8)
    /// Several items of the container, or a selected one that is not under the cursor.
    static let selection = CommandTarget(rawValue: 16)
    /// A file of this computer.
    static let hostFile = CommandTarget(rawValue: 32)
    /// Anything else of this computer.
    static let hostItems = CommandTarget(rawValue: 64)
    /// No item of the container: its directory is empty or does not exist.
    static let nothing = CommandTarget(rawValue: 128)

    /// Any single item of the container.
    static let item: CommandTarget = [.file, .directory, .link, .special]
}

/// An action that the palette offers first when it opens, because it concerns the item at hand.
struct TargetCommand: Sendable {
    /// The name of the action.
    let action: String
    /// What it is offered for.
    let targets: CommandTarget
    /// The operation that the rules must not refuse on the single item, or in the directory without items; nil if they
    /// have no say.
    let operation: Operation?
    /// Whether other programs have to find the item, which those in an archive do not.
    let needsHost: Bool

    private init(
        _ action: String, _ targets: CommandTarget, _ operation: Operation? = nil,
        needsHost: Bool = false
    ) {
        self.action = action
        self.targets = targets
        self.operation = operation
        self.needsHost = needsHost
    }

    /// All of them, in the order in which they are offered.
    static let all: [TargetCommand] = [
        TargetCommand("view", [.file, .hostFile], .read),
        TargetCommand("enter", [.directory, .link]),
        TargetCommand("explain", .item),
        TargetCommand("edit", .file, .modify),
        TargetCommand("open-with", [.file, .selection, .hostFile, .hostItems], needsHost: true),
        TargetCommand("export", [.item, .selection]),
        TargetCommand("yank", [.item, .selection, .hostFile, .hostItems]),
        TargetCommand("cut", [.item, .selection], .move),
        TargetCommand("rename", [.item, .selection], .rename),
        TargetCommand("delete", [.item, .selection], .delete),
        TargetCommand("exclude", [.item, .selection], .setExclusion),
        TargetCommand("tag", [.item, .selection]),
        TargetCommand("advice", .item),
        TargetCommand("usage", .directory),
        TargetCommand("copy-container-path", .item),
        TargetCommand("copy-host-path", [.hostFile, .hostItems]),
        TargetCommand("selected", .selection),
        TargetCommand("select-none", .selection),
        TargetCommand("new", .nothing, .createFile),
        TargetCommand("new-directory", .nothing, .createDirectory),
        TargetCommand("paste", .nothing, .createFile),
        TargetCommand("import", [.nothing, .hostFile, .hostItems], .createFile),
    ]
}

extension CommandTarget {
    /// Creates what a command would be about; nil in an empty directory of this computer, which commands do not fill.
    init?(_ state: BrowserState) {
        let side = state.panes.side
        let items = state.subjects(on: side)
        guard !items.isEmpty else {
            guard state.hasContainer(side) else { return nil }
            self = .nothing
            return
        }
        let isSingle = items.count == 1 && items.first == state.currentItem
        guard state.hasContainer(side) else {
            let kind = state.panes.computer?.current.flatMap { state.panes.computer?.kind(of: $0) }
            self = isSingle && kind == .file ? .hostFile : .hostItems
            return
        }
        guard isSingle, let subject = state.explanation?.subject else {
            self = .selection
            return
        }
        guard !subject.isAbsent else {
            self = .nothing
            return
        }
        self =
            switch subject.kind {
            case .file: .file
            case .directory: .directory
            case .link: .link
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: .special
            }
    }

    /// Returns what a command would be about, in a few words.
    static func title(_ state: BrowserState) -> DisplayText {
        let items = state.subjects(on: state.panes.side)
        guard CommandTarget(state) != .nothing else { return DisplayText("This directory") }
        guard items.count == 1, let item = items.first else {
            return DisplayText("\(ByteCount.grouped(UInt64(items.count))) selected items")
        }
        return item.path.isRoot
            ? DisplayText("The container")
            : state.screen.display(item.name).truncated(
                to: maxTitleColumns, keeping: .bothEnds, ellipsis: state.screen.glyphs.ellipsis)
    }

    private static let maxTitleColumns = 40

    /// Returns the operations that the rules refuse on a single item of a container, or in a directory without items;
    /// none for anything else.
    fileprivate func refusedOperations(_ state: BrowserState) -> Set<Operation> {
        guard CommandTarget.item.union(.nothing).contains(self), let explanation = state.explanation,
            let container = state.container(on: state.panes.side)
        else { return [] }
        let refused = explanation.verdicts(in: container, state: state.requester.state)
            .filter { $0.verdict.isRefused }
        return Set(refused.map { $0.operation.operation })
    }
}

extension TargetCommand {
    /// Returns the names of the actions that concern the item at hand and that the rules do not refuse.
    static func names(_ state: BrowserState) -> [String] {
        guard let target = CommandTarget(state) else { return [] }
        // What is in an archive or a backup can only be read.
        let isInMedium = state.container(on: state.panes.side)?.medium != nil
        let isReadOnly = state.options.isReadOnly || isInMedium
        let refused = target.refusedOperations(state)
        return all.filter { command in
            command.targets.contains(target) && command.operation.map { !refused.contains($0) } != false
                && !(command.needsHost && isInMedium)
                && !(isReadOnly && Action.named(command.action)?.isChange == true)
        }.map(\.action)
    }
}
