/// A row of the table of quotations: what a document says about the rights at a place (container-rules.md, "Citing").
package struct Quotation: Hashable, Sendable {
    /// The place.
    package var place: Place
    /// The level that it is about; nil for both.
    package var level: Level?
    /// The columns that it is about, whether it grants or denies them.
    package var rights: Rights
    /// What the document says.
    package var passage: Passage

    init(_ place: Place, _ rights: Rights, _ passage: Passage) { self.init(place, nil, rights, passage) }

    init(_ place: Place, _ level: Level?, _ rights: Rights, _ passage: Passage) {
        self.place = place
        self.level = level
        self.rights = rights
        self.passage = passage
    }

    /// What it is about, in words, and the passage: "on backup: …".
    package var text: String { "on \(rights.subjects): \(passage.text)" }
}

extension Rights {
    /// What the columns are about: "reading, changing and backup".
    fileprivate var subjects: String {
        let columns: [(Rights, String)] = [
            (.read, "reading"), (.write, "changing"), (.delete, "deleting"), (.backup, "backup"),
        ]
        let words = columns.filter { contains($0.0) }.map(\.1)
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Quotation: Encodable {
    private enum CodingKeys: String, CodingKey { case rights }

    /// Encodes the columns and the passage.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rights.description, forKey: .rights)
        try passage.encode(to: encoder)
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
}

extension RuleBook {
    /// Returns what the documents say about rights at a location, in the order of the table.
    package func quotations(at location: Location, about rights: Rights) -> [Quotation] {
        quotations(of: location.place).about(rights, at: location)
    }

    /// Returns what the documents say about rights at a location, without the columns.
    func passages(at location: Location, about rights: Rights) -> [Passage] {
        quotations(at: location, about: rights).map(\.passage)
    }

    /// Returns the contradictions that concern a location.
    package func contradictions(at location: Location) -> [Contradiction] {
        tables.contradictions.filter {
            $0.places.contains(location.place) && ($0.level ?? location.level) == location.level
        }
    }
}
