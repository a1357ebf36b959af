package import ContainerModel
package import Jobs

/// What all examiners share in one audit.
package struct AuditContext: Sendable {
    /// Set when the results are no longer needed.
    package let cancellation: Cancellation
    /// Masks values.
    package let evidence: EvidenceMaker
    /// The rules of the places.
    package let rules: RuleBook
    /// The time that decides what has expired and what is stale, in seconds since 1970.
    package let now: Double
    /// Counts the items and bytes that were examined.
    package let meter: ProgressMeter
    /// The most secrets of a rule in a file; more are counted.
    package let maxInFile: Int
    /// Whether a value that is at several places of a file is told for each of them.
    package let reportsEveryPlace: Bool
    /// Searches the bytes of files in place of their contents; nil to examine the contents.
    package let layerSearch: LayerSearch?
    /// Whether a file is examined. The names, links and attributes of all items are.
    package let isConcerned: @Sendable (AuditedItem) -> Bool

    /// Creates a context.
    package init(
        now: Double, evidence: EvidenceMaker = EvidenceMaker(), rules: RuleBook = .standard,
        cancellation: Cancellation = Cancellation(), meter: ProgressMeter = ProgressMeter(),
        maxInFile: Int = 100, reportsEveryPlace: Bool = false, layerSearch: LayerSearch? = nil,
        isConcerned: @escaping @Sendable (AuditedItem) -> Bool = { _ in true }
    ) {
        (self.now, self.evidence, self.rules) = (now, evidence, rules)
        (self.cancellation, self.meter, self.maxInFile) = (cancellation, meter, maxInFile)
        (self.reportsEveryPlace, self.layerSearch, self.isConcerned) = (reportsEveryPlace, layerSearch, isConcerned)
    }
}
