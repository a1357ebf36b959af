import Browser
import ContainerStore
import FileSharing
import Inspection
import Jobs

/// Queries.
extension SessionWorkers {
    /// Has a worker answer a query; does nothing without a container.
    func ask(_ request: some PendingQuery) {
        guard let container else { return }
        let cancellation = cancellation(for: request.scope)
        let place = QueryPlace(container, roots: open.table, cancellation: cancellation, counters: long, memory: memory)
        let mailbox = mailbox
        let epoch = epoch
        let post: @Sendable (QueryReply) -> Void = { mailbox.post(.event(.answered($0), epoch: epoch)) }
        pool(for: request.query.effort).submit {
            guard !cancellation.isCancelled else { return }
            do throws(QueryFailure) {
                try request.query.run(in: place) { post(request.reply($0)) }
            } catch {
                post(request.reply(error))
            }
        }
    }

    private func pool(for effort: QueryEffort) -> WorkerPool {
        switch effort {
        // A count only starts here; it continues on threads of its own.
        case .quick, .count: short
        case .walk: walks
        case .preview: previews
        }
    }
}
