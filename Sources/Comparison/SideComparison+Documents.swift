import ContainerModel
package import Documents
package import FileTree
import Formats
package import Jobs

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
        } uncompared: {
            summary.problems.append(.init(path: .root, isBefore: $1, reason: $0, isDamage: true))
        }
        let (one, other) = (
            try document(of: before, within: contents.limits), try document(of: after, within: contents.limits)
        )
        try contents.compareDocuments(one, other)
        summary.differences = contents.count
        return summary
    }

    /// Compares the bytes of two archives that belong to none of their items, where the archives are the sides: a side begins in
    /// them.
    /// - Parameter isSame: Whether their items are the same; then the bytes as a whole tell what is not known otherwise.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    /// - Returns: The number of differences.
    package static func compareBeside(
        _ before: DocumentSource, _ after: DocumentSource, isSame: Bool, _ options: ComparisonOptions,
        cancellation: Cancellation, _ receive: @escaping (Difference) -> Bool
    ) throws(FileTreeError) -> Int {
        let contents = ContentsComparison(options, cancellation: cancellation) { difference in
            var difference = difference
            difference.name = after.name
            return receive(difference)
        }
        let one = DocumentReaders.read(before, within: contents.limits)
        let other = DocumentReaders.read(after, within: contents.limits)
        let isKnown = try contents.compareBeside(one, other, at: []) && one.losses.isEmpty && other.losses.isEmpty
        if !isKnown, isSame, contents.count == 0 {
            try contents.reportBytes(before, after, at: [], note: "its items are the same")
        }
        return contents.count
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
