import Documents
import FileTree
import Formats
import Jobs
import Search

/// Secrets by their form, as they are written or encoded: in base64, in hexadecimal digits, percent-encoded, and keys in DER.
extension SecretScanner {
    /// How many encodings in each other are decoded.
    private static let maxEncodings = 2

    /// Notes all secrets in bytes that are known by their form.
    /// - Parameters:
    ///   - end: Where a match begins at the latest; nil for anywhere.
    ///   - place: Returns the place of what begins at an offset.
    func findAll(
        in bytes: UnsafeRawBufferPointer, isText: Bool, upTo end: Int? = nil, _ place: (Int) -> Place
    ) {
        let end = end ?? bytes.count
        var key = 0..<0
        var known: [(range: Range<Int>, kind: String)] = []
        findPatterns(in: bytes, isSharp: !isText) { row, value, range in
            // A key that has a URL with credentials in it is found as one.
            guard range.lowerBound < end, row.rule == .serviceKey || key.upperBound < range.upperBound else { return }
            if row.rule == .serviceKey { key = range }
            known.append((range, row.kind))
            note(row, value, bytes, range: range, place(range.lowerBound))
        }
        if !isText {
            PrivateKeyShape.forEach(in: bytes) { key in
                guard key.range.lowerBound < end else { return false }
                note(key, Array(bytes[key.range]), place(key.range.lowerBound))
                return true
            }
            findDecoded(in: bytes, place(0))
        }
        // A base64 text may begin in the last line and end behind it.
        forEachEncoded(in: bytes, level: 0) { found in
            guard found.range.lowerBound < end else { return true }
            // A word with an escape may have a secret that is not escaped.
            if case .pattern(let row, _, _, _) = found.what, Self.has(known, row.kind, in: found.range) { return true }
            var place = place(found.range.lowerBound)
            place.encoded = (found.form, Array(bytes[found.range]))
            note(found, place)
            if case .document(let bytes) = found.what { findAll(inDocument: bytes, place) }
            return true
        }
    }

    /// Notes a secret in an encoded text; a document has its own.
    private func note(_ found: Encoded, _ place: Place) {
        switch found.what {
        case .pattern(let row, let value, let all, let range): note(row, value, all, range: range, place)
        case .key(let key, let value): note(key, value, place)
        case .document: break
        }
    }

    /// Returns whether a part of a range is one of a kind among those that are known, which are in their order.
    private static func has(_ known: [(range: Range<Int>, kind: String)], _ kind: String, in range: Range<Int>) -> Bool
    {
        let first = known.indices.partitioningIndex { known[$0].range.upperBound > range.lowerBound }
        return known[first...].prefix { $0.range.lowerBound < range.upperBound }.contains { $0.kind == kind }
    }

    /// The most bytes that a compressed part of a file is decompressed to.
    private static let maxInflated = 16 << 20

    /// Notes the secrets in bytes that are no text as such: in texts in UTF-16, and in compressed parts.
    private func findDecoded(in bytes: UnsafeRawBufferPointer, _ place: Place) {
        EscapedText.narrowed(bytes).map { findAll(inLayer: $0, place) }
        let mustStop = { [context] in context.cancellation.isCancelled }
        CompressedParts.forEach(in: Array(bytes), limit: Self.maxInflated, mustStop: mustStop) { part in
            findAll(inLayer: part, place)
            return !context.cancellation.isCancelled
        }
    }

    /// Notes the secrets in bytes that were decoded, in one further step of decoding at most.
    private func findAll(inLayer layer: [UInt8], _ place: Place) {
        layer.withUnsafeBytes { buffer in
            let isText = Self.isText(buffer)
            findPatterns(in: buffer, isSharp: !isText) { note($0, $1, buffer, range: $2, place) }
            if !isText { EscapedText.narrowed(buffer).map { findPatterns(inText: $0, place) } }
            forEachEncoded(in: buffer, level: 0) { found in
                note(found, place)
                return true
            }
        }
    }

    func findPatterns(inText text: [UInt8], _ place: Place) {
        text.withUnsafeBytes { buffer in
            findPatterns(in: buffer, isSharp: false) { note($0, $1, buffer, range: $2, place) }
        }
    }

    /// Notes the secrets in a document that is encoded in a text.
    private func findAll(inDocument bytes: [UInt8], _ place: Place) {
        guard enclosing == nil else { return }
        enclosing = place
        defer { enclosing = nil }
        let search = innerSearch ?? FileContentsSearch(visitor: self, cancellation: context.cancellation)
        innerSearch = search
        // What cannot be read of it is not said: any text may look like a document.
        _ = try? search.visit(DocumentSource([], bytes: bytes))
    }

    private func note(_ key: PrivateKeyShape, _ value: [UInt8], _ place: Place) {
        let syntax = key.syntax
        let message =
            syntax == .container
            ? "keys and certificates under a passphrase (PKCS #12)" : "a private key (\(syntax.rawValue))"
        note(
            .privateKey, "private key", value, syntax.isEncrypted ? .warning : nil, message, showsEnds: false, place)
    }

