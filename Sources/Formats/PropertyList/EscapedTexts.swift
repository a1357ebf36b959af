/// The texts of a binary property list that are no Unicode, written with escapes: half surrogates in UTF-16 as `\ud83d`, and
/// bytes that are not UTF-8 as `\xff`.
package struct EscapedTexts: Sendable {
    /// The stored bytes of each text, by how it is written.
    private var stored: [ExactString: [UInt8]] = [:]
    /// The number of objects with such texts.
    private(set) var count = 0
    /// Whether the values of the list tell its texts apart with these bytes: none of the texts is a key, and no other text looks
    /// like one of them.
    package internal(set) var areTold = true

    /// Creates the texts of a list that has none.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { stored.isEmpty }

    /// Returns the stored bytes of a text, by how it is written; nil for any other text.
    package func bytes(of text: String) -> [UInt8]? { stored.isEmpty ? nil : stored[ExactString(text)] }

    mutating func add(_ text: String, _ bytes: [UInt8]) {
        count += 1
        if stored.updateValue(bytes, forKey: ExactString(text)) ?? bytes != bytes { areTold = false }
    }
}
