import ContainerModel
import FileTree
import Inspection
import Jobs
import Screen

/// Where the paths of a prompt lead.
enum PathRealm: Hashable, Sendable {
    /// In a container.
    case container
    case computer
}

/// What a path is entered for, if one that leads nowhere is offered again.
enum PathUse: Hashable, Sendable {
    case goTo
    case `import`
    case export
    case deliver
}

extension Prompt.Purpose {
    /// How the path is written that is entered; nil for another text.
    fileprivate var path: PathSpelling? {
        switch self {
        case .goTo: .place
        case .transfer: .target
        case .saveTo, .importFrom, .open, .secondContainer, .compareWith, .deliver: .hostItem
        case .exportTo: .hostDirectory
        case .filter, .findBelow, .findContents, .select, .find, .goToInViewer, .filterRows, .rename, .new,
            .newDirectory, .sender, .openWith, .passphrase, .timePointName, .timePointNote:
            nil
        }
    }

    /// What the path is entered for; nil if it is not offered again.
    var use: PathUse? {
        switch self {
        case .goTo: .goTo
        case .importFrom: .import
        case .exportTo: .export
        case .deliver: .deliver
        default: nil
        }
    }
}

/// How a path is written in a prompt.
private enum PathSpelling {
    /// A path on the side with the focus: of this computer, or in the container, from its root or from the directory on
    /// screen if that has the first name.
    case place
    /// A path in the container on the left, from the directory on screen unless it begins with a slash.
    case target
    /// A path of this computer.
    case hostItem
    /// The path of a directory of this computer.
    case hostDirectory
}

/// The paths that are entered in prompts: completing them, and recalling those entered before.
extension BrowserState {
    /// Remembers the path that was entered in a prompt.
    mutating func noteEntered(_ prompt: Prompt) {
        guard let realm = realm(of: prompt.purpose), !prompt.bytes.isEmpty else { return }
        let path = prompt.bytes
        panels.enteredPaths[realm, default: []].removeAll { $0 == path }
        panels.enteredPaths[realm, default: []].append(path)
        if let surplus = panels.enteredPaths[realm].map({ $0.count - Self.maxRecalled }), surplus > 0 {
            panels.enteredPaths[realm]?.removeFirst(surplus)
        }
        if let use = prompt.purpose.use { panels.unsettledPaths[use] = path }
    }

    private static let maxRecalled = 100

    /// Returns whether the text of a prompt is a path, which can be completed.
    func isPath(_ purpose: Prompt.Purpose) -> Bool { purpose.path != nil }

    private func realm(of purpose: Prompt.Purpose) -> PathRealm? {
        guard let spelling = purpose.path else { return nil }
        switch spelling {
        case .place: return hasContainer(panes.side) ? .container : .computer
        case .target: return .container
        case .hostItem, .hostDirectory: return .computer
        }
    }

    /// Puts a path into the prompt that was entered before, or after it the user's own text again.
    /// - Parameter step: -1 for the path before, 1 for the next one.
    mutating func recallPath(_ step: Int) {
        guard var prompt = panels.prompt, let realm = realm(of: prompt.purpose),
            let entered = panels.enteredPaths[realm]
        else { return }
        let present = prompt.recalled ?? entered.count
        let wanted = min(max(0, present + step), entered.count)
        guard wanted != present else { return }
        if prompt.recalled == nil { prompt.draft = prompt.bytes }
        prompt.recalled = wanted == entered.count ? nil : wanted
        prompt.replace(with: prompt.recalled.map { entered[$0] } ?? prompt.draft)
        panels.prompt = prompt
    }

    /// Completes the path before the caret, as far as the names on the disk leave no choice, and shows the choice.
    mutating func completePath() -> [BrowserEffect] {
        panels.prompt?.keepReplaced()
        // The home directory has no name to be completed.
        if let prompt = panels.prompt, realm(of: prompt.purpose) == .computer, prompt.bytesBeforeCaret == [0x7e] {
            panels.prompt?.insert(name: [0x2f])
        }
        guard let prompt = panels.prompt, let spelling = prompt.purpose.path else { return [] }
        let written = prompt.bytesBeforeCaret
        let start = written.lastIndex(of: 0x2f).map { $0 + 1 } ?? 0
        let (lead, beginning) = (Array(written[..<start]), Array(written[start...]))
        guard let place = place(of: lead, spelling) else {
            say("a path in the container cannot contain ..", isError: true)
            return []
        }
        let query = PathCompletionQuery(
            place, beginning: beginning, wantsDirectories: spelling == .hostDirectory)
        let ticket = nextTicket()
        panels.prompt?.completion = ticket
        let side = spelling == .place ? panes.side : .container
        return [
            .ask(query, about: hasContainer(side) ? root(of: side) : nil) { answer, state in
                // Whoever has typed on does not wait for it any longer.
                guard let prompt = state.panels.prompt, prompt.completion == ticket,
                    prompt.bytesBeforeCaret == written
                else { return [] }
                state.continuePath(answer, after: beginning)
                return []
            }
        ]
    }

    /// Returns the directories that the beginning of a path leads to; nil if it cannot be one.
    private func place(of lead: [UInt8], _ spelling: PathSpelling) -> PathCompletionQuery.Place? {
        let side = spelling == .place ? panes.side : .container
        guard spelling == .place || spelling == .target, let container = container(on: side) else {
            return .computer(lead)
        }
        guard let path = ContainerPath(bytes: spelling == .place ? pathInContainer(lead, of: container) : lead) else {
            return nil
        }
        let here = panes[side]?.path ?? .root
        var directories = [path]
        if lead.first != 0x2f {
            switch spelling {
            case .target: directories = [here.appending(path)]
            // The first name may be one of the directory on screen, or of the root.
            case .place where path.isRoot: directories = here.isRoot ? [.root] : [here, .root]
            default: if isHere(path, on: side) { directories = [here.appending(path)] }
            }
        }
        return .container(directories.filter { refusal(toList: $0, on: side) == nil })
    }

    /// Inserts what continues a path.
    private mutating func continuePath(_ answer: PathCompletionQuery.Answer, after beginning: [UInt8]) {
        panels.prompt?.completion = Ticket.none
        if let problem = answer.problem { return say(problem, isError: true) }
        guard let first = answer.names.first else {
            let name = screen.display(beginning).description
            return say(name.isEmpty ? "there is nothing to go on with" : "nothing begins with “\(name)”", isError: true)
        }
        panels.prompt?.insert(name: Array(answer.common.dropFirst(beginning.count)))
        guard answer.count > 1 else {
            if first.isDirectory { panels.prompt?.insert(name: [0x2f]) }
            return
        }
        let names = answer.names.map { screen.display($0.bytes).description + ($0.isDirectory ? "/" : "") }
        panels.prompt?.continuations = names.joined(separator: "  ")
    }

    /// Returns whether the first name of a path is one of the directory that a side shows.
    func isHere(_ path: ContainerPath, on side: Side) -> Bool {
        guard let listing = panes[side], let name = path.components.first(where: { _ in true }) else { return false }
        return (0..<listing.entries.count).contains { listing.entries.name($0).elementsEqual(name) }
    }
}
