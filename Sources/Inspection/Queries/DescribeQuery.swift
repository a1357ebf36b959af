package import ContainerModel
import ContainerStore
package import FileTree
package import Queries
import System

/// A query for the details of entries of a directory, or of items below it.
package struct DescribeQuery: Query {
    /// The details found.
    package struct Answer: Sendable {
        /// The details by index in `entries`.
        package var facts: [UInt32: EntryFacts]
        /// The entries that no longer exist.
        package var missing: [UInt32]
        /// The error that prevented opening the directory.
        package var failure: FileTreeError?

        package init(facts: [UInt32: EntryFacts] = [:], missing: [UInt32] = [], failure: FileTreeError? = nil) {
            self.facts = facts
            self.missing = missing
            self.failure = failure
        }
    }

    /// The directory.
    package let directory: ItemAddress
    /// The entries of the directory.
    package let entries: EntryList
    /// The indices of the entries to examine.
    package let places: [UInt32]

    package init(_ places: [UInt32], of entries: EntryList, in directory: ItemAddress) {
        self.directory = directory
        self.entries = entries
        self.places = places
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        let container = directory.root.isContainer ? context.container : nil
        let tree: any FileTree
        let handle: TreeDirectory
        do throws(FileTreeError) {
            tree = try context.tree(of: directory.root)
            handle = try tree.directory(at: directory.path)
        } catch {
            return answer(Answer(failure: error))
        }
        var examiner = EntryExaminer(of: handle, at: directory.path, in: tree, of: container, entries)
        var found = Answer()
        for entry in places where !context.isCancelled {
            do throws(FileTreeError) {
                found.facts[entry] = try examiner.facts(of: entries.name(Int(entry)))
            } catch {
                if error.code == .notFound { found.missing.append(entry) }
            }
        }
        answer(found)
        container?.keepExclusions()
    }
}
