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

        /// Paraphrases a document.
        package init(_ document: String, _ place: String, _ sentence: String) {
            self.init(document, place, sentence, .summary)
        }

        private init(_ document: String, _ place: String, _ sentence: String, _ wording: Citation.Wording) {
            (self.document, self.place) = Self.published(document, place)
            (self.sentence, self.wording) = (sentence, wording)
        }

        /// Quotes a document's own words.
        package static func verbatim(_ document: String, _ place: String, _ sentence: String) -> Basis {
            Basis(document, place, sentence, .verbatim)
        }

        /// Gives a document's words in English.
        package static func translated(_ document: String, _ place: String, _ sentence: String) -> Basis {
            Basis(document, place, sentence, .translated)
        }

        /// Adopts a statement of the tables of rules.
        private init(_ citation: Citation) {
            let isQuoted = citation.wording == .verbatim
            switch citation.source {
            // What these quote of Apple's documents is cited from there.
            case .s3 where isQuoted:
                let place = String(citation.heading.trimmingPrefix("Apple's "))
                self.init(citation.source.name, place, citation.says, citation.wording)
            case .s0 where isQuoted && citation.heading.hasPrefix(Self.storageSection):
                self.init("iCloud Design Guide", Self.storageSection, citation.says, citation.wording)
            case .s0 where citation == .reviewGuideline:
                self.init(citation.heading, "2.23 in earlier editions", citation.says, citation.wording)
            default: self.init(citation.source.name, citation.heading, citation.says, citation.wording)
            }
        }

        private static let storageSection = "A User's iCloud Storage Is Limited"

        /// Returns a document and a place in it, by the document's title if rules call it by a code: "S4".
        private static func published(_ document: String, _ place: String) -> (document: String, place: String) {
            let parts = document.split(separator: ", ", maxSplits: 1).map(String.init)
            guard let code = parts.first, let source = Source(rawValue: code) else { return (document, place) }
            let places = parts.dropFirst() + (place.isEmpty ? [] : [place])
            return (source.name, places.joined(separator: ", "))
        }

        /// Returns the statements behind a rule of the tables, those in the documents' own words first, and of these
        /// Apple's.
        package static func of(_ rule: RuleIdentifier) -> [Basis] {
            let all = (Citation.ofRules[rule] ?? []).map { Basis($0) }
            return all.filter { $0.wording == .verbatim } + all.filter { $0.wording != .verbatim }
        }

        /// The document and the place in it.
        package var source: String { place.isEmpty ? document : "\(document), \(place)" }

        /// The source and the sentence; only a document's own words stand in quotation marks.
        package var text: String { wording.text(source, sentence, remark: nil) }
    }
}
