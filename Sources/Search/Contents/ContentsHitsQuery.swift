package import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
package import Queries

/// A query for the places in a file where a text occurs.
package struct ContentsHitsQuery: Query {
    /// The hits found.
    package struct Answer: Sendable {
        /// The first hits, in their order in the file.
        package var hits: [ContentsHit]
        /// The parts of the file that were not searched, and why: sentences without a full stop; not sanitized.
        package var problems: [String]

        package init(hits: [ContentsHit], problems: [String] = []) {
            self.hits = hits
            self.problems = problems
        }
    }

    /// The maximum number of hits; users do not look through more.
    package static let maxHits = 1_000

    /// The file.
    package let file: ItemAddress
    /// The search question.
    package let question: ContentsQuestion

    package init(_ file: ItemAddress, _ question: ContentsQuestion) {
        self.file = file
        self.question = question
    }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("find in contents", file.path) }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let pattern: ContentsPattern
        do throws(ContentsPattern.Mistake) {
            pattern = try question.pattern()
        } catch {
            throw QueryFailure(error.message, cause: error)
        }
        let search = FileContentsSearch(
            pattern, ContentsOptions(maxHits: Self.maxHits), cancellation: context.cancellation)
        var hits: [ContentsHit] = []
        do throws(FileTreeError) {
            let problems = try search.search(
                try DocumentSource(remainsOf: file.path, in: context.tree(of: file.root))
            ) { hit in
                hits.append(hit)
                return true
            }
            guard !context.cancellation.isCancelled else { return }
            answer(Answer(hits: hits, problems: problems.map(\.message)))
        } catch {
            throw QueryFailure("it cannot be searched: \(error.reason)", cause: error)
        }
    }
}
