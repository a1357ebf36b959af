/// Where a rule is written down (container-rules.md, first paragraph).
package enum RuleSource: String, CaseIterable, Codable, Sendable {
    /// The talk on the sandbox and its containers.
    case s0 = "S0"
    /// iOS Data Storage Guidelines.
    case s1 = "S1"
    /// Notes on the iOS file system after Apple's guide.
    case s2 = "S2"
    /// The guide's table of directories, quoted and translated.
    case s3 = "S3"
    /// Application state and its snapshots.
    case s4 = "S4"
    /// Apple's File System Programming Guide, Table 1-1.
    case fileSystemProgrammingGuide = "FSPG"
    /// The sandbox profile of iOS, as published analyses show it.
    case sandboxProfile = "SB"
    /// The manifest of a real iOS 14 backup.
    case backupManifest = "MB"
}

/// A rule as it is quoted to people.
package struct RuleCitation: Hashable, Sendable {
    /// Stable from release to release: `inbox.contents.modify`.
    package var identifier: String
    /// One sentence.
    package var sentence: String
    /// Where the rule is written down.
    package var sources: [RuleSource]

    package init(identifier: String, sentence: String, sources: [RuleSource]) {
        self.identifier = identifier
        self.sentence = sentence
        self.sources = sources
    }
}
