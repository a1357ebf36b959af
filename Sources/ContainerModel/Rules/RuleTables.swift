/// The rules as tables, to be compiled into a `RuleBook`.
package struct RuleTables: Sendable {
    /// What is where, and what may be done there.
    package var places: [PlaceRule]
    /// What each operation needs.
    package var operations: [OperationRule]
    /// Where the rights alone do not say what happens.
    package var exceptions: [ExceptionRule]
    /// What goes when.
    package var purges: [PurgeRule]
    /// Which files a locked device can read.
    package var protections: [ProtectionRule]

    /// The tables of this program.
    package static let standard = RuleTables(
        places: PlaceRule.all,
        operations: OperationRule.all,
        exceptions: ExceptionRule.all,
        purges: PurgeRule.all,
        protections: ProtectionRule.all
    )
}
