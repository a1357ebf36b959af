import ContainerModel
package import ContainerStore
import FileTree
package import Jobs
import System

/// Keeps an app: its data together with its groups, as one time point.
///
/// Each container is a time point of its own, and that of the data names the others, which come and go with it. They are
/// kept first: without the one that names them, they are nothing, and the next keep removes them.
package struct AppKeeper {
    private let container: Container
    private let store: TimePointStore
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Creates a keeper.
    /// - Parameters:
    ///   - container: Any container; one of an app's data is kept with the groups that are found.
    ///   - progress: Counts files, and the bytes read.
    ///   - cancellation: Cancels it; nothing is kept then.
    package init(
        of container: Container, in store: TimePointStore, progress: ProgressMeter, cancellation: Cancellation
    ) {
        (self.container, self.store, self.progress, self.cancellation) = (container, store, progress, cancellation)
    }

    /// Keeps the app.
    /// - Parameters:
    ///   - name: The name; nil for one of the app's name and the time.
    ///   - note: A text of the user's.
    ///   - replaces: Whether a time point of that name is replaced, if there is one.
    ///   - decrypted: Whether what was encrypted is kept, too, decrypted.
    ///   - isAlone: Whether the groups are left out.
    /// - Throws: `TimePointError`
    package func keep(
        as name: String?, note: String, replacing replaces: Bool = false, evenDecrypted decrypted: Bool = false,
        alone isAlone: Bool = false
    ) throws(TimePointError) -> KeptTimePoint {
        var keeper = keeper(of: container)
        let groups = isAlone ? nil : ContainerStore.openGroups(of: [container])
        guard let groups, !groups.opened.isEmpty || !groups.failures.isEmpty else {
            let replaced = name.flatMap { replaces ? store.parts(of: $0) : nil } ?? []
            let kept = try keeper.keep(as: name, note: note, replacing: replaces, evenDecrypted: decrypted)
            remove(replaced)
            return kept
        }
        let root = try store.openedForKeeping()
        // Nobody may remove the parts before they are named.
        var lock: Descriptor? = try store.locked(.withOthers, patience: TimePointStore.patience)
        defer { extendLifetime(lock) }
        let given = try keeper.freeName(
            try name.map { name throws(TimePointError) in try TimePointKeeper.name(given: Array(name.utf8)) },
            in: root, replacing: replaces)
        let replaced = replaces ? store.parts(of: given) : []
        var parts: [KeptTimePoint] = []
        do throws(TimePointError) {
            for group in groups.opened {
                var keeper = self.keeper(of: group.container)
                keeper.isPart = true
                let identifier = Self.identifier(of: group.container)
                let name = try TimePointKeeper.partName(of: given, identifier, in: root)
                parts.append(try keeper.keep(as: name, note: note, evenDecrypted: decrypted))
            }
            keeper.parts = zip(parts, groups.opened).map { part, group in
                TimePointManifest.Part(
                    name: part.name, identifier: Self.identifier(of: group.container), time: part.header.time,
                    timeNanoseconds: part.header.timeNanoseconds)
            }
            keeper.missing = groups.failures.map {
                "\(String(decoding: $0.hostPath.prefix(200), as: UTF8.self)): \($0.message)"
            }
            var kept = try keeper.keep(as: given, note: note, replacing: replaces, evenDecrypted: decrypted)
            kept.parts = parts
            kept.missing = keeper.missing
            lock = nil
            remove(replaced)
            return kept
        } catch {
            lock = nil
            remove(parts.map(\.name))
            throw error
        }
    }

    private func keeper(of container: Container) -> TimePointKeeper {
        TimePointKeeper(of: container, in: store, progress: progress, cancellation: cancellation)
    }

    private static func identifier(of container: Container) -> String {
        let description = container.description
        return description.app.identifier ?? String(decoding: description.hostPath.name, as: UTF8.self)
    }

    /// Removes time points that nothing names any more. One that another process keeps from that is removed by a later
    /// keep.
    private func remove(_ names: [String]) {
        for name in names { _ = try? store.remove(name) }
    }
}
