import Browser
import ContainerModel
import ContainerStore
import FileSharing
import Inspection
import Jobs
import Queries

/// Queries.
extension SessionWorkers {
    /// Has a worker answer a query.
    func ask(_ request: some PendingQuery) {
        let asked = request.root.flatMap { open.container(of: ItemAddress($0, .root)) }
        guard let container = asked ?? container else { return askWithoutContainer(request) }
        let scope = cancellation(for: request.scope)
        let work = request.query.task.map { task in
            beginWork(task.title, task.subject, for: .ask(request), within: scope)
        }
        let cancellation = work?.cancellation ?? scope
        let context = QueryContext(
            container, roots: open.table, cancellation: cancellation, counters: long, memory: memory,
            progress: work?.meter ?? ProgressMeter())
        let mailbox = mailbox
        let epoch = epoch
        let awaited = awaited.token(for: request)
        let post: @Sendable (QueryReply) -> Void = { reply in
            // The work lasts as long as anything can answer.
            withExtendedLifetime((work, awaited)) { mailbox.post(.event(.answered(reply), epoch: epoch)) }
        }
        pool(for: request.query.effort).submit {
            guard !cancellation.isCancelled else { return }
            do throws(QueryFailure) {
                try request.query.run(in: context) { post(request.reply($0)) }
            } catch {
                work?.fail(error.message)
                post(request.reply(error))
            }
        }
    }

    /// Has a worker answer a query while no container is open.
    private func askWithoutContainer(_ request: some PendingQuery) {
        let cancellation = cancellation(for: request.scope)
        let (mailbox, epoch) = (mailbox, epoch)
        let awaited = awaited.token(for: request)
        let post: @Sendable (QueryReply) -> Void = { reply in
            withExtendedLifetime(awaited) { mailbox.post(.event(.answered(reply), epoch: epoch)) }
        }
        short.submit {
            guard !cancellation.isCancelled else { return }
            do throws(QueryFailure) {
                try request.query.runWithoutContainer(cancellation) { post(request.reply($0)) }
            } catch {
                post(request.reply(error))
            }
        }
    }

    /// Begins a piece of work for the open container, which the list of tasks shows if it takes long.
    /// - Parameter isListed: Whether the list shows it however quick it is.
    func beginWork(
        _ title: String, _ subject: ContainerPath?, for effect: BrowserEffect, within cancellation: Cancellation,
        isListed: Bool = false
    ) -> TaskRegister.Task {
        let (mailbox, epoch) = (mailbox, epoch)
        return tasks.beginTask(within: cancellation, isListed: isListed) { report in
            let task = BackgroundTask(report, title: title, subject: subject, effect: effect)
            mailbox.post(.event(.task(task), epoch: epoch))
        }
    }

    private func pool(for effort: QueryEffort) -> WorkerPool {
        switch effort {
        // A count only starts here; it continues on separate threads.
        case .quick, .count: short
        case .walk: walks
        case .preview: previews
        }
    }
}
