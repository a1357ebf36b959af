import ContainerModel
import Formats

/// A value behind its name in a text, as people and programs write it: in files of settings, source code, markup, command
/// lines, messages and logs.
///
/// The syntaxes have much in common: a name, perhaps in quotation marks; something that assigns; a value, perhaps in
/// quotation marks. What is read is the name around a telling word, and then whatever of these follows.
struct AssignedValue {
    /// What the name tells.
    let key: SensitiveKeyName
    /// The value in the bytes.
    let value: Range<Int>
    /// Whether the value is in quotation marks or in an element of markup, so that its end is known.
    let isQuoted: Bool

    /// Whether it is a parameter of a URL.
    let isParameter: Bool
    /// Whether it is a parameter of the URL of a badge.
    let isOfBadge: Bool
    /// Whether it begins with the name.
    let repeatsName: Bool

    /// The longest name, and the most of a value that is read; a token may go on.
    static let longestName = 64
    static let longestValue = 1_024

    /// - Parameters:
    ///   - anchor: A telling word.
    ///   - row: Returns what a name tells.
    /// - Returns: Nil if no value stands behind a telling name with this word at its end.
    init?(at anchor: Range<Int>, in bytes: UnsafeRawBufferPointer, row: (UnsafeRawBufferPointer) -> SensitiveKeyName?) {
        var start = anchor.lowerBound
        while start > 0, anchor.lowerBound - start < Self.longestName, Self.isOfName(start - 1, bytes) { start -= 1 }
        var end = anchor.upperBound
        while end < bytes.count, end - anchor.upperBound < Self.longestName, Self.isOfName(end, bytes) { end += 1 }
        while end > anchor.upperBound, bytes[end - 1] == 0x2e || bytes[end - 1] == 0x2d { end -= 1 }
        guard let key = Self.key(start..<end, bytes, row) else { return nil }
        var reader = AssignmentReader(bytes, name: start..<end, key: key)
        guard let found = reader.value(), !found.range.isEmpty, found.range.count <= Self.longestValue else {
            return nil
        }
        let before = start > 0 ? bytes[start - 1] : 0
        isParameter = (before == 0x3f || before == 0x26 || before == 0x3b) && end < bytes.count && bytes[end] == 0x3d
        isOfBadge = isParameter && Self.isOfBadge(start, bytes)
        (self.key, value, isQuoted) = (key, found.range, found.isQuoted)
        // Code, and what debuggers print of it: `password=password@entry`.
        repeatsName = !isQuoted && bytes[value].starts(with: bytes[start..<end])
    }

    /// The fewest bytes of a value that is stored behind its name, and the most bytes between them.
    private static let minStored = 6
    private static let maxBetween = 8

    /// Finds a value that is stored behind its name in a binary format: as a text behind its length or type, as MessagePack,
    /// CBOR, MMKV, binary property lists and LevelDB have them.
    ///
    /// Tables of texts in executables have only zeros between these.
    init?(
        storedAt anchor: Range<Int>, in bytes: UnsafeRawBufferPointer,
        row: (UnsafeRawBufferPointer) -> SensitiveKeyName?
    ) {
        var start = anchor.lowerBound
        while start > 0, anchor.lowerBound - start < Self.longestName, Self.isOfWord(bytes[start - 1]) { start -= 1 }
        // A length before the name may be a letter.
        guard
            let key = Self.key(start..<anchor.upperBound, bytes, row)
                ?? Self.key(min(start + 1, anchor.lowerBound)..<anchor.upperBound, bytes, row),
            key.rule == .password || key.rule == .token
        else { return nil }
        // PNG has a zero between them (section 11.3.3.2).
        let isOfPNG = bytes[start..<anchor.lowerBound].starts(with: Self.pngText)
        guard
            let (place, end) = Self.stored(
                behind: anchor.upperBound, from: start, anchor.lowerBound, in: bytes, isMarked: isOfPNG)
        else { return nil }
        guard SecretValue.isMixed(bytes[place..<end]) else { return nil }
        (self.key, self.value, isQuoted) = (key, place..<end, true)
        (isParameter, isOfBadge, repeatsName) = (false, false, false)
    }

