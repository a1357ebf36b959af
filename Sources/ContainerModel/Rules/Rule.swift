/// A rule as presented to users: a sentence, and the documents' statements about it.
package struct Rule: Hashable, Sendable {
    /// The identifier.
    package let identifier: RuleIdentifier
    /// The rule in one sentence.
    package var sentence: String
    /// The documents that state the rule, each once.
    package let sources: [Source]
    private let placeCitations: [Citation]?
    // The place that fills in the marks of the identifier.
    private let place: Place?
    private let level: Level?
    private let operation: Operation?

    /// Creates a rule that rests on the citations of its identifier.
    /// - Parameter sources: The documents that state this sentence, if they are not all that are cited.
    init(_ identifier: RuleIdentifier, _ sentence: String, sources: [Source]? = nil) {
        assert(Citation.ofRules[identifier] != nil || RuleIdentifier.withoutCitation[identifier] != nil)
        self.identifier = identifier
        self.sentence = sentence
        self.sources = sources ?? identifier.sources
        placeCitations = nil
        (place, level, operation) = (nil, nil, nil)
    }

    /// Creates a rule about a place, which rests on citations about that place.
    /// - Parameter citations: The documents' statements; none where they do not mention it.
    init(
        _ identifier: RuleIdentifier,
        at place: Place? = nil,
        on level: Level? = nil,
        for operation: Operation? = nil,
        _ sentence: String,
        citing citations: [Citation]
    ) {
        self.identifier = identifier
        self.sentence = sentence
        sources = citations.sources
        placeCitations = citations
        (self.place, self.level, self.operation) = (place, level, operation)
    }

    /// The identifier as printed: `inbox.contents.modify`.
    package var name: String {
        guard identifier.rawValue.contains("<") else { return identifier.rawValue }
        return identifier.rawValue.replacing("<place>", with: place?.rawValue ?? "")
            .replacing("<level>", with: level?.rawValue ?? "")
            .replacing("<operation>", with: operation?.rawValue ?? "")
    }

    /// The documents' statements, with their sources, Apple's first.
    package var citations: [Citation] {
        placeCitations?.applesFirst(by: \.source) ?? Citation.ofRules[identifier] ?? []
    }

    /// The sentence followed by the first document that states it, by name: "… (iOS Data Storage Guidelines)".
    package var text: String { text(more: nil) }

    /// Returns the sentence, the first document that states it, and how the reader gets the others if there are any:
    /// "… (iOS Data Storage Guidelines; more: explain --sources)".
    package func text(more: String?) -> String {
        guard let first = sources.firstName else { return sentence }
        return "\(sentence) (\(first)\(more.map { citations.count > 1 ? "; more: \($0)" : "" } ?? ""))"
    }
}

extension Rule: Encodable {
    private enum CodingKeys: String, CodingKey { case identifier, sentence, sources, documents, quotations }

    /// Encodes the rule, with the documents by code and by name.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .identifier)
        try container.encode(sentence, forKey: .sentence)
        try container.encode(sources, forKey: .sources)
        try container.encode(sources.map(\.title), forKey: .documents)
        try container.encode(citations, forKey: .quotations)
    }
}