    /// Returns whether a file has bytes that its document does not show: pictures, media, compressed files and archives.
    static func hidesBytes(_ source: DocumentSource) -> Bool {
        guard let kind = source.signature?.kind else { return false }
        return [
            .png, .jpeg, .gif, .heic, .webP, .ktx, .appleTexture, .mpeg4, .riff, .mp3, .zip, .gzip, .tar, .xz,
            .zstandard, .bzip2, .lzfse,
        ].contains(kind)
    }

    /// Notes the secrets in the bytes of a file as they are, that its contents do not have.
    /// - Throws: `FileTreeError` if it cannot be read.
    func searchPlainBytes(of source: DocumentSource) throws(FileTreeError) {
        countsPlaces = false
        defer { countsPlaces = true }
        try forEachPart(of: source) { findPatterns(in: $0, Self.anywhere) }
    }

    /// The place of what is found in bytes that are no value.
    static let anywhere = Place(steps: [], line: nil, key: nil)

    /// Notes the secrets in bytes that are known by forms that are found in any bytes.
    private func findPatterns(in bytes: [UInt8], _ place: Place) {
        bytes.withUnsafeBytes { buffer in
            findPatterns(in: buffer, isSharp: true) { note($0, $1, buffer, range: $2, place) }
        }
    }

    /// Notes the keys in DER in bytes.
    private func findKeys(in bytes: [UInt8], _ place: Place) {
        bytes.withUnsafeBytes { buffer in
            PrivateKeyShape.forEach(in: buffer) { key in
                note(key, Array(buffer[key.range]), place)
                return true
            }
        }
    }

    /// The bytes of a file that are searched at once, and what two parts have in common.
    static let part = 4 << 20
    static let overlap = 16 << 10

    /// Calls a closure for each part of the bytes of a file.
    func forEachPart(
        of file: DocumentSource, size part: Int = part, overlap: Int = overlap, _ body: ([UInt8]) -> Void
    ) throws(FileTreeError) {
        let size = Int(clamping: file.size)
        var offset = 0
        while offset < size, !context.cancellation.isCancelled {
            let bytes = try file.bytes(from: UInt64(offset), count: min(part, size - offset))
            foundHere = []
            body(bytes)
            guard bytes.count == part else { break }
            offset += part - overlap
        }
    }

    /// Notes the secrets in the pages of a database that none of its rows has: deleted ones, and superseded ones in its log.
    /// - Throws: `FileTreeError` if it cannot be read.
    func searchFreePages(of database: DocumentSource, named name: [UInt8]) throws(FileTreeError) {
        isInPages = true
        defer { isInPages = false }
        try searchPages(of: database)
        // Deleted rows and those before a change are in these as well.
        for companion in Companion.logs where !context.cancellation.isCancelled {
            // That one cannot be opened is among the problems of the database.
            if let file = try? database.neighbor(companion.name(for: name[...])) { try searchPages(of: file) }
        }
    }

    private func searchPages(of file: DocumentSource) throws(FileTreeError) {
        try forEachPart(of: file) { bytes in
            findPatterns(in: bytes, Self.anywhere)
            findKeys(in: bytes, Self.anywhere)
        }
    }

    private static let cutOff = "it decodes to more than is searched"

    /// Examines the bytes of a file, and all that can be decoded in these.
    /// - Returns: The findings, how many more there are, and the parts that could not be examined.
    /// - Throws: `FileTreeError` if it cannot be read.
    func examineLayers(
        of source: DocumentSource, _ item: AuditedItem, _ search: LayerSearch
    ) throws(FileTreeError) -> Outcome {
        var (isHeld, isCutOff) = (false, false)
        try forEachPart(of: source, size: HiddenLayers.partSize, overlap: HiddenLayers.overlap) { bytes in
            findPatterns(in: bytes, Self.anywhere)
            var layers = HiddenLayers()
            layers.forEach(in: bytes) { layer in
                foundHere = []
                findPatterns(in: layer, Self.anywhere)
                findKeys(in: layer, Self.anywhere)
                if !isHeld { isHeld = search.isHeld(by: layer) }
                return !context.cancellation.isCancelled
            }
            if layers.isCutOff { isCutOff = true }
        }
        if !context.cancellation.isCancelled {
            let problem = isHeld ? "a secret is in it, encoded or compressed" : isCutOff ? Self.cutOff : nil
            search.note(item, problem: isHeld || search.seeksValues ? problem : nil)
        }
        let problems = isCutOff ? [ContentsProblem(message: Self.cutOff, isIncomplete: true)] : []
        return outcome(problems)
    }

