import ContainerModel
import Formats

/// Shows JSON, and files with a JSON text on each line, as an outline.
struct JSONPreviewer: Previewer {
    /// The suffixes of JSON lines.
    private static let lineSuffixes = [".jsonl", ".ndjson"]

    func recognizes(_ file: PreviewedFile) -> Bool {
        guard let first = file.head.first(where: { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }) else {
            return false
        }
        let isNamed = file.hasSuffix(".json") || Self.lineSuffixes.contains { file.hasSuffix($0) }
        return first == 0x7b || first == 0x5b || isNamed
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let bytes = try file.whole(limit: JSONReader.mostBytes, as: "JSON")
        do throws(FormatError) {
            if Self.lineSuffixes.contains(where: { file.hasSuffix($0) }) { return try lines(bytes) }
            return Preview("JSON", content: OutlineContent(root: OutlineNode("root", json: try JSONReader.read(bytes))))
        } catch {
            // A text that begins with a bracket need not be JSON.
            guard file.hasSuffix(".json") else { return try lines(bytes, or: error) }
            throw PreviewFailure("damaged JSON: \(error.message), at byte \(error.offset)")
        }
    }

    private func lines(_ bytes: [UInt8]) throws(FormatError) -> Preview {
        let texts = try JSONReader.readLines(bytes)
        let nodes = texts.enumerated().map { OutlineNode("\($0.offset)", json: $0.element) }
        return Preview("JSON lines, \(Counted.items(nodes.count))", content: OutlineContent(nodes))
    }

    private func lines(_ bytes: [UInt8], or error: FormatError) throws(PreviewFailure) -> Preview {
        do throws(FormatError) {
            return try lines(bytes)
        } catch {
            throw PreviewFailure("")
        }
    }
}

extension OutlineNode {
    /// Creates a node for a JSON value.
    init(_ name: String, json: JSONValue) {
        switch json {
        case .null: self.init(name, .null)
        case .boolean(let value): self.init(name, .boolean(value))
        case .number(let text): self.init(name, .number(text))
        case .string(let text): self.init(name, .string(text))
        case .array(let items):
            self.init(name, .list("array"), childCount: items.count) {
                items.enumerated().map { OutlineNode("\($0.offset)", json: $0.element) }
            }
        case .object(let members):
            self.init(name, .record("object"), childCount: members.count) {
                members.map { OutlineNode($0.name, json: $0.value) }
            }
        }
    }
}
