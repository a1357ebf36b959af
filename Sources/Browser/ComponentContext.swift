import ContainerModel
import ContainerStore
import FileSharing
import Jobs
import Screen
import Transactions

/// What a component needs of the rest of the browser while it handles an event, and what it says and asks for then.
struct ComponentContext {
    /// The terminal.
    let screen: ScreenContext
    /// The keys of actions, which sentences name.
    let keys: KeyInput
    /// The actor and device state that rules are applied to.
    let requester: Requester
    /// The root of the container.
    let root: Root
    /// What is shown, to which undo and redo apply.
    let shownRoots: [Root]
    let isReadOnly: Bool
    let isCovered: Bool
    /// Whether the list of tasks is on the screen.
    let isListingTasks: Bool
    /// Whether a panel is open.
    let hasPanel: Bool
    /// The last ticket that was given to a request.
    private(set) var lastTicket: Ticket
    /// What the status line says; nil for no message.
    private(set) var message: Panels.Message?
    /// What is asked of other components, in order.
    private(set) var requests: [ComponentRequest] = []

    init(_ state: BrowserState) {
        (screen, keys, requester, lastTicket) = (state.screen, state.keys, state.requester, state.lastTicket)
        (root, shownRoots) = (state.root(of: .container), state.shownRoots)
        (isReadOnly, isCovered) = (state.options.isReadOnly, state.isCovered)
        (isListingTasks, hasPanel) = (state.panels.isShowingTasks, state.panels.current != nil)
        message = state.panels.message
    }

    /// The number of rows of the panes.
    var paneRows: Int { Layout.paneRows(of: screen.size) }

    /// Returns a new ticket: answers to requests with older ones are stale.
    mutating func nextTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    /// Shows a message in the status line.
    mutating func say(_ text: String, isError: Bool = false) {
        message = Panels.Message(text: text, isError: isError)
    }

    /// Takes the message in the status line away.
    mutating func saysNothing() { message = nil }

    /// Asks something of other components, which do it as soon as this one has handled its event.
    mutating func request(_ request: ComponentRequest) { requests.append(request) }

    /// Opens a panel, in the place of the open one.
    mutating func open(_ panel: any Panel) { request(.open(panel)) }

    /// Opens a prompt.
    mutating func open(_ prompt: Prompt) { request(.prompt(prompt)) }

    /// Tasks that took longer than this are worth a notification, in nanoseconds.
    private static let longTask: UInt64 = 10_000_000_000

    /// Returns the notification of the terminal that a task has ended, if it took long. It names no item, and none is
    /// sent while the screen is covered.
    func notification(that title: String, _ progress: Progress?, isFailure: Bool) -> [BrowserEffect] {
        guard let progress, progress.nanoseconds >= Self.longTask, !isCovered else { return [] }
        return [.terminal(.notify("sandglass: \(title) \(isFailure ? "failed" : "finished")"))]
    }

    /// Returns a path of this computer for display, relative to the container's root if it is below that. Not sanitized.
    func pathText(_ hostPath: [UInt8]) -> String { root.pathText(hostPath) }
}

/// What a component asks of others, which it does not know.
enum ComponentRequest: Sendable {
    /// Open a panel, in the place of the open one.
    case open(any Panel)
    /// Show a panel as soon as no other panel or prompt is open.
    case show(any Panel)
    /// Open a prompt.
    case prompt(Prompt)
    /// Close the question about an operation that no longer exists.
    case closeQuestion(about: Ticket)
    /// End the range of rows that is being selected.
    case endRange
    /// Show what an operation has changed.
    case reflect(FileOperation, Completion)
    /// Read the directories of a root on screen again.
    case reread(Root)
}
