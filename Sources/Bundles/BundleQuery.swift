package import Queries

/// A query for the anatomy of a container's bundle. The answer is lines of text; not sanitized.
package struct BundleQuery: Query {
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("examine the bundle") }

    package init() {}

    package func run(in context: QueryContext, answer: @escaping @Sendable ([String]) -> Void) {
        guard let anatomy = BundleAnatomy(of: context.container) else {
            return answer(["This container holds no app's bundle."])
        }
        answer(anatomy.lines.map { "\($0.label): \($0.text)" })
    }
}
