/// Like which place the system purges here.
package enum PurgePolicy: String, CaseIterable, Codable, Sendable {
    case never
    case likeTmp
    case likeCaches
}

/// What makes the system purge.
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

/// What a purge does to an item.
package enum PurgeFate: String, CaseIterable, Codable, Sendable {
    case kept
    /// Goes in a simulation, marked as "may".
    case mayGo
    case goes
}

/// One row of the table of purges (container-rules.md, "Purge").
package struct PurgeRule: Hashable, Sendable {
    /// The column of the document.
    package var policy: PurgePolicy
    /// The row of the document.
    package var event: PurgeEvent
    /// What becomes of the files and directories in the place.
    package var contents: PurgeFate
    /// What becomes of the place's own directory.
    package var directory: PurgeFate
    /// Where it is written down.
    package var sources: [RuleSource]

    /// Every cell of the document, row by row. A policy without a row is never purged.
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
