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
    /// Apple Platform Security, "Data Protection classes".
    case platformSecurity = "APS"
    /// Apple's documentation of `FileProtectionType`.
    case fileProtectionType = "FPT"
    /// Containers downloaded from devices.
    case realContainers = "RC"
}

extension RuleSource {
    /// The document's name, with its code if it is one of the project's.
    package var title: String {
        switch self {
        case .s0: "the project's document on the sandbox (S0)"
        case .s1: "iOS Data Storage Guidelines (S1)"
        case .s2: "the project's notes on the iOS file system (S2)"
        case .s3: "the project's guide to an app's own sandbox (S3)"
        case .s4: "the project's document on launch images and snapshots (S4)"
        case .fileSystemProgrammingGuide: "File System Programming Guide, Table 1-1"
        case .sandboxProfile: "the iOS sandbox profile in published analyses (SB)"
        case .backupManifest: "the manifest of a real iOS 14 backup (MB)"
        case .platformSecurity: "Apple Platform Security, \"Data Protection classes\""
        case .fileProtectionType: "Apple's documentation of FileProtectionType"
        case .realContainers: "containers downloaded from devices"
        }
    }

    /// Returns documents by name: "A; B". Empty for none.
    package static func names(of sources: [RuleSource]) -> String {
        sources.map(\.title).joined(separator: "; ")
    }
}

/// A rule as quoted to users.
package struct RuleCitation: Hashable, Sendable, Encodable {
    /// The identifier, stable across releases: `inbox.contents.modify`.
    package var identifier: String
    /// The rule in one sentence.
    package var sentence: String
    /// The documents that state the rule.
    package var sources: [RuleSource]
    private let passages: [Passage]?

    /// Creates a citation of a rule whose passages are in their table.
    package init(identifier: String, sentence: String, sources: [RuleSource]) {
        self.identifier = identifier
        self.sentence = sentence
        self.sources = sources
        passages = nil
    }

    /// Creates a citation of what passages say.
    init(identifier: String, sentence: String, passages: [Passage]) {
        self.identifier = identifier
        self.sentence = sentence
        sources = passages.sources
        self.passages = passages
    }

    /// What the documents say, and where.
    package var quotations: [Passage] { passages ?? (sources.isEmpty ? [] : Passage.ofRules[identifier] ?? []) }

    private enum CodingKeys: String, CodingKey { case identifier, sentence, sources, documents, quotations }

    /// Encodes the rule, with the documents by code and by name.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(sentence, forKey: .sentence)
        try container.encode(sources, forKey: .sources)
        try container.encode(sources.map(\.title), forKey: .documents)
        try container.encode(quotations, forKey: .quotations)
    }

    /// The sentence followed by the documents that state it, by name.
    package var text: String {
        sources.isEmpty ? sentence : "\(sentence) (\(RuleSource.names(of: sources)))"
    }
}
