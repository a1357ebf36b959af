package import ContainerModel
package import ContainerStore
import FileTree
package import Inspection
import Jobs

extension ListingReport {
    /// Lists a directory, recursively on request, in natural order.
    ///
    /// - Parameters:
    ///   - filter: Selects the entries; subdirectories are listed whether it selects them or not.
    ///   - entry: Receives each entry as soon as it is known, all entries of a directory before those of its
    ///     subdirectories. The listing ends if it throws.
    ///   - failure: Receives directories that cannot be read and entries that cannot be examined; the listing
    ///     continues.
    /// - Throws: The errors of `entry`.
    package static func list<Stop: Error>(
        _ directory: ContainerPath,
        of container: Container,
        recursive: Bool,
        filter: ListingFilter,
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState(),
        entry: (Entry) throws(Stop) -> Void,
        failure: (Failure) -> Void
    ) throws(Stop) {
        let covering = ExclusionReader.coveringExclusion(of: directory, in: container.tree)
        let hidden = EntryFilter(showsHidden: filter.showsHidden)
        // Callers list one directory at a time.
        let pool = WorkerPool(threads: WorkerPool.cores)
        let misplaced = filter.asksForPlacement ? PlacementSurvey.items(below: directory, of: container) : []
        var names = AccountNames()
        var waiting = [
            Waiting(
                path: directory, parent: nil, covering: !covering.isEmpty,
                access: AppAccess(in: directory, of: container.tree))
        ]
        while let next = waiting.popLast() {
            let opened: (directory: TreeDirectory, entries: EntryList)
            do throws(FileTreeError) {
                opened = try open(next, in: container, needsKinds: !filter.text.isEmpty)
            } catch {
                failure(Failure(path: next.path, error: error))
                continue
            }
            let rules = container.description.rules(in: next.path, as: actor, state: state)
            var below: [Waiting] = []
            let choice: ListingEvaluator.FilteredEntries?
            if filter.text.isEmpty {
                choice = nil
            } else {
                let evaluator = ListingEvaluator(
                    opened.entries, of: ItemAddress(container.root, next.path), isFlat: false, in: container.tree,
                    container, rules: rules, helpers: pool, cancellation: Cancellation())
                do throws(FileTreeError) {
                    choice = try evaluator.choice(by: filter, misplaced: misplaced)
                } catch {
                    failure(Failure(path: next.path, error: error))
                    continue
                }
            }
            let mayHaveAppleDouble = opened.directory.mayHaveAppleDoubles(opened.entries)
            for index in opened.entries.arranged(by: EntryOrder(directoriesFirst: false), filter: hidden) {
                let name = opened.entries.name(Int(index))
                guard let path = next.path.appending(name: name) else { continue }
                let facts: EntryFacts
                do throws(FileTreeError) {
                    facts = try EntryFacts(
                        of: name, in: opened.directory, at: next.path, tree: container.tree, names: &names,
                        access: next.access, mayHaveAppleDouble: mayHaveAppleDouble, readsSignature: false)
                } catch {
                    // An entry that has disappeared meanwhile is not part of the listing.
                    if !error.isDisappearance { failure(Failure(path: path, error: error)) }
                    continue
                }
                if let error = choice?.unread[Int(index)] { failure(Failure(path: path, error: error)) }
                if choice?.isChosen[Int(index)] ?? true {
                    try entry(Entry(name, path, facts, rules, isCovered: next.covering))
                }
                guard recursive, facts.status.kind == .directory else { continue }
                let isCovered = next.covering || !facts.exclusion.isEmpty
                below.append(
                    Waiting(
                        path: path, parent: opened.directory, covering: isCovered,
                        access: next.access.entering(name, in: opened.directory)))
            }
            waiting.append(contentsOf: below.reversed())
        }
    }

    /// A directory still to be listed, opened relative to its parent's descriptor so that no path is too long.
    private struct Waiting {
        let path: ContainerPath
        let parent: TreeDirectory?
        let covering: Bool
        let access: AppAccess
    }

    private static func open(
        _ waiting: Waiting,
        in container: Container,
        needsKinds: Bool
    ) throws(FileTreeError) -> (directory: TreeDirectory, entries: EntryList) {
        let directory: TreeDirectory
        if let parent = waiting.parent, let name = waiting.path.lastComponent {
            directory = try parent.subdirectory(name)
        } else {
            directory = try container.tree.directory(at: waiting.path)
        }
        // Conditions of a filter may be about kinds; otherwise each entry is examined anyway.
        guard needsKinds else { return (directory, try directory.entriesAsReported(path: waiting.path)) }
        return (directory, try directory.entries(path: waiting.path) ?? EntryList())
    }
}
