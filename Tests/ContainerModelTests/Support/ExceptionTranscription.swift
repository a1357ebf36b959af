import ContainerModel

/// The document's exceptions, copied by hand: what happens, where, to whom, by which source.
enum ExceptionTranscription {
    static let lines = [
        "documents.delete-empties | documents directory item | app user | becomes | S0",
        "inbox.delete-empties | inbox directory item | app user | becomes | S0",
        "inbox.edit-moves-out | inbox contents item | app | becomes | S3",
        "caches.delete-empties | caches directory item | app | becomes | SB",
        "library.stays | library directory item | app | refused | S0",
        "preferences.stays | preferences directory item | app | refused | S0",
        "app-group.stays | appGroup directory item | app | refused | S2",
        "inbox.made-by-system | inbox directory result | app user | refused | S0",
        "home.nothing-added | home directory receiver | app | refused | S0",
        "bundle.sealed | bundle both item | app | refused | S0 S2 S3",
        "bundle.sealed | bundle both receiver | app | refused | S0 S2 S3",
        "bundle.seal-breaks | bundle both item | owner | warned | S0 S2 S3",
        "bundle.seal-breaks | bundle both receiver | owner | warned | S0 S2 S3",
        "preferences.use-defaults | preferences contents item | app | warned | S0 S2",
        "preferences.use-defaults | preferences contents result | app | warned | S0 S2",
        "frameworks.not-installed | frameworks both result | app | warned | S2",
        "documents.shared-database | documents contents result | app | warned | S0",
        "icloud.no-store | iCloud contents result | app | warned | S0",
        "application-support.subdirectory | applicationSupport directory receiver | app | warned | S0 S2",
    ]

    static func line(of row: ExceptionRule) -> String {
        let outcome =
            switch row.outcome {
            case .becomes: "becomes"
            case .refused: "refused"
            case .warned: "warned"
            }
        let level = row.level?.rawValue ?? "both"
        let actors = row.actors.map(\.rawValue).joined(separator: " ")
        let sources = row.identifier.sources.map(\.rawValue).joined(separator: " ")
        return "\(row.identifier.rawValue) | \(row.place) \(level) \(row.subject) | \(actors) | \(outcome) | \(sources)"
    }
}
