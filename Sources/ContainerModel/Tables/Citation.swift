/// A statement of a document, and its source (container-rules.md, "Citing").
package struct Citation: Hashable, Sendable {
    /// How near the words are to the document's own.
    package enum Wording: String, CaseIterable, Codable, Sendable {
        /// The document's own words; only these stand in quotation marks.
        case verbatim
        /// The document's words in English; they are in another language there.
        case translated
        /// A paraphrase of the document: check marks, several sentences, or a document without text.
        case summary

        /// Returns what a document says: only its own words stand in quotation marks, and a remark in brackets.
        /// - Parameter place: The document, and where it stands there.
        package func text(_ place: String, _ says: String, remark: String?) -> String {
            let words =
                switch self {
                case .verbatim: "\(place): \"\(says)\""
                case .translated: "\(place), in translation: \(says)"
                case .summary: "\(place): \(says)"
                }
            return words + (remark.map { " [\($0)]" } ?? "")
        }
    }

    /// The document.
    package var source: Source
    /// Where it stands in the document.
    package var heading: String
    /// How near the words are to the document's own.
    package var wording: Wording
    /// The words.
    package var says: String
    /// What a reader of the document should know besides, such as an error in a translation; nil if there is nothing.
    package var remark: String?

    private init(_ source: Source, _ heading: String, _ wording: Wording, _ says: String, remark: String? = nil) {
        self.source = source
        self.heading = heading
        self.wording = wording
        self.says = says
        self.remark = remark
    }

    /// Quotes a document's own words.
    static func verbatim(_ source: Source, _ heading: String, _ says: String, remark: String? = nil) -> Citation {
        Citation(source, heading, .verbatim, says, remark: remark)
    }

    /// Gives a document's words in English.
    static func translated(_ source: Source, _ heading: String, _ says: String) -> Citation {
        Citation(source, heading, .translated, says)
    }

    /// Paraphrases a document.
    static func summary(_ source: Source, _ heading: String, _ says: String) -> Citation {
        Citation(source, heading, .summary, says)
    }

    /// The document, where the words stand in it, and the words.
    package var text: String { text(from: source.title) }

    /// The same without the document's code.
    package var plainText: String { text(from: source.name) }

    private func text(from document: String) -> String {
        wording.text("\(document), \(heading)", says, remark: remark)
    }
}

extension Citation: Encodable {
    enum CodingKeys: String, CodingKey { case source, document, heading, wording, says, remark }

    /// Encodes the document by code and by name, where the words stand in it, how near they are to its own, and the
    /// remark if there is one.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source.rawValue, forKey: .source)
        try container.encode(source.title, forKey: .document)
        try container.encode(heading, forKey: .heading)
        try container.encode(wording, forKey: .wording)
        try container.encode(says, forKey: .says)
        try container.encodeIfPresent(remark, forKey: .remark)
    }
}

extension [Citation] {
    /// The documents, each once.
    var sources: [Source] { reduce(into: []) { if !$0.contains($1.source) { $0.append($1.source) } } }
}
