import ContainerModel
import ContainerStore
import FileSharing
package import Formats
import Screen

/// A program that the user starts from the browser, and that has the terminal until it exits.
package enum OutsideProgram: Hashable, Sendable {
    /// The user's shell, in a directory of this computer.
    case shell(in: [UInt8])
    /// A command with the paths of items, in a directory of this computer; `line` is the command as it was entered.
    case command(CommandTemplate, [[UInt8]], in: [UInt8], line: String)
    /// The user's pager with a file, which it must not let anybody change in read-only mode.
    case pager([UInt8], isReadOnly: Bool)
    /// This program itself, which demonstrates the cover with a container made for that.
    case coverDemonstration

    /// What messages call it.
    var title: String {
        switch self {
        case .shell: "the shell"
        case .command(_, _, _, let line): line
        case .pager: "the pager"
        case .coverDemonstration: "the demonstration of the cover"
        }
    }
}

extension Action {
    static let outside: [Action] = [
        Action("shell", "A shell in this directory", .program, keys: ["!"]) { state in
            guard let directory = state.hostDirectory() else { return [] }
            return state.start(.shell(in: directory))
        }.reachingOutside().alsoCalled("!", "sh", "bash", "zsh", "terminal"),
        Action("open-with", "Open with a program of this computer", .files, keys: ["o", "O"]) { state in
            let items = state.subjects(on: state.panes.side).withoutRoots
            guard !items.isEmpty, state.hostDirectory() != nil else { return [] }
            guard items.count <= OutsideProgram.maxItems else {
                state.say("\(Pluralized.items(items.count)) are too many for a command line", isError: true)
                return []
            }
            state.panels.prompt = Prompt(.openWith(items), proposing: Array(state.panels.lastCommand.utf8))
            return []
        }.reachingOutside().alsoCalled("open", "xdg-open", "reveal"),
        Action("pager", "Show the file in $PAGER", .files, keys: ["g o"]) { state in
            guard let item = state.currentItem, !item.path.isRoot, state.hostDirectory() != nil else { return [] }
            return state.start(.pager(item.hostPath, isReadOnly: state.options.isReadOnly))
        }.briefly("Show in $PAGER").reachingOutside().alsoCalled("less", "more"),
        Action("copy-host-path", "Copy the path on this computer", .files, keys: ["Y h"]) { state in
            state.copyPath("the path on this computer", state.currentItem?.hostPath)
        }.alsoCalled("pwd", "clipboard", "reveal"),
        Action("copy-container-path", "Copy the path in the container", .files, keys: ["Y c"]) { state in
            guard let item = state.ruledItem() else { return [] }
            return state.copyPath("the path in the container", item.path.isRoot ? [0x2f] : item.path.bytes)
        }.alsoCalled("clipboard"),
        Action("copy-device-path", "Copy the path on a device", .files, keys: ["Y d"]) { state in
            guard let item = state.ruledItem() else { return [] }
            return state.copyPath(
                "the path on a device", state.container(on: state.panes.side)?.devicePath(of: item.path))
        }.alsoCalled("clipboard"),
    ]
}

extension OutsideProgram {
    /// More items than this are too many for the arguments of a program on some systems.
    static let maxItems = 1_000
}

extension Prompt.Purpose {
    /// A command line that opens items.
    static func openWith(_ items: ItemSet) -> Prompt.Purpose {
        Prompt.Purpose("open-with", "open with (% stands for the path): ", takesEmpty: true) {
            $1.open(items, with: String($0.text))
        }
    }
}

extension BrowserState {
    /// Returns the directory of this computer that the pane with the focus shows; nil, after saying so, if there is
    /// none.
    fileprivate mutating func hostDirectory() -> [UInt8]? {
        if let medium = container(on: panes.side)?.medium {
            say("it is in a \(medium), which programs of this computer cannot enter; export it first", isError: true)
            return nil
        }
        if panes.focus == .places { return panes.places.currentPath.map { containerItem($0).hostPath } }
        return panes[panes.side]?.location.hostPath
    }

    /// Starts a program; in read-only mode, asks first, since nothing can keep it from changing the container.
    mutating func start(_ program: OutsideProgram) -> [BrowserEffect] {
        panes.endRange()
        if options.isReadOnly {
            switch program {
            case .pager, .coverDemonstration: break
            case .shell, .command:
                open(OutsidePanel(program: program))
                return []
            }
        }
        return [.outside(.start(program))]
    }

    /// Starts the command line that the user entered.
    mutating func open(_ items: ItemSet, with line: String) -> [BrowserEffect] {
        guard let directory = hostDirectory() else { return [] }
        do throws(CommandTemplate.Mistake) {
            let command = try CommandTemplate(Array(line.utf8))
            panels.lastCommand = line
            return start(.command(command, items.items.map(\.hostPath), in: directory, line: line))
        } catch .empty {
        } catch {
            panels.lastCommand = line
            say("not started: \(error.message)", isError: true)
        }
        return []
    }

    /// Starts a shell that runs a line in the directory of the pane with the focus.
    mutating func startShell(for line: String) -> [BrowserEffect] {
        guard let directory = hostDirectory() else { return [] }
        return start(.command(CommandTemplate(shellLine: Array(line.utf8)), [], in: directory, line: line))
    }

    /// Reads again what a program may have changed, and reports its failure.
    mutating func receiveEnd(of program: OutsideProgram, status: Int32) -> [BrowserEffect] {
        switch status {
        case 0: break
        case ..<0: say("\(program.title) could not be started", isError: true)
        case 127: say("\(program.title): command not found", isError: true)
        default:
            // A shell ends with the status of its last command, which was not the browser's affair.
            if case .shell = program { break }
            say("\(program.title) exited with status \(status)", isError: true)
        }
        return browse { panes, context in
            panes.shownSides.flatMap { panes.refresh($0, &context) } + [panes.readTree(panes.places.shown)]
        }
    }

    /// Puts a path on the terminal's clipboard.
    fileprivate mutating func copyPath(_ what: String, _ path: [UInt8]?) -> [BrowserEffect] {
        guard let path else {
            say("\(what) is not known", isError: true)
            return []
        }
        return copy(path, as: what)
    }
}