    /// What the URLs of badges have in them: a word, or the name of a service that makes them.
    private static let badges = [
        "badge", "shields.io/", "travis-ci.", "circleci.com/", "codecov.io/", "bitrise.io/", "coveralls.io/",
    ]
    /// The longest URL whose beginning is looked for.
    private static let longestURL = 512

    /// Whether a parameter is one of the URL of a badge, which a document shows to all who read it, by a token that permits
    /// no more: `…/badge.svg?token=`.
    private static func isOfBadge(_ parameter: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = parameter
        while start > 0, parameter - start < longestURL, isPrintable(bytes[start - 1]),
            ![0x22, 0x27, 0x28, 0x3c, 0x3e].contains(bytes[start - 1])
        {
            start -= 1
        }
        let url = String(decoding: bytes[start..<parameter], as: UTF8.self).lowercased()
        guard let end = url.firstIndex(of: "?") else { return false }
        let path = url[..<end]
        return path.hasSuffix(".svg") && badges.contains { path.contains($0) }
    }

    private static let pngText = Array("tEXt".utf8)

    /// Types of texts that are characters: `_` of a binary property list, `x` of CBOR.
    private static let types: [UInt8] = [0x5f, 0x78]

    /// Returns the text that is stored behind a name; nil if none is.
    /// - Parameters:
    ///   - first: Where the name begins at the earliest.
    ///   - last: Where it begins at the latest.
    ///   - isMarked: Whether what is between them need not be the length or the type of the text.
    private static func stored(
        behind name: Int, from first: Int, _ last: Int, in bytes: UnsafeRawBufferPointer, isMarked: Bool
    ) -> (start: Int, end: Int)? {
        // CBOR has a short length in the byte of the type, which is a letter (RFC 8949, section 3.1); that of the name, too.
        let isOfCBOR = (max(1, first)...max(1, last)).contains { bytes[$0 - 1] == 0x60 | UInt8(clamping: name - $0) }
        if isOfCBOR, name < bytes.count, bytes[name] & 0xe0 == 0x60, isBinary(around: name, in: bytes) {
            let end = name + 1 + Int(bytes[name] & 0x1f)
            if end - name > minStored, end <= bytes.count, bytes[(name + 1)..<end].allSatisfy(isPrintable) {
                return (name + 1, end)
            }
        }
        var (isMarked, start) = (isMarked, name)
        // The length that a character tells.
        var stated: Int?
        while start < bytes.count, start - name < maxBetween {
            var end = start
            // Right behind the name, only a length is one.
            let limit = isMarked || start > name ? longestValue : 0x7f
            while end < bytes.count, end - start < limit, isPrintable(bytes[end]) { end += 1 }
            guard end - start < minStored else {
                guard isMarked || start > name else { return nil }
                // A length from 33 is a character as well.
                if Int(bytes[start]) < end - start, Int(bytes[start]) >= minStored {
                    return (start + 1, start + 1 + Int(bytes[start]))
                }
                guard isMarked else { return nil }
                if let stated {
                    // One of its bytes may be the type.
                    return end - start < stated - 1 ? nil : (start, min(end, start + stated))
                }
                let length = start > name ? length(bytes[start - 1]) : nil
                return (start, length.map { min(end, start + $0) } ?? end)
            }
            // Texts in executables have zeros between them, and words blanks; a character alone is a type or a length.
            guard end - start <= 1, end > start || !isBlank(bytes[start]) else { return nil }
            if end > start, !types.contains(bytes[start]) { stated = Int(bytes[start]) }
            isMarked = isMarked || bytes[start] != 0
            start = max(end, start + 1)
        }
        return nil
    }

