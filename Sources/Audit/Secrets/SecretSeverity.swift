import ContainerModel

/// A row of the table of places that make a secret there more or less serious.
struct SecretSeverity: Sendable {
    /// Where the item lies.
    enum Condition: Sendable {
        case inBundle
        case sharedWithUser
        case inGroup
        case unprotected
        case backedUp
        case purgeable
        case excluded
    }

    /// The effect on the severity of the rule.
    enum Effect: Sendable {
        case keeps
        case raises
        case lowers
    }

    let condition: Condition
    let effect: Effect
    /// The reason, as the end of a sentence.
    let reason: String

    /// All rows. The first one that raises the severity counts; else the first one that is met.
    static let all: [SecretSeverity] = [
        SecretSeverity(condition: .sharedWithUser, effect: .raises, reason: "file sharing shows the file to the user"),
        SecretSeverity(
            condition: .inGroup, effect: .raises, reason: "the developer's other apps can read the file"),
        SecretSeverity(
            condition: .unprotected, effect: .raises,
            reason: "the file is of class 4 (None), readable on a locked device"),
        SecretSeverity(condition: .inBundle, effect: .keeps, reason: "anyone with a copy of the app can read it"),
        SecretSeverity(condition: .backedUp, effect: .keeps, reason: "every backup contains it"),
        SecretSeverity(condition: .excluded, effect: .lowers, reason: "no backup contains it"),
        SecretSeverity(
            condition: .purgeable, effect: .lowers, reason: "the system may purge it, no backup contains it"),
    ]

    /// Returns the severity of a secret in an item, and the reason; nil for none.
    static func judged(
        _ severity: AuditRule.Severity, in item: AuditedItem
    ) -> (severity: AuditRule.Severity, reason: String?) {
        let met = all.filter { $0.isMet(by: item) }
        guard let row = met.first(where: { $0.effect == .raises }) ?? met.first else { return (severity, nil) }
        switch row.effect {
        case .keeps: return (severity, row.reason)
        case .raises: return (severity == .note ? .note : .error, row.reason)
        case .lowers: return (severity == .error ? .warning : .note, row.reason)
        }
    }

    private func isMet(by item: AuditedItem) -> Bool {
        switch condition {
        case .inBundle: item.container.kind == .bundle
        case .sharedWithUser: item.isSharedWithUser
        case .inGroup: item.isInGroup
        case .unprotected: item.protection == .none
        case .backedUp: item.isBackedUp
        case .purgeable: item.isPurgeable
        case .excluded: item.backup == .excluded || item.backup == .excludedByInheritance
        }
    }
}
