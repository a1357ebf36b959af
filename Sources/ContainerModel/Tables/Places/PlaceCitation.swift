/// A row of the table of citations about places: a document's statement about the rights at one, or about the system's
/// operations there (container-rules.md, "Citing").
package struct PlaceCitation: Hashable, Sendable {
    /// The place.
    package let place: Place
    /// The level that it is about; nil for both.
    package let level: Level?
    /// The columns that it is about, whether it grants or denies them; none if it is about an operation of the system.
    package let rights: Rights
    /// The operation of the system that it is about.
    package let operation: Operation?
    /// The document's statement.
    package let citation: Citation

    init(_ place: Place, _ rights: Rights, _ citation: Citation) { self.init(place, nil, rights, citation) }

    init(_ place: Place, _ level: Level?, _ rights: Rights, _ citation: Citation) {
        (self.place, self.level, self.rights, operation) = (place, level, rights, nil)
        self.citation = citation
    }

    init(_ place: Place, _ operation: Operation, _ citation: Citation) {
        (self.place, level, rights, self.operation) = (place, nil, [], operation)
        self.citation = citation
    }

    /// The columns in words, and the document's statement: "on backup: …".
    package var text: String { "on \(rights.subjects): \(citation.text)" }
}

extension Rights {
    /// The subjects of the columns: "reading, changing and backup".
    fileprivate var subjects: String {
        let columns: [(Rights, String)] = [
            (.read, "reading"), (.write, "changing"), (.delete, "deleting"), (.backup, "backup"),
        ]
        let words = columns.filter { contains($0.0) }.map(\.1)
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension PlaceCitation: Encodable {
    private enum CodingKeys: String, CodingKey { case rights }

    /// Encodes the columns and the citation.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rights.description, forKey: .rights)
        try citation.encode(to: encoder)
    }
}

extension [PlaceCitation] {
    /// Returns the rows about rights at a location, in the order of the table.
    func about(_ rights: Rights, at location: Location) -> [PlaceCitation] {
        filter { row in
            row.place == location.place && (row.level ?? location.level) == location.level
                && !row.rights.isDisjoint(with: rights)
        }
    }
}

extension RuleBook {
    /// Returns the documents' statements about rights at a location, in the order of the table.
    package func placeCitations(at location: Location, about rights: Rights) -> [PlaceCitation] {
        placeCitations(of: location.place).about(rights, at: location)
    }

    /// Returns the documents' statements about the backup of an item with the exclusion attribute.
    package func exclusionCitations(at place: Place) -> [PlaceCitation] {
        Rule.excludedIsNotRestored.citations.map { PlaceCitation(place, .backup, $0) }
    }

    /// Returns the documents' statements about rights at a location, without the columns.
    func citations(at location: Location, about rights: Rights) -> [Citation] {
        placeCitations(at: location, about: rights).map(\.citation)
    }

    /// Returns the documents' statements about an operation of the system in a place.
    func citations(of operation: Operation, at place: Place) -> [Citation] {
        placeCitations(of: place).filter { $0.operation == operation }.map(\.citation)
    }

    /// Returns the contradictions that concern a location.
    package func contradictions(at location: Location) -> [Contradiction] {
        tables.contradictions.filter {
            $0.places.contains(location.place) && ($0.level ?? location.level) == location.level
        }
    }
}
