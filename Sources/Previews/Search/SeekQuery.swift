import ContainerModel
package import Documents
import Jobs
package import Queries

/// A query for a place in a file, or in a value inside it: where a text occurs, or the place with a number.
package struct SeekQuery: Query {
    /// The goal of the search.
    package enum Goal: Hashable, Sendable {
        case text(TextSearch, SearchStart)
        case target(PreviewTarget)
    }

    /// The place.
    package struct Answer: Sendable {
        /// The place; nil if there is none.
        package var match: PreviewMatch?
        /// Whether the search went past the end, or the beginning, and on from the other one.
        package var isWrapped = false
        /// Why nothing could be looked for; not sanitized.
        package var failure: String?

        package init(match: PreviewMatch? = nil, failure: String? = nil) {
            self.match = match
            self.failure = failure
        }
    }

    /// The subject of the search.
    package let subject: ViewQuery.Subject
    /// How it is laid out.
    package let request: PageRequest
    /// The goal of the search.
    package let goal: Goal

    package init(_ subject: ViewQuery.Subject, _ request: PageRequest, _ goal: Goal) {
        self.subject = subject
        self.request = request
        self.goal = goal
    }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("search", subject.file.path) }

    /// Longer than any user waits; pressing another key gives up.
    private static let milliseconds: UInt64 = 3_600_000

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        var limits = DocumentLimits(cancellation: context.cancellation, milliseconds: Self.milliseconds)
        limits.progress = context.progress
        let found: Answer
        do throws(QueryFailure) {
            found = look(in: try subject.open(in: context, within: limits).preview.content, within: limits)
        } catch {
            found = Answer(failure: error.message)
        }
        guard !context.cancellation.isCancelled else { return }
        answer(found)
    }

    /// Looks for the place in contents.
    package func look(in content: any PreviewContent, within limits: DocumentLimits) -> Answer {
        do throws(DocumentFailure) {
            switch goal {
            case .target(let target): return Answer(match: try content.match(for: target, in: request, within: limits))
            case .text(let search, let start):
                var found = Answer(match: try content.find(search, start, in: request, within: limits))
                // A search from the beginning has seen everything.
                let isAll = start == SearchStart(.line(0))
                guard found.match == nil, !isAll, !limits.mustStop else { return found }
                let other = SearchStart(.line(start.isBackwards ? .max : 0), isBackwards: start.isBackwards)
                found.match = try content.find(search, other, in: request, within: limits)
                found.isWrapped = true
                return found
            }
        } catch {
            return Answer(failure: error.reason)
        }
    }
}
