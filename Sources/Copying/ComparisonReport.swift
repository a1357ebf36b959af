package import ContainerModel
package import Jobs

/// How a copy compares to its original.
package struct ComparisonReport: Sendable, Equatable {
    /// Something that the original has and the copy has not.
    package struct Difference: Hashable, Sendable {
        /// What kind of difference it is.
        package enum Kind: Hashable, Sendable {
            /// Nothing stands there in the copy; so it is with FIFOs, sockets and devices, too.
            case missing
            /// Something else than in the original, as a file for a directory.
            case otherKind
            /// A file of another size.
            case otherSize
            /// A file of the same size with other bytes.
            case otherContents
            /// A link to somewhere else.
            case otherDestination
            /// It could not be compared; the system's number for the reason.
            case unreadable(Int32)
        }

        /// The item as seen from the directory that its top item stands in, in the original.
        package let path: ContainerPath
        /// What kind of difference it is.
        package let kind: Kind
    }

    /// Items that were compared, the top item among them.
    package var items = 0
    /// Logical bytes of the files among them.
    package var bytes: UInt64 = 0
    /// What is not as in the original.
    package var differences = BoundedList<Difference>()
    /// Whether it ended before its end because somebody asked for that.
    package var isCancelled = false

    /// A report of nothing.
    package init() {}

    /// Whether all of the original is in the copy, so that the original may go.
    package var isEqual: Bool { differences.isEmpty && !isCancelled && items > 0 }
}
