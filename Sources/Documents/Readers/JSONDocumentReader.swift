import ContainerModel
import Formats

/// Reads JSON, and files with a JSON text on each line, as trees.
struct JSONDocumentReader: DocumentReader {
    /// The suffixes of JSON lines.
    private static let lineSuffixes = [".jsonl", ".ndjson"]

    func recognizes(_ file: DocumentSource) -> Bool {
        guard let first = file.head.first(where: { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }) else {
            return false
        }
        let isNamed = file.hasSuffix(".json") || Self.lineSuffixes.contains { file.hasSuffix($0) }
        return first == 0x7b || first == 0x5b || isNamed
    }

    /// Returns whether a source begins as an array or an object does, and its name does not promise several texts.
    static func isOneText(_ file: DocumentSource) -> Bool {
        guard let first = file.head.first(where: { $0 > 0x20 }), first == 0x7b || first == 0x5b else { return false }
        return !lineSuffixes.contains { file.hasSuffix($0) }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let bytes = try file.whole(limit: JSONReader.mostBytes, as: "JSON")
        do throws(FormatError) {
            if Self.lineSuffixes.contains(where: { file.hasSuffix($0) }) { return try lines(bytes) }
            return Document(
                "JSON", contents: .tree(ValueTree(root: ValueNode("root", json: try JSONReader.read(bytes)))))
        } catch {
            // A text that begins with a bracket need not be JSON.
            guard file.hasSuffix(".json") else { return try lines(bytes, or: error) }
            throw DocumentFailure(error, in: "JSON", damaged: "damaged JSON", showsOffset: true)
        }
    }

    private func lines(_ bytes: [UInt8]) throws(FormatError) -> Document {
        let texts = try JSONReader.readLines(bytes)
        let nodes = texts.enumerated().map { ValueNode("\($0.offset)", json: $0.element) }
        return Document("JSON lines, \(Pluralized.items(nodes.count))", contents: .tree(ValueTree(nodes)))
    }

    private func lines(_ bytes: [UInt8], or error: FormatError) throws(DocumentFailure) -> Document {
        do throws(FormatError) {
            return try lines(bytes)
        } catch {
            throw DocumentFailure.otherKind
        }
    }
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
