package import ContainerModel
package import Jobs

/// How a copy compares to its original.
package struct ComparisonReport: Sendable, Equatable {
    /// Something that the original has and the copy lacks.
    package struct Difference: Hashable, Sendable {
        /// The kind of a difference.
        package enum Kind: Hashable, Sendable {
            /// The item is missing in the copy, as FIFOs, sockets and devices always are.
            case missing
            /// The items are of different kinds, for example a file and a directory.
            case otherKind
            /// The files have different sizes.
            case otherSize
            /// The files have the same size but different contents.
            case otherContents
            /// The symbolic links have different targets.
            case otherDestination
            /// The items could not be compared; the system error number.
            case unreadable(Int32)
        }

        /// The item's path in the original, relative to the directory of its top-level item.
        package let path: ContainerPath
        /// The kind of the difference.
        package let kind: Kind
    }

    /// The number of items compared, including the top-level item.
    package var items = 0
    /// The logical size of the compared files in bytes.
    package var bytes: UInt64 = 0
    /// The differences found.
    package var differences = BoundedList<Difference>()
    /// Whether the comparison was cancelled before its end.
    package var isCancelled = false

    /// Creates an empty report.
    package init() {}

    /// Whether the copy contains all of the original, so that the original may be removed.
    package var isEqual: Bool { differences.isEmpty && !isCancelled && items > 0 }
}
