import Formats
import System

/// A value that was found, masked so that it can be printed anywhere: its kind, its length, and of a value of 12
/// characters or more the first and last two. Of passwords, PINs, cards and private keys, only the kind is said.
package struct Evidence: Hashable, Sendable {
    /// The kind of value: "JSON Web Token", "password".
    package let kind: String
    /// The length in bytes; nil for a value of which nothing is shown.
    package let length: Int?
    /// The masked value: "ey…Qw", or only "…".
    package let masked: String
    /// A keyed hash, the same for equal values that were found with the same key. 16 hexadecimal digits.
    package let hash: String
    /// The value itself, only where the user wants it on a terminal; not sanitized.
    package let revealed: [UInt8]?
    /// How it is written where it was found, if that is encoded, and the value itself is revealed.
    package let stored: [UInt8]?

    /// The evidence in a few words: "JSON Web Token, 182 bytes, ey…Qw".
    package var text: String {
        kind + (length.map { $0 == 1 ? ", 1 byte" : ", \($0) bytes" } ?? "")
            + (masked == Self.nothing ? "" : ", \(masked)")
    }

    /// The mask of a value of which nothing is shown.
    static let nothing = "…"
    /// Shorter values show nothing.
    static let minCharacters = 12
}

/// Masks values and hashes them under a key, which is random unless it is given.
package struct EvidenceMaker: Sendable {
    private let key: [UInt8]
    /// Whether the values themselves are kept, for a terminal.
    private let reveals: Bool
    /// The identifier of a key that was given: hashes with equal ones can be compared. 16 hexadecimal digits; nil for a
    /// key of this run alone.
    package let keyIdentifier: String?

    /// - Parameters:
    ///   - key: The key of the hashes; nil for one of this run alone.
    ///   - reveals: Whether the evidence keeps the values.
    package init(key: [UInt8]? = nil, reveals: Bool = false) {
        self.reveals = reveals
        // The generator of the system is suitable for keys.
        var random = SystemRandomNumberGenerator()
        self.key = key ?? (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        keyIdentifier = key.map { key in
            Self.hash(Array("sandglass audit key".utf8), key: key).prefix(8).hexadecimal()
        }
    }

    /// Returns the evidence of a value.
    /// - Parameters:
    ///   - showsEnds: False for values of which nothing is shown, such as cards and PINs.
    ///   - stored: How it is written, if it is encoded.
    package func evidence(
        _ kind: String, _ value: some Collection<UInt8>, showsEnds: Bool = true, stored: [UInt8]? = nil
    ) -> Evidence {
        Evidence(
            kind: kind, length: showsEnds ? value.count : nil,
            masked: showsEnds ? Self.masked(value) : Evidence.nothing,
            hash: Self.hash(value, key: key).prefix(8).hexadecimal(), revealed: reveals ? Array(value) : nil,
            stored: reveals ? stored : nil)
    }

    private static func masked(_ value: some Collection<UInt8>) -> String {
        let text = String(decoding: value, as: UTF8.self)
        guard text.count >= Evidence.minCharacters else { return Evidence.nothing }
        return text.prefix(2) + Evidence.nothing + text.suffix(2)
    }

    /// Returns HMAC-SHA-256 (RFC 2104) of a value.
    private static func hash(_ value: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
        let block = 64
        var padded = key.count > block ? SHA256.digest(of: key) : key
        padded += [UInt8](repeating: 0, count: block - padded.count)
        let inner = SHA256.digest(of: padded.map { $0 ^ 0x36 } + Array(value))
        return SHA256.digest(of: padded.map { $0 ^ 0x5c } + inner)
    }
}
