package import ContainerModel
import Inspection
package import Jobs
package import Queries

/// A query for a worker, together with what to do with its answer.
package struct QueryRequest<Asked: Query>: PendingQuery {
    /// The query.
    package let query: Asked
    /// What the answer is needed for.
    package let scope: QueryScope
    package let root: Root?
    let receive: @Sendable (Asked.Answer, inout BrowserState) -> [BrowserEffect]

    /// Creates a request.
    /// - Parameters:
    ///   - scope: What the answer is needed for.
    ///   - root: The container that is asked about; nil for the one on the left.
    ///   - receive: Handles the answer, or each of several.
    package init(
        query: Asked,
        scope: QueryScope,
        root: Root? = nil,
        receive: @escaping @Sendable (Asked.Answer, inout BrowserState) -> [BrowserEffect]
    ) {
        self.query = query
        self.scope = scope
        self.root = root
        self.receive = receive
    }

    /// Wraps an answer for the browser.
    package func reply(_ answer: Asked.Answer) -> QueryReply {
        QueryReply(scope: scope) { [receive] state in receive(answer, &state) }
    }
}

/// A query request of any type.
package protocol PendingQuery: Sendable {
    associatedtype Asked: Query

    var query: Asked { get }
    /// What the answer is needed for.
    var scope: QueryScope { get }
    /// The container that is asked about; nil for the one on the left.
    var root: Root? { get }
    /// Wraps an answer for the browser.
    func reply(_ answer: Asked.Answer) -> QueryReply
}

extension PendingQuery {
    /// Wraps a failure for the browser.
    package func reply(_ failure: QueryFailure) -> QueryReply {
        QueryReply(scope: scope) { [scope] state in
            state.fail(failure.message)
            switch scope {
            case .viewing: state.viewer?.fail(failure.message)
            case .arrangement(let side, _): return state.browse { $0.endArranging(side, &$1) }
            case .container, .background, .reading, .preview, .panel, .destination: break
            }
            return []
        }
    }
}

/// A worker's answer, to be delivered to the browser.
package struct QueryReply: Sendable {
    let scope: QueryScope
    let deliver: @Sendable (inout BrowserState) -> [BrowserEffect]
}

/// What an answer is needed for. When it is no longer needed, the query is stopped and a late answer is dropped.
package enum QueryScope: Hashable, Sendable {
    /// The open container.
    case container
    /// The open container, until the user stops long-running work.
    case background
    /// What a side shows, as read with this ticket.
    case reading(Side, Ticket)
    /// The order of what a side shows, until another one is requested.
    case arrangement(Side, Ticket)
    /// The preview of the file under the cursor, until the cursor moves on.
    case preview(Ticket)
    /// The page in the viewer, until another one is requested.
    case viewing(Ticket)
    /// The open panel.
    case panel(Ticket)
    /// The destination of the user, until another one is named.
    case destination(Ticket)
}

extension BrowserEffect {
    /// Sends a query to a worker.
    /// - Parameters:
    ///   - query: The query.
    ///   - scope: What the answer is needed for.
    ///   - root: The container that is asked about; nil for the one on the left.
    ///   - receive: Handles the answer, or each of several.
    static func ask<Asked: Query>(
        _ query: Asked,
        for scope: QueryScope = .container,
        about root: Root? = nil,
        receive: @escaping @Sendable (Asked.Answer, inout BrowserState) -> [BrowserEffect]
    ) -> BrowserEffect {
        .ask(QueryRequest(query: query, scope: scope, root: root, receive: receive))
    }

    /// Sends a query of the panes to a worker.
    /// - Parameters:
    ///   - scope: What the answer is needed for.
    ///   - root: The container that is asked about; nil for the one on the left.
    ///   - receive: Handles the answer, or each of several.
    static func browse<Asked: Query>(
        _ query: Asked,
        for scope: QueryScope = .container,
        about root: Root? = nil,
        receive: @escaping @Sendable (Asked.Answer, inout Panes, inout ComponentContext) -> [BrowserEffect]
    ) -> BrowserEffect {
        ask(query, for: scope, about: root) { answer, state in state.browse { receive(answer, &$0, &$1) } }
    }
}

extension BrowserState {
    /// Handles an answer, unless it is no longer needed.
    mutating func receiveReply(_ reply: QueryReply) -> [BrowserEffect] {
        isOver(reply.scope) ? [] : reply.deliver(&self)
    }

    /// Runs a query about a whole container, which may take a while; the answer opens a panel.
    mutating func ask<Asked: Query>(
        _ query: Asked, about root: Root, panel: @escaping @Sendable (Asked.Answer) -> any Panel
    ) -> [BrowserEffect] {
        say("searching the container; \(keys.key("cancel")) stops")
        return [
            .ask(query, for: .background, about: root) { answer, state in
                state.panels.message = nil
                state.show(panel(answer))
                return []
            }
        ]
    }

    /// Opens a panel and runs the query that it is about; while it is open, it adopts each answer.
    mutating func open<Content: Panel, Asked: Query>(
        _ panel: Content, asking query: Asked, about root: Root,
        adopt: @escaping @Sendable (inout Content, Asked.Answer) -> Void
    ) -> [BrowserEffect] {
        open(panel)
        return [
            .ask(query, for: .panel(panels.current?.ticket ?? .none), about: root) { answer, state in
                guard var panel = state.panels.current?.content as? Content else { return [] }
                adopt(&panel, answer)
                state.panels.current?.content = panel
                return []
            }
        ]
    }

    /// Says that a request cannot be fulfilled.
    mutating func fail(_ text: String) {
        say(text, isError: true)
        // Without a container the only way on is to choose one.
        if container == nil { offerContainers() }
    }

    func isOver(_ scope: QueryScope) -> Bool {
        switch scope {
        // Answers about a container that was left are dropped before they arrive here.
        case .container, .background: false
        case .reading(let side, let ticket): panes[side]?.ticket != ticket
        case .arrangement(let side, let ticket): panes[side]?.arrangement != ticket || panes[side]?.failure != nil
        case .preview(let ticket): panes.details.preview.ticket != ticket
        case .viewing(let ticket): viewer?.ticket != ticket
        case .panel(let ticket): panels.current?.ticket != ticket
        case .destination(let ticket): panes.destination != ticket
        }
    }
}