    /// Whether a text holds an encoded secret.
    func hasEncodedPattern(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= EncodedText.minimum else { return false }
        var isFound = false
        forEachEncoded(in: text, level: 0) { _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// A secret in an encoded text.
    private struct Encoded {
        enum What {
            case pattern(SecretPattern, UnsafeRawBufferPointer, in: UnsafeRawBufferPointer, Range<Int>)
            case key(PrivateKeyShape, [UInt8])
            /// JSON, a property list, an archive, compressed data.
            case document([UInt8])
        }

        let what: What
        let form: EncodedText.Form
        /// The text.
        let range: Range<Int>
    }

    /// Calls a closure for each secret in encoded texts, until it returns false.
    /// - Returns: Whether to go on.
    @discardableResult
    private func forEachEncoded(in bytes: UnsafeRawBufferPointer, level: Int, _ body: (Encoded) -> Bool) -> Bool {
        var goesOn = true
        EncodedText.forEach(in: bytes) { text in
            goesOn = visit(text, level, body)
            return goesOn
        }
        guard goesOn else { return false }
        EncodedText.forEachEscaped(in: bytes) { text in
            goesOn = visit(text, level, body)
            return goesOn
        }
        return goesOn
    }

    /// Calls a closure for each secret in an encoded text, until it returns false.
    /// - Returns: Whether to go on.
    private func visit(_ text: EncodedText, _ level: Int, _ body: (Encoded) -> Bool) -> Bool {
        let buffer = text.decoded
        var goesOn = true
        func pass(_ what: Encoded.What) {
            if goesOn { goesOn = body(Encoded(what: what, form: text.form, range: text.range)) }
        }
        let isText = text.form == .escaped || Self.mayBeText(buffer) && Self.isText(buffer)
        if isText || Self.hasCharacters(buffer) {
            findPatterns(in: buffer, isSharp: !isText) { pass(.pattern($0, $1, in: buffer, $2)) }
        }
        if !isText {
            PrivateKeyShape.forEach(in: buffer) { key in
                pass(.key(key, Array(buffer[key.range])))
                return goesOn
            }
            EscapedText.narrowed(buffer)?.withUnsafeBytes { inner in
                findPatterns(in: inner, isSharp: false) { pass(.pattern($0, $1, in: inner, $2)) }
            }
        }
        if level == 0, goesOn, Self.looksLikeDocument(buffer, isText) { pass(.document(Array(buffer))) }
        guard goesOn, level + 1 < Self.maxEncodings, isText else { return goesOn }
        return forEachEncoded(in: buffer, level: level + 1) { inner in
            body(Encoded(what: inner.what, form: text.form, range: text.range))
        }
    }

    /// What documents that may be in a text begin with.
    private static let beginnings: [[UInt8]] = [
        Array("bplist".utf8), Array("<?xml".utf8), Array("<plist".utf8), Array("SQLite format 3".utf8), [0x1f, 0x8b],
        Array("PK\u{3}\u{4}".utf8), [0x28, 0xb5, 0x2f, 0xfd], [0xfd, 0x37, 0x7a, 0x58], Array("BZh".utf8),
        Array("bvx".utf8),
        [0x78, 0x01], [0x78, 0x5e], [0x78, 0x9c], [0x78, 0xda],
    ]

    /// Whether one of them begins with a byte, for each one.
    private static let mayBegin = (0...UInt8.max).map { byte in beginnings.contains { $0[0] == byte } }

    private static func looksLikeDocument(_ bytes: UnsafeRawBufferPointer, _ isText: Bool) -> Bool {
        guard let first = bytes.first(where: { $0 > 0x20 }), bytes.count >= minBytes else { return false }
        if isText, first == 0x7b || first == 0x5b { return true }
        return mayBegin[Int(bytes[0])] && beginnings.contains { bytes.starts(with: $0) }
    }

    /// The fewest characters beside each other that may be a secret, or have one in them.
    private static let minCharacters = 10

    /// Whether bytes have so many characters of ASCII beside each other.
    private static func hasCharacters(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Every stretch of these has one of them at one of these places.
        var place = minCharacters - 1
        while place < bytes.count {
            guard isCharacter(bytes[place]) else {
                place += minCharacters
                continue
            }
            var (start, end) = (place, place + 1)
            while start > 0, end - start < minCharacters, isCharacter(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, end - start < minCharacters, isCharacter(bytes[end]) { end += 1 }
            guard end - start < minCharacters else { return true }
            place = end + minCharacters
        }
        return false
    }

    /// Whether bytes may be a text, judging by their beginning.
    static func mayBeText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, first & 0xc0 != 0x80 else { return false }
        return bytes.prefix(minCharacters).allSatisfy { isCharacter($0) || $0 >= 0x80 }
    }

    private static func isCharacter(_ byte: UInt8) -> Bool {
        (0x20...0x7e).contains(byte) || (0x09...0x0a).contains(byte) || byte == 0x0d
    }

    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.contains { $0 < 0x09 } && bytes.isUTF8
    }
}
