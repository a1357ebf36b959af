import Jobs
import Screen

/// What a component needs of the rest of the browser while it handles an event, and what it says then.
struct ComponentContext {
    /// The size of the screen.
    let size: Size
    let isASCII: Bool
    let colors: ColorDepth
    /// The keys of actions, which sentences name.
    let keys: KeyInput
    /// The last ticket that was given to a request.
    private(set) var lastTicket: Ticket
    /// What is said in the status line from now on: the message, or no message; nil to leave what it says.
    private(set) var message: Panels.Message??

    init(_ screen: ScreenContext, _ keys: KeyInput, after ticket: Ticket) {
        (size, isASCII, colors) = (screen.size, screen.isASCII, screen.colors)
        self.keys = keys
        lastTicket = ticket
    }

    /// Returns a new ticket: answers to requests with older ones are stale.
    mutating func nextTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    /// Shows a message in the status line.
    mutating func say(_ text: String, isError: Bool = false) {
        message = .some(Panels.Message(text: text, isError: isError))
    }

    /// Takes the message in the status line away.
    mutating func saysNothing() { message = .some(nil) }
}
