/// Text that is safe to show: the one way by which names and contents from outside reach the screen.
package struct DisplayText: Hashable, Sendable {
    /// What fills one or two cells, as `Cell.text` holds it.
    package struct Cluster: Hashable, Sendable {
        let bits: UInt64
        package var isWide: Bool { bits >> 63 == 1 }
    }

    package let clusters: [Cluster]
    /// The number of cells the text takes.
    package let width: Int

    package init(_ string: String) {
        clusters = string.unicodeScalars.map { Cluster(bits: UInt64($0.value)) }
        width = clusters.count
    }
}
