package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats
package import Jobs

/// A search below a directory, or of a single file: for names, for items that meet conditions, for files that contain a
/// text.
///
/// The commands and the browser run it and show its results. It alone decides what to omit and the order of the results,
/// and tells them what could not be searched. Blocks; use it on a worker.
package struct DirectorySearch: Sendable {
    /// The scope of a search.
    package struct Scope: Sendable {
        /// The directory itself, or the directory of the only file.
        package let directory: ItemAddress
        /// The tree that it is in.
        package let tree: any FileTree
        /// The container that the tree belongs to; nil on this computer.
        package let container: Container?
        /// The rules of the directory; nil on this computer.
        package let rules: DirectoryRules?
        /// Directories below it that are listed, but not searched.
        package var closed: [ContainerPath] = []
        /// The name of the only file that is searched; nil for everything below the directory.
        package internal(set) var file: [UInt8]?
        /// The names that lead to the only value inside that file that is searched; empty for all of the file.
        package var value: [[UInt8]] = []
        /// Whether the only file is an archive, of which those bytes are searched that belong to none of its items.
        var isBesideItems = false

        /// Creates a scope from a directory.
        package init(
            _ directory: ItemAddress, in tree: any FileTree, _ container: Container?, rules: DirectoryRules?
        ) {
            self.directory = directory
            self.tree = tree
            self.container = container
            self.rules = rules
        }
    }

    /// The items that were found.
    package struct Found: Sendable {
        /// Everything below the directory, each named by its path from there.
        package var entries = EntryList()
        /// The items that were looked for, in their order: indices of `entries`.
        package var order: [UInt32] = []
        /// The number of directories whose entries could not be read.
        package var unreadable = 0
        /// The number of items that were left out because their names, or those of directories around them, are hidden.
        package var hidden = 0
        /// The number of items that a filter may leave out only because they could not be examined.
        package var unexamined = 0

        /// Nothing found.
        package init() {}

        /// Why items may be missing, as a sentence without a full stop; nil if none are.
        package var incompleteness: String? {
            let unread = unreadable > 0 ? "\(Pluralized.directories(unreadable)) could not be read" : nil
            let reasons = [unread, ListingEvaluator.incompleteness(unexamined)].compactMap { $0 }
            return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
        }
    }

    /// The scope of the search.
    package let scope: Scope
    let helpers: WorkerPool
    let cancellation: Cancellation
    private let meter: ProgressMeter

    /// Creates a search.
    /// - Parameters:
    ///   - helpers: The pool whose threads help the one that searches.
    ///   - meter: Told how many items have been examined.
    package init(
        _ scope: Scope, helpers: WorkerPool, cancellation: Cancellation = Cancellation(),
        meter: ProgressMeter = ProgressMeter()
    ) {
        self.scope = scope
        self.helpers = helpers
        self.cancellation = cancellation
        self.meter = meter
    }

    /// Returns everything in the scope.
    /// - Parameter progress: Receives the items read so far from time to time, on any thread.
    /// - Throws: `FileTreeError` if the directory itself cannot be read.
    /// - Returns: nil if it was cancelled.
    package func items(
        progress: @escaping @Sendable (EntryList) -> Void = { _ in }
    ) throws(FileTreeError) -> Found? {
        if let file = scope.file {
            var found = Found()
            found.entries.append(file, kind: .file)
            return found
        }
        let path = scope.directory.path
        let read = try DescendantReader(pool: helpers).read(
            below: try scope.tree.directory(at: path), path: path,
            closed: Set(scope.closed.compactMap { $0.relative(to: path)?.bytes }), cancellation: cancellation
        ) { progress($0.entries) }
        return read.map {
            var found = Found()
            found.entries = $0.entries
            found.unreadable = $0.unreadable
            return found
        }
    }

    /// Returns the items that a filter shows, in an order.
    /// - Throws: `FileTreeError` if the directory itself cannot be read.
    /// - Returns: nil if it was cancelled.
    package func items(by filter: ListingFilter, in order: EntryOrder) throws(FileTreeError) -> Found? {
        guard var found = try items() else { return nil }
        let evaluator = evaluator(of: found.entries)
        guard let arrangement = try evaluator.arranged(by: order, filter: filter, totals: [:]) else { return nil }
        found.order = arrangement.order
        found.unexamined = arrangement.unexamined
        found.hidden = arrangement.hidden
        return found
    }

    /// Returns an evaluator of entries in the scope.
    func evaluator(of entries: EntryList) -> ListingEvaluator {
        ListingEvaluator(
            entries, of: scope.directory, isFlat: true, in: scope.tree, scope.container, rules: scope.rules,
            helpers: helpers, cancellation: cancellation, meter: meter)
    }

    /// Returns a search of the contents of items that were found.
    package func contents(
        of found: Found, for pattern: ContentsPattern, _ options: ContentsOptions
    ) -> ContentsSearch {
        ContentsSearch(
            pattern, in: found.entries, files: found.order, below: scope.directory.path, of: scope.tree, options,
            value: scope.value, isBesideItems: scope.isBesideItems)
    }
}