    /// Returns the length that a byte before a text says; nil if it says none.
    private static func length(_ byte: UInt8) -> Int? {
        switch byte {
        // Short texts of MessagePack have it in the byte of their type.
        case 0xa0...0xbf: Int(byte & 0x1f)
        case 0x06...0x7e: Int(byte)
        default: nil
        }
    }

    /// Whether bytes near a place are no text, which may have the lengths of CBOR by chance.
    private static func isBinary(around place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[max(0, place - 128)..<min(bytes.count, place + 64)].contains { $0 < 0x09 || $0 >= 0x80 }
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x21...0x7e).contains(byte) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == 0x5f || byte == 0x2d || byte == 0x2e
    }

    /// Returns what a name tells, or else its last part: `this.token`.
    private static func key(
        _ name: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ row: (UnsafeRawBufferPointer) -> SensitiveKeyName?
    ) -> SensitiveKeyName? {
        let name = UnsafeRawBufferPointer(rebasing: bytes[name])
        if let key = row(name) { return key.isOfNumbers ? nil : key }
        guard let dot = name.lastIndex(of: 0x2e), let key = row(UnsafeRawBufferPointer(rebasing: name[(dot + 1)...]))
        else { return nil }
        return key.isOfNumbers ? nil : key
    }

    private static func isOfName(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let byte = bytes[index]
        if byte >= 0x80 { return !isOfColon(index, bytes) }
        return byte.isASCIILetterOrDigit || byte == 0x5f || byte == 0x2d || byte == 0x2e
    }

    /// The colon of East Asian texts (U+FF1A).
    static let wideColon: [UInt8] = [0xef, 0xbc, 0x9a]

    private static func isOfColon(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        (0..<3).contains { bytes.matches(wideColon, at: index - $0) }
    }

    // MARK: Anchors

    /// The words that names of secrets end with, as they may be written. What is shorter than four bytes has what follows.
    static let anchors: [String] = {
        let words = SensitiveKeyName.all.filter { !$0.isOfNumbers }.flatMap(\.names)
        var found: Set<String> = []
        for word in words {
            for form in [word] + compounds(word) {
                if form.utf8.count >= AnchorFilter.shortest {
                    found.insert(form)
                    // The filter knows the case of ASCII letters alone.
                    if form.utf8.contains(where: { $0 >= 0x80 }) {
                        found.insert(form.capitalizedFirst)
                    }
                } else if form.utf8.count + 1 >= AnchorFilter.shortest {
                    for end in ["=", ":", " ", "\"", "'", ">", "\\", "<", "]"] { found.insert(form + end) }
                }
            }
        }
        found.formUnion(phrases)
        // A word that ends another one leads to it as well.
        return found.filter { word in !found.contains { $0 != word && word.hasSuffix($0) } }.sorted()
    }()

    /// Names that are several words.
    private static let phrases = [
        "mot de passe", "mật khẩu", "Mật khẩu", "kata sandi", "κωδικός πρόσβασης", "Κωδικός πρόσβασης",
    ]

    /// The last words of names that have several.
    private static let lastWords = ["key", "token", "secret", "password", "code", "id", "phrase", "pass", "pwd"]

    /// Returns a name of two words with what may stand between these.
    private static func compounds(_ word: String) -> [String] {
        lastWords.filter { word.hasSuffix($0) && word != $0 }.flatMap { last in
            ["_", "-", " ", "."].map { "\(word.dropLast(last.count))\($0)\(last)" }
        }
    }

    /// What follows an anchor that needs it, and is no part of the name.
    static func word(of anchor: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var end = anchor.upperBound
        while end > anchor.lowerBound, !isOfName(end - 1, bytes) { end -= 1 }
        return anchor.lowerBound..<end
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether bytes at an offset are some small letters, in either case.
    func matches(lowercase other: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset + other.count <= count else { return false }
        return other.indices.allSatisfy { self[offset + $0].asciiLowercased == other[$0] }
    }
}
