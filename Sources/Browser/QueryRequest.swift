package import Inspection
package import Jobs

/// A query on its way to a worker, with what is to be done with its answer.
package struct QueryRequest<Asked: Query>: PendingQuery {
    package let query: Asked
    package let scope: QueryScope
    let receive: @Sendable (Asked.Answer, inout BrowserState) -> [BrowserEffect]

    /// - Parameters:
    ///   - scope: what the answer is of use for.
    ///   - receive: takes in the answer, or each of several.
    package init(
        query: Asked,
        scope: QueryScope,
        receive: @escaping @Sendable (Asked.Answer, inout BrowserState) -> [BrowserEffect]
    ) {
        self.query = query
        self.scope = scope
        self.receive = receive
    }

    package func reply(_ answer: Asked.Answer) -> QueryReply {
        QueryReply(scope: scope) { [receive] state in receive(answer, &state) }
    }
}

/// A query on its way, whichever it is.
package protocol PendingQuery: Sendable {
    associatedtype Asked: Query

    var query: Asked { get }
    /// What the answer is of use for.
    var scope: QueryScope { get }
    /// An answer, to be handed to the browser.
    func reply(_ answer: Asked.Answer) -> QueryReply
}

extension PendingQuery {
    /// That there is no answer, to be handed to the browser.
    package func reply(_ failure: QueryFailure) -> QueryReply {
        QueryReply(scope: scope) { state in
            state.fail(failure.message)
            return []
        }
    }
}

/// An answer on its way to the browser.
package struct QueryReply: Sendable {
    let scope: QueryScope
    let deliver: @Sendable (inout BrowserState) -> [BrowserEffect]
}

/// What an answer is of use for. When that is over, the query is stopped, and an answer that comes late is dropped.
package enum QueryScope: Hashable, Sendable {
    /// The container that is open.
    case container
    /// The same, until the person stops what goes on for long.
    case background
    /// What a side shows, as it was read with this ticket.
    case reading(Side, Ticket)
    /// The order of what a side shows; until another one is asked for.
    case arrangement(Side, Ticket)
    /// The preview of the file under the cursor; until there is another one, or none.
    case preview(Ticket)
    /// Where the person wants to go; until something else is named.
    case destination(Ticket)
}

extension BrowserEffect {
    /// Asks a worker.
    /// - Parameters:
    ///   - query: what is asked.
    ///   - scope: what the answer is of use for.
    ///   - receive: takes in the answer, or each of several.
    static func ask<Asked: Query>(
        _ query: Asked,
        for scope: QueryScope = .container,
        receive: @escaping @Sendable (Asked.Answer, inout BrowserState) -> [BrowserEffect]
    ) -> BrowserEffect {
        .ask(QueryRequest(query: query, scope: scope, receive: receive))
    }
}

extension BrowserState {
    /// Takes in an answer, unless it came too late.
    mutating func receive(_ reply: QueryReply) -> [BrowserEffect] {
        isOver(reply.scope) ? [] : reply.deliver(&self)
    }

    private func isOver(_ scope: QueryScope) -> Bool {
        switch scope {
        // Answers about a container that was left never come here.
        case .container, .background: false
        case .reading(let side, let ticket): self[side]?.ticket != ticket
        case .arrangement(let side, let ticket): self[side]?.arrangement != ticket || self[side]?.failure != nil
        case .preview(let ticket): preview.ticket != ticket
        case .destination(let ticket): destination != ticket
        }
    }
}
