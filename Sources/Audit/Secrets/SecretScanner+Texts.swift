import Documents
import FileTree
import Formats

/// Secrets in texts that have a structure of their own.
extension SecretScanner {
    /// Notes the values in tables that are written as text, by the names of their columns.
    /// - Parameters:
    ///   - isFirst: Whether the bytes are the beginning of the text.
    ///   - place: Returns the place of a value, by the name of its column and its offset.
    func findCells(in bytes: UnsafeRawBufferPointer, isFirst: Bool, _ place: ([UInt8], Int) -> Place) {
        guard !holdsLabels else { return }
        let isSensitive: TextTable.NameTest = { name in self.facts(of: name)?.key != nil }
        let body = { (name: [UInt8], range: Range<Int>) in
            let value = UnsafeRawBufferPointer(rebasing: bytes[range])
            guard let key = name.withUnsafeBytes({ self.facts(of: $0)?.key }),
                let severity = key.severity(of: value, isText: true)
            else { return }
            self.note(
                key.rule, key.kind, Array(value), severity, "a \(key.kind) in a table", showsEnds: key.showsEnds,
                place(name, range.lowerBound))
        }
        table.forEachCell(in: bytes, isFirst: isFirst, isSensitive: isSensitive, body)
        TextTable.forEachInserted(in: bytes, isSensitive: isSensitive, body)
    }

    private static let quotedPrintable = BytePattern("quoted-printable".utf8)

    /// Notes the secrets in the text of a mail whose lines are broken in the middle of words (RFC 2045, section 6.7).
    func findMail(in bytes: UnsafeRawBufferPointer, _ place: Place) {
        guard Self.quotedPrintable?.first(in: bytes) != nil else { return }
        EscapedText.unescaped(bytes, isQuotedPrintable: true).map { findPatterns(inText: $0, place) }
    }

    private static let (commentStart, commentEnd) = (BytePattern("<!--".utf8), BytePattern("-->".utf8))

    /// Notes the secrets in the comments of an XML text, which are no values of its document.
    /// - Throws: `FileTreeError` if it cannot be read.
    func searchComments(of source: DocumentSource) throws(FileTreeError) {
        guard let start = Self.commentStart, let end = Self.commentEnd else { return }
        countsPlaces = false
        defer { countsPlaces = true }
        try forEachPart(of: source) { bytes in
            bytes.withUnsafeBytes { buffer in
                var place = 0
                while let from = start.first(in: UnsafeRawBufferPointer(rebasing: buffer[place...])) {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[(place + from)...])
                    let count = end.first(in: rest) ?? rest.count
                    let comment = UnsafeRawBufferPointer(rebasing: rest[..<count])
                    findPatterns(in: comment, isSharp: false) { note($0, $1, comment, range: $2, Self.anywhere) }
                    place += from + max(count, start.count)
                }
            }
        }
    }
}
