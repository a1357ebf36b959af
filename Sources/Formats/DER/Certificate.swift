/// The displayed parts of a certificate (X.509 version 3, RFC 5280, 4.1). Nothing is verified.
package struct Certificate: Hashable, Sendable {
    /// An attribute of a name: "CN", "Apple Inc.".
    package struct Attribute: Hashable, Sendable {
        /// The usual abbreviation, or the object identifier.
        package let type: String
        package let value: String
    }

    /// Whose key it is.
    package let subject: [Attribute]
    /// Who signed it.
    package let issuer: [Attribute]
    /// The serial number, most significant byte first.
    package let serial: [UInt8]
    /// The first second of its validity since 1970-01-01T00:00:00Z.
    package let begins: Int64
    /// The last second of its validity since 1970-01-01T00:00:00Z.
    package let ends: Int64
    /// The kind and size of the key: "RSA, 2048 bits", "EC P-256".
    package let key: String
    /// The SHA-256 digest of the whole certificate.
    package let fingerprint: [UInt8]
    /// The number of bytes.
    package let size: Int

    /// The maximum number of bytes read.
    package static let maxBytes = 1 << 20

    /// Reads a certificate at the beginning of the bytes; others may follow it.
    /// - Throws: `FormatError` if there is none.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        guard bytes.count <= Self.maxBytes else {
            throw FormatError(.tooLarge, "more than \(Self.maxBytes) bytes of certificates", offset: Self.maxBytes)
        }
        var file = DERReader(bytes)
        let whole = try file.next(DERElement.sequence)
        var outer = DERReader(bytes, in: whole.contents)
        var body = try outer.enter(DERElement.sequence)
        // The signature's algorithm and value.
        _ = try outer.next(DERElement.sequence)
        _ = try outer.next(DERElement.bitString)
        if try body.peek()?.tag == DERElement.context(0) { _ = try body.next() }
        let serial = Array(bytes[try body.next(DERElement.integer).contents])
        // A zero before a byte of 128 or more is the sign of the number, and no digit of it.
        self.serial = serial.count > 1 && serial[0] == 0 ? Array(serial.dropFirst()) : serial
        _ = try body.next(DERElement.sequence)
        issuer = try Self.name(&body, bytes)
        var validity = try body.enter(DERElement.sequence)
        begins = try Self.time(&validity, bytes)
        ends = try Self.time(&validity, bytes)
        subject = try Self.name(&body, bytes)
        var keyInfo = try body.enter(DERElement.sequence)
        key = try Self.key(&keyInfo, bytes)
        fingerprint = SHA256.digest(of: bytes[whole.range])
        size = whole.range.count
    }

    private static func time(_ reader: inout DERReader, _ bytes: [UInt8]) throws(FormatError) -> Int64 {
        let element = try reader.next()
        let isLong = element.tag == DERElement.generalizedTime
        guard isLong || element.tag == DERElement.utcTime,
            let seconds = DERTime.secondsSince1970(bytes[element.contents], isLong: isLong)
        else { throw FormatError(.malformed, "an invalid time", offset: element.range.lowerBound) }
        return seconds
    }

    private static func name(_ reader: inout DERReader, _ bytes: [UInt8]) throws(FormatError) -> [Attribute] {
        var sequence = try reader.enter(DERElement.sequence)
        var attributes: [Attribute] = []
        while !sequence.isAtEnd {
            var set = try sequence.enter(DERElement.set)
            while !set.isAtEnd {
                var pair = try set.enter(DERElement.sequence)
                let type = try pair.objectIdentifier()
                let value = try pair.next()
                attributes.append(Attribute(type: abbreviations[type] ?? type, value: text(value, bytes)))
            }
        }
        return attributes
    }

    /// The text of a string of any type; most are UTF-8 or a part of it, and what is not is written with escapes.
    private static func text(_ element: DERElement, _ bytes: [UInt8]) -> String {
        let contents = bytes[element.contents]
        switch element.tag {
        // BMPString: UTF-16 without surrogates.
        case 0x1e: return String(escaping: contents.bigEndianUnits)
        // TeletexString: all programs write it in Latin-1.
        case 0x14: return String(String.UnicodeScalarView(contents.map { UnicodeScalar($0) }))
        default: return String(name: contents)
        }
    }

    private static func key(_ reader: inout DERReader, _ bytes: [UInt8]) throws(FormatError) -> String {
        var algorithm = try reader.enter(DERElement.sequence)
        let identifier = try algorithm.objectIdentifier()
        let bits = try reader.next(DERElement.bitString)
        guard let title = keys[identifier] else { return identifier }
        if identifier == rsa {
            // The bit string begins with the number of unused bits; then RFC 8017, A.1.1.
            var outer = DERReader(bytes, in: bits.contents.dropFirst())
            var numbers = try outer.enter(DERElement.sequence)
            let modulus = bytes[try numbers.next(DERElement.integer).contents].drop { $0 == 0 }
            let size = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
            return "RSA, \(size) bits"
        }
        if identifier == ellipticCurve, try algorithm.peek()?.tag == DERElement.objectIdentifier {
            let curve = try algorithm.objectIdentifier()
            return "EC \(curves[curve] ?? curve)"
        }
        return title
    }

    /// Attributes of names (RFC 4519, RFC 2985, Apple's use of the user ID).
    private static let abbreviations = [
        "2.5.4.3": "CN", "2.5.4.5": "serialNumber", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST",
        "2.5.4.9": "street",
        "2.5.4.10": "O", "2.5.4.11": "OU", "0.9.2342.19200300.100.1.1": "UID", "0.9.2342.19200300.100.1.25": "DC",
        "1.2.840.113549.1.9.1": "emailAddress",
    ]
    private static let rsa = "1.2.840.113549.1.1.1"
    private static let ellipticCurve = "1.2.840.10045.2.1"
    private static let keys = [
        rsa: "RSA", "1.2.840.113549.1.1.10": "RSA-PSS", ellipticCurve: "EC",
        "1.2.840.10040.4.1": "DSA", "1.3.101.112": "Ed25519", "1.3.101.113": "Ed448",
    ]
    private static let curves = [
        "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1",
    ]
}
