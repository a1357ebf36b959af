/// A private key, or a container of keys, in the distinguished encoding rules, recognized by its elements wherever it is:
/// PKCS #8 (RFC 5958), PKCS #1 (RFC 8017, A.1.2), SEC 1 (RFC 5915), encrypted PKCS #8 (RFC 5958, section 3), PKCS #12
/// (RFC 7292, section 4).
package struct PrivateKeyShape: Sendable {
    /// The syntax of a key.
    package enum Syntax: String, Sendable {
        case plain = "PKCS #8"
        case rsa = "PKCS #1"
        case ellipticCurve = "SEC 1"
        case encrypted = "encrypted PKCS #8"
        case container = "PKCS #12"

        /// Whether a passphrase is needed to read it.
        package var isEncrypted: Bool { self == .encrypted || self == .container }
    }

    package let syntax: Syntax
    /// Where it is in the bytes.
    package let range: Range<Int>

    /// The largest key that is recognized, in bytes: one of RSA with 16,384 bits has 9,500.
    private static let maxBytes = 16 << 10
    private static let maxOfContainer = 16 << 20
    /// The smallest: one of Ed25519 has 48.
    private static let minBytes = 40

    /// Calls a closure for each key in bytes, until it returns false.
    package static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (PrivateKeyShape) -> Bool) {
        var start = 0
        while let place = bytes.firstIndex(of: DERElement.sequence, from: start), place + minBytes <= bytes.count {
            start = place
            guard let found = sequence(at: start, in: bytes) else {
                start += 1
                continue
            }
            let end = min(bytes.count, found.end)
            let key = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            guard let syntax = syntax(of: key, body: found.body - start) else {
                start += 1
                continue
            }
            guard body(PrivateKeyShape(syntax: syntax, range: start..<end)) else { return }
            start = end
        }
    }

    /// Returns where the contents of a sequence begin and end that may be a key, by its length and its first element.
    private static func sequence(
        at start: Int, in bytes: UnsafeRawBufferPointer
    ) -> (body: Int, end: Int)? {
        let first = bytes[start + 1]
        let (length, header): (Int, Int)
        switch first {
        case 0x80: return nil
        case 0x81: (length, header) = (Int(bytes[start + 2]), 3)
        case 0x82: (length, header) = (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]), 4)
        case 0x83:
            (length, header) = (Int(bytes[start + 2]) << 16 | Int(bytes[start + 3]) << 8 | Int(bytes[start + 4]), 5)
        case 0x84...: return nil
        default: (length, header) = (Int(first), 2)
        }
        let body = start + header
        let isNumbered =
            bytes[body] == DERElement.integer && bytes[body + 1] == 1 && [0, 1, 3].contains(bytes[body + 2])
        guard header + length >= minBytes, isNumbered || bytes[body] == DERElement.sequence else { return nil }
        let isContainer = isNumbered && bytes[body + 2] == 3
        guard length <= (isContainer ? maxOfContainer : maxBytes) else { return nil }
        // A container may be cut off, and has keys nevertheless.
        let end = body + length
        return end <= bytes.count || isContainer ? (body, end) : nil
    }

    /// - Parameter body: Where the contents of the sequence begin.
    private static func syntax(of key: UnsafeRawBufferPointer, body: Int) -> Syntax? {
        let bytes = Array(key.prefix(maxBytes))
        if let found = container(bytes, body) { return found }
        guard key.count <= maxBytes else { return nil }
        return try? plain(bytes)
    }

    private static func container(_ bytes: [UInt8], _ body: Int) -> Syntax? {
        guard bytes.matches([DERElement.integer, 1, 3, DERElement.sequence], at: body) else { return nil }
        let identifier: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]
        return (body + 4..<body + 10).contains { bytes.matches(identifier, at: $0) } ? .container : nil
    }

    private static func plain(_ bytes: [UInt8]) throws(FormatError) -> Syntax? {
        var file = DERReader(bytes)
        var outer = try file.enter(DERElement.sequence)
        guard try outer.peek()?.tag == DERElement.integer else { return try encrypted(&outer) }
        let version = bytes[try outer.next(DERElement.integer).contents]
        let second = try outer.next()
        switch second.tag {
        case DERElement.sequence:
            // The algorithm, and the key in an octet string.
            var algorithm = DERReader(bytes, in: second.contents)
            _ = try algorithm.objectIdentifier()
            let key = try outer.next(octetString)
            return key.contents.count >= 16 ? .plain : nil
        case octetString:
            guard version.elementsEqual([1]), (20...66).contains(second.contents.count) else { return nil }
            // The curve and the public key follow, if anything does.
            guard !outer.isAtEnd else { return second.range.upperBound == bytes.count ? .ellipticCurve : nil }
            let next = try outer.next().tag
            return next == DERElement.context(0) || next == DERElement.context(1) ? .ellipticCurve : nil
        case DERElement.integer:
            // The modulus, two exponents, two primes, two further exponents and a coefficient.
            guard version.elementsEqual([0]), second.contents.count >= 60 else { return nil }
            for _ in 0..<7 { _ = try outer.next(DERElement.integer) }
            return .rsa
        default: return nil
        }
    }

    /// The beginnings of the identifiers of encryption under a passphrase: PKCS #5 and PKCS #12.
    private static let encryptions = ["1.2.840.113549.1.5.", "1.2.840.113549.1.12.1."]
    private static let octetString: UInt8 = 0x04

    private static func encrypted(_ outer: inout DERReader) throws(FormatError) -> Syntax? {
        var algorithm = try outer.enter(DERElement.sequence)
        let identifier = try algorithm.objectIdentifier()
        guard encryptions.contains(where: identifier.hasPrefix) else { return nil }
        let key = try outer.next(octetString)
        return key.contents.count >= 32 && outer.isAtEnd ? .encrypted : nil
    }
}
