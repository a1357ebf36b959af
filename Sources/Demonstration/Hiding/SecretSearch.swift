/// Finds the secrets in text.
enum SecretSearch {
    /// Returns the secrets in a text.
    static func found(in text: String) -> [String] { SecretContainer.secrets.filter { text.contains($0) } }

    /// Returns bytes as text without color sequences, which may occur in the middle of a word.
    static func plain(_ bytes: [UInt8]) -> String {
        var plain: [UInt8] = []
        var isSelection = false
        for (index, byte) in bytes.enumerated() {
            if byte == 0x1b, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") { isSelection = true }
            if !isSelection { plain.append(byte) }
            if byte == UInt8(ascii: "m") { isSelection = false }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
