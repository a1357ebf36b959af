import Formats

/// Reads bytes that nothing else recognizes as a protobuf message, if they can be one.
struct ProtobufDocumentReader: DocumentReader {
    private static let suffixes = [".pb", ".protobuf", ".binpb"]

    var isSelective: Bool { false }

    func recognizes(_ file: DocumentSource) -> Bool {
        // The first tag: a field number from 1 to 15, or a larger one in two bytes.
        guard let first = file.head.first else { return false }
        return first >= 8 && [0, 1, 2, 5].contains(first & 7)
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let isNamed = Self.suffixes.contains { file.hasSuffix($0) }
        guard isNamed || file.size <= ProtobufMessage.maxBytes else { throw DocumentFailure.otherKind }
        let bytes = try file.whole(limit: ProtobufMessage.maxBytes, as: "a protobuf message")
        guard let message = ProtobufMessage(bytes), isNamed || message.hasText else { throw DocumentFailure.otherKind }
        var document = Document(
            "Protobuf message", remarks: ["a guess: nothing in the file names the format"],
            contents: .tree(ValueTree(root: ValueNode("Message", message))))
        document.byteSearch = .ifNothingIsFound
        return document
    }

}

extension ValueNode {
    /// Creates a node for a message; the fields are named by their numbers.
    fileprivate init(_ name: String, _ message: ProtobufMessage) {
        self.init(name, .record("message"), childCount: message.fields.count) {
            message.fields.map { field in
                let name = "\(field.number)"
                guard field.values.count > 1 else { return ValueNode(name, field.values[0]) }
                return ValueNode(name, .list("repeated"), childCount: field.values.count) {
                    field.values.enumerated().map { ValueNode("\($0.offset)", $0.element) }
                }
            }
        }
    }

    private init(_ name: String, _ value: ProtobufMessage.Value) {
        switch value {
        case .varint(let number): self.init(name, DocumentValue(number))
        case .fixed64(let bits):
            // Most are floating-point numbers, and most of those are neither tiny nor huge.
            let number = Double(bitPattern: bits)
            self.init(name, Self.isUsual(number) ? .real(number) : DocumentValue(bits))
        case .fixed32(let bits):
            let number = Float(bitPattern: bits)
            self.init(name, Self.isUsual(Double(number)) ? .real(Double(number)) : DocumentValue(UInt64(bits)))
        case .bytes(let bytes):
            switch ProtobufMessage.Guess(bytes) {
            case .message(let message): self.init(name, message)
            case .text(let text): self.init(name, .string(text))
            case .data(let bytes): self.init(name, .data(bytes))
            }
        }
    }

    private static func isUsual(_ number: Double) -> Bool {
        number == 0 || (1e-9...1e15).contains(number.magnitude)
    }
}
