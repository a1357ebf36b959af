import ContainerModel
import ContainerStore
package import Jobs
package import Queries

/// A query for all time points, the oldest first.
package struct TimePointsQuery: Query {
    package init() {}

    package func run(
        in context: QueryContext, answer: @escaping @Sendable ([TimePointStore.Point]) -> Void
    ) throws(QueryFailure) { try answer(Self.points()) }

    package func runWithoutContainer(
        _ cancellation: Cancellation, answer: @escaping @Sendable ([TimePointStore.Point]) -> Void
    ) throws(QueryFailure) { try answer(Self.points()) }

    private static func points() throws(QueryFailure) -> [TimePointStore.Point] {
        do throws(TimePointError) {
            return try TimePointStore.current().points(areChecked: true)
        } catch {
            throw QueryFailure(error.message, cause: error)
        }
    }
}

/// A query that keeps the container as it is now. It cannot be stopped by closing a panel.
package struct KeepQuery: Query {
    /// The name; nil for one of the app's name and the time.
    package let name: String?
    /// A text of the user's.
    package let note: String

    package init(name: String?, note: String = "") {
        self.name = name
        self.note = note
    }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("keep") }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (KeptTimePoint) -> Void
    ) throws(QueryFailure) {
        do throws(TimePointError) {
            let store = try TimePointStore.current()
            try Self.requireOutside(store)
            let keeper = AppKeeper(
                of: context.container, in: store, progress: context.progress, cancellation: context.cancellation)
            answer(try keeper.keep(as: name, note: note))
        } catch {
            guard error.code != .cancelled else { return }
            throw QueryFailure(error.message, cause: error)
        }
    }

    /// - Throws: `TimePointError` if the store is in a container.
    private static func requireOutside(_ store: TimePointStore) throws(TimePointError) {
        do throws(ContainerStoreError) {
            try ContainerStore.requireOutside(store.path)
        } catch {
            throw TimePointError(
                .cannotCreate, error.sentence(about: String(decoding: store.path, as: UTF8.self)), cause: error)
        }
    }
}

/// A query that removes a time point. Its answer is the number of bytes that this frees.
package struct TimePointRemovalQuery: Query {
    /// The name.
    package let name: String

    package init(_ name: String) { self.name = name }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("remove a time point") }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (UInt64) -> Void
    ) throws(QueryFailure) { try answer(remove()) }

    package func runWithoutContainer(
        _ cancellation: Cancellation, answer: @escaping @Sendable (UInt64) -> Void
    ) throws(QueryFailure) { try answer(remove()) }

    private func remove() throws(QueryFailure) -> UInt64 {
        do throws(TimePointError) {
            return try TimePointStore.current().remove(name)
        } catch {
            throw QueryFailure(error.message, cause: error)
        }
    }
}
