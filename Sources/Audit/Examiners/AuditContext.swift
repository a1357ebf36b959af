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
    /// Whether all bytes of files are searched besides their contents, and all that can be decoded in them.
    package let searchesBytes: Bool

    /// Creates a context.
    package init(
        now: Double, evidence: EvidenceMaker = EvidenceMaker(), rules: RuleBook = .standard,
        cancellation: Cancellation = Cancellation(), meter: ProgressMeter = ProgressMeter(),
        maxInFile: Int = 100, reportsEveryPlace: Bool = false, searchesBytes: Bool = false
    ) {
        (self.now, self.evidence, self.rules) = (now, evidence, rules)
        (self.cancellation, self.meter, self.maxInFile) = (cancellation, meter, maxInFile)
        (self.reportsEveryPlace, self.searchesBytes) = (reportsEveryPlace, searchesBytes)
    }
}
