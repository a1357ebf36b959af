package import ContainerModel

extension AuditRule {
    /// The sentence that a rule rests on.
    package struct Basis: Hashable, Sendable {
        /// The document: "iOS Data Storage Guidelines".
        package let document: String
        /// The place in the document: "point 2"; empty where the document is about nothing else.
        package let place: String
        /// The sentence.
        package let sentence: String
        /// How near the sentence is to the document's own words.
        package let wording: Citation.Wording
        /// What a reader of the document should know besides; nil if there is nothing.
        package let remark: String?

        /// Paraphrases a document.
        package init(_ document: String, _ place: String, _ sentence: String) {
            self.init(document, place, sentence, .summary)
        }

        private init(
            _ document: String, _ place: String, _ sentence: String, _ wording: Citation.Wording, remark: String? = nil
        ) {
            (self.document, self.place, self.sentence, self.wording) = (document, place, sentence, wording)
            self.remark = remark
        }

        /// Quotes a document's own words.
        package static func verbatim(_ document: String, _ place: String, _ sentence: String) -> Basis {
            Basis(document, place, sentence, .verbatim)
        }

        /// Gives a document's words in English.
        package static func translated(_ document: String, _ place: String, _ sentence: String) -> Basis {
            Basis(document, place, sentence, .translated)
        }

        /// Adopts a statement of the tables of rules. What the project's guide quotes of Apple's guide is cited from it.
        private init(_ citation: Citation) {
            let isGuide = citation.source == .s3 && citation.wording == .verbatim
            self.init(
                isGuide ? Self.guide : citation.source.name,
                isGuide ? String(citation.heading.trimmingPrefix("Apple's ")) : citation.heading,
                citation.says, citation.wording, remark: citation.remark)
        }

        private static let guide = "File System Programming Guide"

        /// Returns the statements behind a rule of the tables, those in the documents' own words first.
        package static func of(_ rule: RuleIdentifier) -> [Basis] {
            let all = (Citation.ofRules[rule] ?? []).map { Basis($0) }
            return all.filter { $0.wording == .verbatim } + all.filter { $0.wording != .verbatim }
        }

        /// The document and the place in it.
        package var source: String { place.isEmpty ? document : "\(document), \(place)" }

        /// The source and the sentence; only a document's own words stand in quotation marks.
        package var text: String { wording.text(source, sentence, remark: remark) }
    }
}
