/// A row of the table of quotations: what a document says about the rights at a place (container-rules.md, "Citing").
package struct Quotation: Hashable, Sendable {
    /// The place.
    package var place: Place
    /// The level that it is about; nil for both.
    package var level: Level?
    /// The columns that it is about, whether it grants or denies them.
    package var rights: Rights
    /// The document.
    package var source: RuleSource
    /// The sentence in a few words.
    package var says: String
    /// Where it stands in the document.
    package var heading: String

    init(_ place: Place, _ rights: Rights, _ source: RuleSource, _ says: String, in heading: String) {
        self.init(place, nil, rights, source, says, in: heading)
    }

    init(
        _ place: Place,
        _ level: Level?,
        _ rights: Rights,
        _ source: RuleSource,
        _ says: String,
        in heading: String
    ) {
        self.place = place
        self.level = level
        self.rights = rights
        self.source = source
        self.says = says
        self.heading = heading
    }

    /// The document, where the sentence stands in it, and the sentence.
    package var text: String { "\(source.title), \(heading): \"\(says)\"" }
}

extension Quotation: Encodable {
    private enum CodingKeys: String, CodingKey { case rights, source, document, heading, says }

    /// Encodes the columns, the document by code and by name, and the sentence with its place in the document.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rights.description, forKey: .rights)
        try container.encode(source.rawValue, forKey: .source)
        try container.encode(source.title, forKey: .document)
        try container.encode(heading, forKey: .heading)
        try container.encode(says, forKey: .says)
    }
}

extension [Quotation] {
    /// Returns the rows about rights at a location, in the order of the table.
    func about(_ rights: Rights, at location: Location) -> [Quotation] {
        filter { row in
            row.place == location.place && (row.level ?? location.level) == location.level
                && !row.rights.isDisjoint(with: rights)
        }
    }

    /// Returns the documents that say something about a right at a location.
    func sources(of right: Rights, at location: Location) -> [RuleSource] {
        about(right, at: location).reduce(into: []) { if !$0.contains($1.source) { $0.append($1.source) } }
    }
}

extension RuleBook {
    /// Returns what the documents say about rights at a location, in the order of the table.
    package func quotations(at location: Location, about rights: Rights) -> [Quotation] {
        quotations(of: location.place).about(rights, at: location)
    }

    /// Returns the documents that say something about a right at a location; those of the place if none does.
    func sources(of right: Rights, at location: Location) -> [RuleSource] {
        let sources = quotations(of: location.place).sources(of: right, at: location)
        return sources.isEmpty ? rule(of: location.place).sources : sources
    }

    /// Returns the contradictions that concern a location.
    package func contradictions(at location: Location) -> [Contradiction] {
        tables.contradictions.filter {
            $0.places.contains(location.place) && ($0.level ?? location.level) == location.level
        }
    }
}
