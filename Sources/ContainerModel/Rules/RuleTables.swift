/// The rules as tables, to be compiled into a `RuleBook`.
package struct RuleTables: Sendable {
    /// The places, with their paths and rights.
    package var places: [PlaceRule]
    /// The rights that each operation needs.
    package var operations: [OperationRule]
    /// Exceptions to the operations that the rights alone allow.
    package var exceptions: [ExceptionRule]
    /// The fate of items when the system purges.
    package var purges: [PurgeRule]
    /// The files that a locked device can read.
    package var protections: [ProtectionRule]
    /// How a container is known to be an app's own.
    package var ownership: [OwnershipRule]
    /// The documents' statements about the places.
    package var citations: [PlaceCitation]
    /// Where the documents contradict each other.
    package var contradictions: [Contradiction]

    /// This program's tables.
    package static let standard = RuleTables(
        places: PlaceRule.all,
        operations: OperationRule.all,
        exceptions: ExceptionRule.all,
        purges: PurgeRule.all,
        protections: ProtectionRule.all,
        ownership: OwnershipRule.all,
        citations: PlaceCitation.all,
        contradictions: Contradiction.all
    )
}
