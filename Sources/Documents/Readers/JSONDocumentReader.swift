import ContainerModel
import Formats

/// Reads JSON, and files with a JSON text on each line, as trees.
struct JSONDocumentReader: DocumentReader {
    /// The suffixes of JSON lines.
    private static let lineSuffixes = [".jsonl", ".ndjson"]

    var escape: UInt8? { 0x5c }

    func recognizes(_ file: DocumentSource) -> Bool {
        if TextEncoding.beginsJSONGroup(file.head) { return true }
        guard file.hasSuffix(".json") || Self.lineSuffixes.contains(where: { file.hasSuffix($0) }) else { return false }
        return file.head.contains { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    }

    /// Returns whether a source begins as an array or an object does, and its name does not promise several texts.
    static func isOneText(_ file: DocumentSource) -> Bool {
        guard let first = file.head.first(where: { $0 > 0x20 }), first == 0x7b || first == 0x5b else { return false }
        return !lineSuffixes.contains { file.hasSuffix($0) }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let text = try Text(file)
        do throws(FormatError) {
            if Self.lineSuffixes.contains(where: { file.hasSuffix($0) }) {
                let (texts, isRepaired) = try JSONReader.readLinesTellingRepairs(text.bytes)
                return text.lines(texts, isRepaired)
            }
            let (value, isRepaired) = try JSONReader.readTellingRepairs(text.bytes)
            return text.document("JSON", ValueTree(root: ValueNode("root", json: value)), isRepaired)
        } catch {
            // What is too large is JSON as far as it was read. A text that begins with a bracket need not be any.
            guard file.hasSuffix(".json") || error.isLimit else {
                do throws(FormatError) {
                    let (texts, isRepaired) = try JSONReader.readLinesTellingRepairs(text.bytes)
                    return text.lines(texts, isRepaired)
                } catch {
                    throw error.isLimit ? DocumentFailure(error, in: "JSON lines", damaged: "") : .otherKind
                }
            }
            // Apps name their logs like that, too.
            if let (texts, isRepaired) = try? JSONReader.readLinesTellingRepairs(text.bytes, onLines: true),
                texts.count > 1
            {
                return text.lines(texts, isRepaired)
            }
            throw DocumentFailure(error, in: "JSON", damaged: "damaged JSON", showsOffset: true)
        }
    }

    /// A text in any encoding.
    private struct Text {
        /// The bytes in a form of Unicode.
        let bytes: [UInt8]
        /// The name of the encoding; nil for the usual one.
        private let encoding: String?
        private let remark: String?

        init(_ file: DocumentSource) throws(DocumentFailure) {
            let bytes = try file.whole(limit: JSONReader.maxBytes, as: "JSON")
            let form = TextEncoding(ofJSON: bytes)
            // Old programs wrote it in the encoding of their system.
            if form == .utf8, let detection = file.text, !detection.encoding.isUnicode {
                self.bytes = detection.utf8(bytes, isWhole: true)
                (encoding, remark) = (detection.encoding.title, detection.remark)
            } else {
                self.bytes = bytes
                (encoding, remark) = (form == .utf8 ? nil : form.title, nil)
            }
        }

        /// - Parameter isRepaired: Whether characters that are no Unicode were read as others.
        func document(_ title: String, _ tree: ValueTree, _ isRepaired: Bool) -> Document {
            var document = Document(
                title + (encoding.map { ", \($0)" } ?? ""), remarks: remark.map { [$0] } ?? [], contents: .tree(tree))
            document.isWhole = true
            if isRepaired {
                document.addRepair("half surrogates or bytes that are not UTF-8")
                document.byteSearch = .ifNothingIsFound
            }
            return document
        }

        func lines(_ texts: [JSONValue], _ isRepaired: Bool) -> Document {
            let nodes = texts.enumerated().map { ValueNode("\($0.offset)", json: $0.element) }
            var document = document("JSON lines", ValueTree(nodes), isRepaired)
            document.title += ", \(Pluralized.items(nodes.count))"
            return document
        }
    }
}

extension FormatError {
    /// Whether a limit was reached, and nothing else was wrong.
    fileprivate var isLimit: Bool { code == .tooLarge || code == .tooDeep }
}

extension ValueNode {
    /// Creates a node for a JSON value.
    init(_ name: String, json: JSONValue) {
        switch json {
        case .null: self.init(name, .null)
        case .boolean(let value): self.init(name, .boolean(value))
        case .number(let number): self.init(name, .number(number.text))
        case .string(let text): self.init(name, .string(text))
        case .array(let items):
            self.init(name, .list("array"), childCount: items.count) {
                items.enumerated().map { ValueNode("\($0.offset)", json: $0.element) }
            }
        case .object(let members):
            self.init(name, .record("object"), childCount: members.count) {
                members.map { ValueNode($0.name, json: $0.value) }
            }
        }
    }
}
