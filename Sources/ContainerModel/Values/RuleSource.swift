/// A document that states rules (container-rules.md, first paragraph).
package enum RuleSource: String, CaseIterable, Codable, Sendable {
    /// The talk on the sandbox and its containers.
    case s0 = "S0"
    /// iOS Data Storage Guidelines.
    case s1 = "S1"
    /// Notes on the iOS file system, after Apple's guide.
    case s2 = "S2"
    /// The guide's table of directories, quoted and translated.
    case s3 = "S3"
    /// Application state and its snapshots.
    case s4 = "S4"
    /// Apple's File System Programming Guide, Table 1-1.
    case fileSystemProgrammingGuide = "FSPG"
    /// The sandbox profile of iOS, as in published analyses.
    case sandboxProfile = "SB"
    /// The manifest of a real iOS 14 backup.
    case backupManifest = "MB"
}

/// A rule as quoted to users.
package struct RuleCitation: Hashable, Sendable, Encodable {
    /// The identifier, stable across releases: `inbox.contents.modify`.
    package var identifier: String
    /// The rule in one sentence.
    package var sentence: String
    /// The documents that state the rule.
    package var sources: [RuleSource]

    package init(identifier: String, sentence: String, sources: [RuleSource]) {
        self.identifier = identifier
        self.sentence = sentence
        self.sources = sources
    }

    /// The sentence followed by its sources.
    package var text: String {
        sources.isEmpty ? sentence : "\(sentence) (\(sources.map(\.rawValue).joined(separator: ", ")))"
    }
}
