package import Formats

/// A text of any size in a known encoding.
package struct DocumentText: Sendable {
    /// The bytes of the text.
    package let source: DocumentSource
    /// Its encoding.
    package let detection: TextDetection
    /// Whether it is nothing but text, so that its length is worth telling.
    private let isPlain: Bool

    /// - Parameter detection: The encoding of the source.
    package init(_ source: DocumentSource, _ detection: TextDetection, isPlain: Bool = false) {
        (self.source, self.detection, self.isPlain) = (source, detection, isPlain)
    }

    /// The number of lines of a short plain text, including an unterminated last line; nil for any other.
    package var lineCount: Int? {
        guard isPlain, source.isWhole else { return nil }
        let utf8 = detection.utf8(source.head, isWhole: true)
        let lineEnd: UInt8 = utf8.contains(0x0a) ? 0x0a : 0x0d
        let ends = utf8.count { $0 == lineEnd }
        return ends + (utf8.isEmpty || utf8.last == lineEnd ? 0 : 1)
    }

    /// Where the text begins, behind a byte order mark; nil if it is not UTF-8 with lines that end in LF.
    package var startOfUTF8: UInt64? {
        guard detection.encoding == .ascii || detection.encoding == .utf8 else { return nil }
        let pieces = TextPieces(source, detection)
        return pieces.lineEnd == [0x0a] ? pieces.start : nil
    }
}

extension Document.Contents {
    /// The bytes as text if they are one, otherwise as bytes.
    static func textOrBytes(_ source: DocumentSource) -> Document.Contents {
        source.text.map { .text(DocumentText(source, $0)) } ?? .bytes(source)
    }
}
