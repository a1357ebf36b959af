/// When the system purges a place.
package enum PurgePolicy: String, CaseIterable, Codable, Sendable {
    case never
    case likeTmp
    case likeCaches
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
    /// The device is restored from a backup.
    case restore
}

/// The effect of a purge on an item.
package enum PurgeFate: String, CaseIterable, Codable, Sendable {
    case kept
    /// May be purged; removed in a simulation, marked as "may".
    case mayGo
    case goes
}

/// A row of the table of purges (container-rules.md, "Purge").
package struct PurgeRule: Hashable, Sendable {
    /// The column in the document.
    package var policy: PurgePolicy
    /// The row in the document.
    package var event: PurgeEvent
    /// The fate of the files and directories in the place.
    package var contents: PurgeFate
    /// The fate of the place's own directory.
    package var directory: PurgeFate
    /// The documents that state the rule.
    package var sources: [RuleSource]

    /// All cells of the document, row by row. A policy without a row is never purged.
    package static let all: [PurgeRule] = [
        PurgeRule(policy: .likeTmp, event: .appRunning, contents: .kept, directory: .kept, sources: [.s0]),
        PurgeRule(policy: .likeTmp, event: .idle, contents: .mayGo, directory: .kept, sources: [.s0, .s2, .s3]),
        PurgeRule(policy: .likeTmp, event: .lowStorage, contents: .goes, directory: .kept, sources: [.s0]),
        PurgeRule(policy: .likeTmp, event: .appUpdate, contents: .goes, directory: .kept, sources: [.s0]),
        PurgeRule(policy: .likeTmp, event: .restore, contents: .goes, directory: .kept, sources: [.s0]),
        PurgeRule(policy: .likeCaches, event: .appRunning, contents: .kept, directory: .kept, sources: [.s0, .s2]),
        PurgeRule(policy: .likeCaches, event: .idle, contents: .kept, directory: .kept, sources: [.s0]),
        PurgeRule(policy: .likeCaches, event: .lowStorage, contents: .goes, directory: .goes, sources: [.s2, .s3]),
        PurgeRule(policy: .likeCaches, event: .appUpdate, contents: .mayGo, directory: .kept, sources: [.s0]),
        PurgeRule(
            policy: .likeCaches,
            event: .restore,
            contents: .mayGo,
            directory: .kept,
            sources: [.s0, .fileSystemProgrammingGuide]
        ),
    ]
}
