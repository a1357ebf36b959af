/// Bytes of names that are not text, as characters of a prompt. Prompts hold text, but names are bytes, and a name that is
/// renamed or completed must come out as it went in.
enum RawByte {
    /// The characters that stand for bytes: at the end of the last private plane, where nothing is written.
    private static let first: UInt32 = 0x10_ff00

    /// The first byte of those characters in UTF-8.
    private static let lead: UInt8 = 0xf4

    /// Returns the byte that a character stands for; nil for any other character.
    static func byte(of character: Character) -> UInt8? {
        guard let scalar = character.unicodeScalars.first, scalar.value >= first,
            character.unicodeScalars.dropFirst().isEmpty
        else { return nil }
        return UInt8(truncatingIfNeeded: scalar.value - first)
    }

    private static func character(for byte: UInt8) -> Character {
        Unicode.Scalar(first + UInt32(byte)).map { Character($0) } ?? "\u{fffd}"
    }

    /// Returns bytes as characters.
    static func characters(_ bytes: [UInt8]) -> [Character] {
        if !bytes.contains(lead), let text = String(validating: bytes, as: UTF8.self) { return Array(text) }
        var characters: [Character] = []
        var text: [UInt8] = []
        var index = 0
        func end() { characters += Array(String(decoding: text, as: UTF8.self)) }
        while index < bytes.count {
            let scalar = scalar(at: index, of: bytes)
            if scalar.isEmpty {
                end()
                text = []
                characters.append(character(for: bytes[index]))
            }
            text += scalar
            index += max(1, scalar.count)
        }
        end()
        return characters
    }

    /// Returns the bytes of the scalar that begins at an index; none if there is none, or one that stands for a byte.
    private static func scalar(at index: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
        let count =
            switch bytes[index] {
            case 0..<0x80: 1
            case 0xc2..<0xe0: 2
            case 0xe0..<0xf0: 3
            case 0xf0..<0xf5: 4
            default: 0
            }
        guard count > 0, index + count <= bytes.count else { return [] }
        let found = bytes[index..<index + count]
        guard let text = String(validating: found, as: UTF8.self), text.unicodeScalars.count == 1,
            text.unicodeScalars.allSatisfy({ $0.value < first })
        else { return [] }
        return found
    }

    /// Returns the bytes of characters.
    static func bytes(_ characters: some Collection<Character>) -> [UInt8] {
        let bytes = Array(String(characters).utf8)
        guard bytes.contains(lead) else { return bytes }
        return characters.flatMap { character in byte(of: character).map { [$0] } ?? Array(character.utf8) }
    }

    /// Returns a text for display.
    static func shown(_ characters: some Collection<Character>) -> String {
        String(characters.map { byte(of: $0) == nil ? $0 : "\u{fffd}" })
    }
}
