/// What someone finds in bytes who decodes everything in them that can be decoded: data in base64, escaped texts, compressed
/// data, and the same in those again.
package struct HiddenLayers {
    /// How many layers lie in each other at most.
    package static let deepest = 5
    /// The most bytes that one layer is decompressed to.
    private static let maxInflated = 64 << 20
    /// The part of a file that is decoded at once, what two parts have in common, and the most bytes that one is decoded to.
    package static let partSize = 32 << 20
    package static let overlap = 1 << 20
    package static let maxBytes = 512 << 20

    /// The number of bytes that may still be decoded.
    private var bytesLeft: Int
    /// Whether more could have been decoded.
    package private(set) var isCutOff = false
    private var isStopped = false
    private let isText: Bool

    /// - Parameters:
    ///   - maxBytes: The most bytes that are decoded altogether.
    ///   - isText: Whether only text is looked for: nothing is decompressed.
    package init(maxBytes: Int = HiddenLayers.maxBytes, isText: Bool = false) {
        (bytesLeft, self.isText) = (maxBytes, isText)
    }

    /// Calls a closure for each layer, but not for the bytes themselves, until it returns false.
    package mutating func forEach(in bytes: [UInt8], _ body: ([UInt8]) -> Bool) {
        forEach(in: bytes, level: 0, isOfMail: false, body)
    }

    /// - Parameter isOfMail: Whether an escape of quoted-printable was undone: no mail writes it twice, and most texts have
    ///   something that looks like it.
    private mutating func forEach(in bytes: [UInt8], level: Int, isOfMail: Bool, _ body: ([UInt8]) -> Bool) {
        guard level < Self.deepest, !isStopped else { return }
        bytes.withUnsafeBytes { buffer in
            for isQuotedPrintable in isOfMail ? [false] : [false, true] {
                if let plain = EscapedText.unescapedTexts(in: buffer, isQuotedPrintable: isQuotedPrintable) {
                    visit(plain, level, isOfMail: isOfMail || isQuotedPrintable, body)
                }
            }
            if let narrow = EscapedText.narrowed(buffer) { visit(narrow, level, isOfMail: isOfMail, body) }
            EncodedText.forEach(in: buffer) { text in
                visit(Array(text.decoded), level, isOfMail: isOfMail, body)
                return !isStopped
            }
        }
        guard !isText, !isStopped else { return }
        let isWhole = CompressedParts.forEach(in: bytes, limit: min(Self.maxInflated, bytesLeft)) { part in
            visit(part, level, isOfMail: false, body)
            return !isStopped
        }
        if !isWhole { isCutOff = true }
    }

    private mutating func visit(_ layer: [UInt8], _ level: Int, isOfMail: Bool, _ body: ([UInt8]) -> Bool) {
        guard !isStopped else { return }
        guard layer.count <= bytesLeft else {
            isCutOff = true
            isStopped = true
            return
        }
        bytesLeft -= layer.count
        guard body(layer) else {
            isStopped = true
            return
        }
        forEach(in: layer, level: level + 1, isOfMail: isOfMail, body)
    }
}
