import ContainerModel
import FileTree
import Formats

extension ValueNode {
    /// The maximum number of characters of a string in a row.
    private static let maxCharacters = 300

    /// The value and its type as displayed. Not sanitized.
    package var summary: (value: String, kind: String) {
        switch value {
        case .list(let title), .record(let title):
            ("", "\(title), \(Pluralized.items(childCount))")
        case .null: ("null", "")
        case .boolean(let value): (value ? "true" : "false", "boolean")
        case .integer(let number): ("\(number)", "integer")
        case .wide(let number): ("\(number)", "integer")
        case .real(let number): ("\(number)", "real")
        case .number(let text): (text, "number")
        case .string(let text): ("\"\(text.prefix(Self.maxCharacters))\"", "string")
        case .date(let date): (date.text, "date")
        case .data(let bytes): (Self.hex(bytes), DocumentValue.kind(ofData: bytes, count: bytes.count))
        case .reference(let text): (text, "reference")
        case .shared(let path): ("to \(path)", "reference")
        case .missing(let number): ("to object \(number), which is missing", "reference")
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        "<\(bytes.prefix(16).hexadecimal())\(bytes.count > 16 ? "…" : "")>"
    }

    /// Returns whether a text occurs in the name or the value.
    package func matches(_ search: TextSearch) -> Bool {
        if search.occurs(in: name) { return true }
        switch value {
        case .list, .record: return false
        case .string(let text): return search.occurs(in: text)
        case .data(let bytes): return search.occurs(in: bytes)
        default: return search.occurs(in: summary.value)
        }
    }

    /// Whether the value can be opened on its own: data, text that does not fit in a row or may be JSON, and what leads
    /// elsewhere.
    package var opens: Bool {
        guard destination == nil, source == nil else { return true }
        switch value {
        case .data(let bytes): return !bytes.isEmpty
        case .string(let text): return text.utf8.count > 60 || text.contains("\n") || Self.looksLikeJSON(text)
        default: return false
        }
    }

    /// Whether a text has the brackets of a JSON array or object around it.
    private static func looksLikeJSON(_ text: String) -> Bool {
        let text = text.utf8.drop { $0 == 0x20 }
        guard text.count > 2, let first = text.first, let last = text.last(where: { $0 != 0x20 }) else { return false }
        return (first, last) == (0x7b, 0x7d) || (first, last) == (0x5b, 0x5d)
    }

    /// The value as it is copied; nil for a group.
    package var copied: [UInt8]? {
        switch value {
        case .list, .record: nil
        case .string(let text): Array(text.utf8)
        case .data(let bytes): Array(bytes.hexadecimal().utf8)
        default: Array(summary.value.utf8)
        }
    }

    /// Returns the value as a separate document; for a group, its children.
    /// - Parameter decoders: The decoder processes of the container that the value is from; nil if it is not known.
    func opened(
        as form: DocumentForm, within limits: DocumentLimits, _ decoders: ContainerDecoders.Provider?
    ) -> Document {
        if let source {
            var document = DocumentReaders.read(source, as: form, within: limits)
            document.value = self
            document.decoders = decoders ?? document.decoders
            return document
        }
        let bytes: [UInt8]
        switch value {
        case .data(let data): bytes = data
        case .string(let text): bytes = storedText ?? Array(text.utf8)
        default:
            let (value, kind) = summary
            let title = [value, kind].filter { !$0.isEmpty }.joined(separator: ", ")
            var document = Document(title, contents: .tree(ValueTree(root: self)))
            document.value = self
            document.decoders = decoders
            document.unreadValues = loss.map { [$0] } ?? []
            return document
        }
        let file = DocumentSource(Array(name.utf8), bytes: bytes, decoders: decoders)
        var document = DocumentReaders.read(file, as: form, within: limits)
        document.bytes = bytes
        document.value = self
        return document
    }
}
