import ContainerModel
import Documents
import FileTree
import Formats
import Jobs

/// Values inside files, and files that are compared with such values.
extension SideComparison {
    static func compareDocuments(
        _ before: ComparedSide, _ after: ComparedSide, _ options: ComparisonOptions, _ cancellation: Cancellation,
        _ receive: @escaping (Difference) -> Bool
    ) throws(FileTreeError) -> ComparisonSummary {
        var summary = ComparisonSummary()
        summary.items = 1
        let name = after.name
        let contents = ContentsComparison(options, cancellation: cancellation) { difference in
            var difference = difference
            difference.name = name
            return receive(difference)
        }
        let (one, other) = (
            try document(of: before, within: contents.limits), try document(of: after, within: contents.limits)
        )
        try contents.compareDocuments(one, other)
        summary.differences = contents.count
        return summary
    }

    private static func document(
        of side: ComparedSide, within limits: DocumentLimits
    ) throws(FileTreeError) -> Document {
        switch side {
        case .document(let document, _): document
        case .item(let path, let tree, _): DocumentReaders.read(try DocumentSource(path, in: tree), within: limits)
        }
    }
}

extension ComparedSide {
    /// The name of the item, or the path that was given.
    fileprivate var name: [UInt8] {
        switch self {
        case .item(let path, _, _): Array(path.lastComponent ?? [0x2e])
        case .document(_, let name): name
        }
    }
}
