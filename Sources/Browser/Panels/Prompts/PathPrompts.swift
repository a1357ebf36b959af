import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen

/// Where the paths of a prompt lead.
enum PathRealm: Hashable, Sendable {
    /// In a container.
    case container
    case computer
    /// Queries are recalled as paths are.
    case database
}

/// What a path is entered for, if one that leads nowhere is offered again.
enum PathUse: Hashable, Sendable {
    case goTo
    case `import`
    case export
    case deliver
}

/// How a path is written in a prompt.
enum PromptedPath: Sendable {
    /// A path on the side with the focus: of this computer, or in the container, from its root or from the directory on
    /// screen if that has the first name.
    case place
    /// A path in the container on the left, from the directory on screen unless it begins with a slash.
    case target
    /// A path of this computer.
    case hostItem
    /// The path of a directory of this computer.
    case hostDirectory
    /// A query in SQL about the database in the viewer, whose names are completed.
    case query

    /// Returns where the path leads.
    func realm(_ state: BrowserState) -> PathRealm {
        switch self {
        case .place: state.hasContainer(state.panes.side) ? .container : .computer
        case .target: .container
        case .hostItem, .hostDirectory: .computer
        case .query: .database
        }
    }

    /// The side whose container the path may be in.
    fileprivate func side(_ state: BrowserState) -> Side { self == .place ? state.panes.side : .container }

    /// Returns the directories that the beginning of a path leads to; nil if it cannot be one.
    fileprivate func place(of lead: [UInt8], _ state: BrowserState) -> PathCompletionQuery.Place? {
        let side = side(state)
        guard self == .place || self == .target, let container = state.container(on: side) else {
            return .computer(lead)
        }
        guard let path = ContainerPath(bytes: self == .place ? container.pathInside(lead) : lead) else { return nil }
        let here = state.panes[side]?.path ?? .root
        var directories = [path]
        if lead.first != ContainerPath.slash {
            switch self {
            case .target: directories = [here.appending(path)]
            // The first name may be one of the directory on screen, or of the root.
            case .place where path.isRoot: directories = here.isRoot ? [.root] : [here, .root]
            default: if state.panes[side]?.hasFirstName(of: path) == true { directories = [here.appending(path)] }
            }
        }
        return .container(directories.filter { state.panes.refusal(toList: $0, on: side) == nil })
    }
}

extension Prompt {
    /// Completes the path before the caret, as far as the names on the disk leave no choice, and shows the choice.
    static func complete(in state: inout BrowserState) -> [BrowserEffect] {
        guard var prompt = state.panels.prompt else { return [] }
        prompt.keepReplaced()
        guard let spelling = prompt.purpose.path else {
            state.panels.prompt = prompt
            return []
        }
        guard spelling != .query else { return prompt.completeQuery(in: &state) }
        // The home directory has no name to be completed.
        if spelling.realm(state) == .computer, prompt.bytesBeforeCaret == [0x7e] {
            prompt.insert(name: [ContainerPath.slash])
        }
        let written = prompt.bytesBeforeCaret
        let start = written.lastIndex(of: ContainerPath.slash).map { $0 + 1 } ?? 0
        let (lead, beginning) = (Array(written[..<start]), Array(written[start...]))
        let ticket = state.nextTicket()
        let place = spelling.place(of: lead, state)
        if place != nil { prompt.completion = ticket }
        state.panels.prompt = prompt
        guard let place else {
            state.say("a path in the container cannot contain ..", isError: true)
            return []
        }
        let query = PathCompletionQuery(place, beginning: beginning, wantsDirectories: spelling == .hostDirectory)
        let side = spelling.side(state)
        return [
            .ask(query, about: state.hasContainer(side) ? state.root(of: side) : nil) { answer, state in
                // Anyone who has typed on does not wait for it any longer.
                guard var prompt = state.panels.prompt, prompt.completion == ticket,
                    prompt.bytesBeforeCaret == written
                else { return [] }
                if let mistake = prompt.complete(by: answer, after: beginning, state.screen) {
                    state.say(mistake, isError: true)
                }
                state.panels.prompt = prompt
                return []
            }
        ]
    }

