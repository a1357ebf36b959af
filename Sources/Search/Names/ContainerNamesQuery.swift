import ContainerModel
package import ContainerStore
import FileTree
import Jobs
package import Queries
import System

/// A query for the names of everything in all containers of a device or folder.
package struct ContainerNamesQuery: Query {
    /// The least time between two answers, in nanoseconds.
    private static let interval: UInt64 = 250_000_000

    /// Directories of this computer with containers; empty for the surroundings of the open container.
    package let places: [HostPath]

    /// Creates a query.
    package init(in places: [HostPath]) { self.places = places }

    package var effort: QueryEffort { .walk }

    package var task: QueryTask? { QueryTask("read the names in all containers") }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (ContainerNames) -> Void
    ) throws(QueryFailure) {
        var names = ContainerNames()
        var next: UInt64 = 0
        let open = context.container
        var containers = containers(around: open, &names.unreadable)
        if !containers.contains(where: { $0.description.hostPath == open.description.hostPath }) {
            containers.append(open)
        }
        let titles = Self.titles(of: containers.map(\.description))
        for (container, title) in zip(containers, titles) {
            guard !context.isCancelled else { return }
            do throws(FileTreeError) {
                let scope = DirectorySearch.Scope(
                    ItemAddress(container.root, .root), in: container.tree, container, rules: nil)
                let found = try DirectorySearch(
                    scope, helpers: context.counters, cancellation: context.cancellation
                ).items()
                guard let found else { return }
                names.add(found.entries, of: container.description.hostPath, titled: title)
                names.unreadable += found.unreadable
            } catch {
                names.unreadable += 1
            }
            context.progress.reach(files: UInt64(names.entries.count), bytes: 0)
            guard MonotonicClock.now() >= next else { continue }
            answer(names)
            next = MonotonicClock.now() + Self.interval
        }
        names.isComplete = true
        answer(names)
    }

    /// Returns the titles of containers; several of one app also have the names of their directories.
    private static func titles(of containers: [ContainerDescription]) -> [String] {
        let counts = Dictionary(containers.map { ($0.title, 1) }, uniquingKeysWith: +)
        return containers.map { container in
            guard counts[container.title] != 1 else { return container.title }
            return "\(container.title) (\(String(decoding: container.packagePath.name, as: UTF8.self)))"
        }
    }

    private func containers(around open: Container, _ unreadable: inout Int) -> [Container] {
        var failures = 0
        defer { unreadable += failures }
        guard !places.isEmpty else {
            return ContainerStore.containers(around: open.description) { _ in failures += 1 }
        }
        return places.flatMap { place in
            do throws(ContainerStoreError) {
                return try ContainerStore.containers(at: place.bytes) { _ in failures += 1 }
            } catch {
                failures += 1
                return []
            }
        }
    }
}
