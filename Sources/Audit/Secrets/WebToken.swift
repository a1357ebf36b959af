import ContainerModel
import Formats

/// The parts of a JSON Web Token (RFC 7519) that matter to an audit. Its signature is not verified.
struct WebToken {
    /// The algorithm, letters and digits only: "HS256".
    private(set) var algorithm = "?"
    /// When it expires, in seconds since 1970; nil if it does not say.
    private(set) var expiry: Double?

    private static let maxBytes = 64 << 10

    /// Decodes a token; nil if it is none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.maxBytes else { return nil }
        let parts = bytes.split(separator: 0x2e, omittingEmptySubsequences: false)
        guard parts.count >= 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else {
            return nil
        }
        guard case .string(let algorithm)? = header.last(where: { $0.name == "alg" })?.value else { return nil }
        self.algorithm = String(
            decoding: algorithm.utf8.filter { $0.isASCIILetterOrDigit }.prefix(16), as: UTF8.self)
        if case .number(let number)? = claims.last(where: { $0.name == "exp" })?.value { expiry = Double(number.text) }
    }

    private static func object(_ part: Slice<UnsafeRawBufferPointer>) -> [JSONValue.Member]? {
        guard let bytes = Base64Text.decoded(part), case .object(let members)? = try? JSONReader.read(bytes) else {
            return nil
        }
        return members
    }

    /// Returns whether it has expired.
    func hasExpired(at now: Double) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Returns what it is, as a part of a sentence.
    func description(at now: Double) -> String {
        let kind = algorithm.lowercased() == "none" ? "an unsigned JSON Web Token" : "a JSON Web Token (\(algorithm))"
        guard let expiry else { return kind + " without an expiry" }
        let time =
            Int64(exactly: expiry.rounded()).flatMap { ISO8601.text(secondsSince1970: $0) } ?? "at an unknown time"
        return kind + (hasExpired(at: now) ? " that expired \(time)" : " that is valid until \(time)")
    }
}

/// Base64 in the standard and the URL-safe alphabet (RFC 4648, sections 4 and 5).
enum Base64Text {
    /// Returns the decoded bytes; nil for other characters.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var (bits, count) = (UInt32(0), 0)
        var result: [UInt8] = []
        for character in text where character != 0x3d {
            guard let value = value(character) else { return nil }
            bits = (bits << 6 | UInt32(value)) & 0xff_ffff
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x41...0x5a: character - 0x41
        case 0x61...0x7a: character - 0x61 + 26
        case 0x30...0x39: character - 0x30 + 52
        case 0x2b, 0x2d: 62
        case 0x2f, 0x5f: 63
        default: nil
        }
    }
}