    /// Inserts what continues a path.
    /// - Returns: Why nothing does; nil if something does.
    private mutating func complete(
        by answer: PathCompletionQuery.Answer, after beginning: [UInt8], _ screen: ScreenContext
    ) -> String? {
        completion = .none
        if let problem = answer.problem { return problem }
        guard let first = answer.names.first else {
            let name = screen.display(beginning).description
            return name.isEmpty ? "there is nothing to go on with" : "nothing begins with “\(name)”"
        }
        insert(name: Array(answer.common.dropFirst(beginning.count)))
        guard answer.count > 1 else {
            if first.isDirectory { insert(name: [ContainerPath.slash]) }
            return nil
        }
        let names = answer.names.map { screen.display($0.bytes).description + ($0.isDirectory ? "/" : "") }
        continuations = names.joined(separator: "  ")
        return nil
    }
}

extension Prompt.Purpose {
    /// A path in the container, or of this computer if its pane has the focus; one with a reserved word opens the
    /// container that it leads into.
    static let goTo = Prompt.Purpose("go-to", "go to: ", path: .place, use: .goTo) { prompt, state in
        let side = state.panes.side
        guard let container = state.container(on: side) else {
            return [state.browse { $0.locateOnComputer(prompt.bytes, &$1) }]
        }
        guard ReservedPath.word(of: prompt.bytes) == nil else { return state.open(typed: prompt.bytes) }
        let listing = state.panes[side]
        let above = listing?.pathUp(prompt.bytes)
        guard let path = above ?? ContainerPath(bytes: container.pathInside(prompt.bytes)) else {
            return state.correct(prompt, "a path in the container cannot contain ..")
        }
        // A path is relative to the container's root, unless its first component exists in the present directory.
        let isHere =
            above == nil && prompt.bytes.first != ContainerPath.slash && listing?.hasFirstName(of: path) == true
        let target = isHere ? listing?.path.appending(path) ?? path : path
        return [state.browse { $0.locate(target, on: side, &$1) }]
    }

    /// A path of this computer, of a container to open.
    static let open = Prompt.Purpose("open", "open (path on this computer): ", path: .hostItem) {
        $1.open(typed: $0.bytes)
    }

    /// A path of this computer, of a container to show on the right.
    static let secondContainer = Prompt.Purpose(
        "second-container", "container (path on this computer): ", path: .hostItem, takesEmpty: true
    ) { $1.panes.findSecondContainer($0.bytes) }
}

extension ContainerDescription {
    /// Returns the part inside the container of a path copied from elsewhere: of this computer, or in the package
    /// around it.
    fileprivate func pathInside(_ bytes: [UInt8]) -> [UInt8] {
        let prefixes = [hostPath.bytes] + (source == .xcappdata ? [Array("AppData".utf8)] : [])
        for prefix in prefixes where bytes.starts(with: prefix) {
            let rest = bytes.dropFirst(prefix.count)
            if rest.isEmpty || rest.first == ContainerPath.slash { return Array(rest) }
        }
        return bytes
    }
}

extension Listing {
    /// Returns whether the first name of a path is one of the directory.
    fileprivate func hasFirstName(of path: ContainerPath) -> Bool {
        guard let name = path.components.first(where: { _ in true }) else { return false }
        return entry(named: name) != nil
    }

    /// Returns where a path that begins with `..` leads from the directory, at most up to the container's root; nil for
    /// any other path.
    fileprivate func pathUp(_ bytes: [UInt8]) -> ContainerPath? {
        let parts = bytes.split(separator: ContainerPath.slash)
        let ups = parts.prefix { $0.elementsEqual("..".utf8) }.count
        guard ups > 0, bytes.first != ContainerPath.slash else { return nil }
        let start = (0..<ups).reduce(path) { path, _ in path.parent ?? .root }
        guard parts.count > ups else { return start }
        return ContainerPath(bytes: Array(parts[ups...].joined(separator: [ContainerPath.slash]))).map {
            start.appending($0)
        }
    }
}
