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

extension BrowserState {
    /// What a command would be about; nil in an empty directory of this computer, which commands do not fill.
    var commandTarget: CommandTarget? {
        let items = subjects(on: panes.side)
        guard !items.isEmpty else { return hasContainer(panes.side) ? .nothing : nil }
        let isSingle = items.count == 1 && items.first == currentItem
        guard hasContainer(panes.side) else {
            let kind = panes.computer?.current.flatMap { panes.computer?.kind(of: $0) }
            return isSingle && kind == .file ? .hostFile : .hostItems
        }
        guard isSingle, let explanation else { return .selection }
        guard !explanation.subject.isAbsent else { return .nothing }
        let target: CommandTarget =
            switch explanation.subject.kind {
            case .file: .file
            case .directory: .directory
            case .link: .link
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: .special
            }
        return target
    }

    /// The names of the actions that concern the item at hand and that the rules do not refuse.
    var commandsOfTarget: [String] {
        guard let target = commandTarget else { return [] }
        let container = container(on: panes.side)
        // What is in an archive or a backup can only be read.
        let isReadOnly = options.isReadOnly || container?.medium != nil
        let refused = refusedOperations(on: target)
        return TargetCommand.all.filter { command in
            command.targets.contains(target) && command.operation.map { !refused.contains($0) } != false
                && !(command.needsHost && container?.medium != nil)
                && !(isReadOnly && Action.named(command.action)?.isChange == true)
        }.map(\.action)
    }

    /// What a command would be about, in a few words.
    var targetTitle: DisplayText {
        let items = subjects(on: panes.side)
        guard commandTarget != .nothing else { return DisplayText("This directory") }
        guard items.count == 1, let item = items.first else {
            return DisplayText("\(ByteCount.grouped(UInt64(items.count))) selected items")
        }
        return item.path.isRoot
            ? DisplayText("The container")
            : screen.display(item.name).truncated(
                to: Self.maxTitleColumns, keeping: .bothEnds, ellipsis: screen.glyphs.ellipsis)
    }

    private static let maxTitleColumns = 40

    /// Returns the operations that the rules refuse on a single item of a container, or in a directory without items;
    /// none for anything else.
    private func refusedOperations(on target: CommandTarget) -> Set<Operation> {
        guard CommandTarget.item.union(.nothing).contains(target), let explanation,
            let container = container(on: panes.side)
        else { return [] }
        let refused = explanation.verdicts(in: container, state: requester.state).filter { $0.verdict.isRefused }
        return Set(refused.map { $0.operation.operation })
    }
}
