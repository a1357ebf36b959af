/// The rules as tables, to be compiled into a `RuleBook`.
package struct RuleTables: Sendable {
    package var places: [PlaceRule]
    package var operations: [OperationRule]
    package var exceptions: [ExceptionRule]
    package var purges: [PurgeRule]
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
