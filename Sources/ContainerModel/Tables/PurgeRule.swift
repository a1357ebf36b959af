/// When the system purges a place.
package enum PurgePolicy: String, CaseIterable, Codable, Sendable {
    case never
    case likeTmp
    case likeCaches

    /// What the system does to items that are purged like this, in one sentence; nil if it purges none.
    package var sentence: String? {
        switch self {
        case .never: nil
        case .likeTmp: "The system will purge it at some time while the app is not running."
        case .likeCaches: "The system may purge it while the app is not running."
        }
    }
}

/// An event that makes the system purge.
package enum PurgeEvent: String, CaseIterable, Codable, Sendable {
    /// Nothing is purged while the app runs.
    case appRunning
    /// The app is not running.
    case idle
    /// The app is not running and disk space is low.
    case lowStorage
    case appUpdate
    /// The device is restored from a backup, which removes exactly what the backup lacks.
    case restore
}

/// The effect of a purge on an item.
package enum PurgeFate: String, CaseIterable, Codable, Sendable {
    case kept
    /// May be purged; removed in a simulation, marked as "may".
    case mayGo
    /// Will be purged at a time of the system's choosing; removed in a simulation, marked as "will".
    case willGo
    /// Gone with the event.
    case goes
}

/// A row of the table of purges (container-rules.md, "Purge"). A restore has none: it removes whatever the backup
/// lacks.
package struct PurgeRule: Hashable, Sendable {
    /// The column in the document.
    package var policy: PurgePolicy
    /// The row in the document.
    package var event: PurgeEvent
    /// The fate of the files and directories in the place.
    package var contents: PurgeFate
    /// The fate of the place's own directory.
    package var directory: PurgeFate
    /// The identifier, stable across releases.
    package var identifier: RuleIdentifier
    /// The cell in one sentence.
    package var sentence: String

    /// The rule, with the documents' statements about it.
    var rule: Rule { Rule(identifier, sentence) }

    /// All cells of the document, row by row. A policy without a row is never purged.
    package static let all: [PurgeRule] = [
        PurgeRule(
            policy: .likeTmp, event: .appRunning, contents: .kept, directory: .kept,
            identifier: .tmpWhileRunning,
            sentence: "While the app runs, nothing in tmp is purged."),
        PurgeRule(
            policy: .likeTmp, event: .idle, contents: .willGo, directory: .kept,
            identifier: .tmpWhileIdle,
            sentence: "While the app is not running, the system will purge tmp periodically; when is up to the system."),
        PurgeRule(
            policy: .likeTmp, event: .lowStorage, contents: .mayGo, directory: .kept,
            identifier: .tmpOnLowStorage,
            sentence: "When disk space is low and the app is not running, the system may purge tmp."),
        PurgeRule(
            policy: .likeTmp, event: .appUpdate, contents: .kept, directory: .kept,
            identifier: .tmpOnUpdate,
            sentence: "No document says that an update purges tmp; the system will do so periodically while the app is "
                + "not running."),
        PurgeRule(
            policy: .likeCaches, event: .appRunning, contents: .kept, directory: .kept,
            identifier: .cachesWhileRunning,
            sentence: "While the app runs, nothing in Caches is purged."),
        PurgeRule(
            policy: .likeCaches, event: .idle, contents: .kept, directory: .kept,
            identifier: .cachesWhileIdle,
            sentence:
                "Lack of space, a restore and an update are named as reasons to purge Caches; that the app is idle is not."
        ),
        PurgeRule(
            policy: .likeCaches, event: .lowStorage, contents: .mayGo, directory: .mayGo,
            identifier: .cachesOnLowStorage,
            sentence: "When disk space is low and the app is not running, the system may delete Caches, even the "
                + "directory itself."),
        PurgeRule(
            policy: .likeCaches, event: .appUpdate, contents: .mayGo, directory: .kept,
            identifier: .cachesOnUpdate,
            sentence: "When the app is updated, the system may delete files in Caches."),
    ]
}
