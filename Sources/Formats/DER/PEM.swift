/// Reads the certificates in a text (RFC 7468): base64 between lines that say what begins and ends.
package enum PEM {
    /// Neither is empty. Each text file is searched for the first.
    private static let beginning = BytePattern("-----BEGIN CERTIFICATE-----".utf8)!
    private static let end = BytePattern("-----END CERTIFICATE-----".utf8)!
    /// The maximum number of certificates read.
    private static let maxCertificates = 10_000

    /// Returns whether a text has the line with which a certificate begins.
    package static func recognizes(_ head: [UInt8]) -> Bool { head[...].firstOccurrence(of: beginning) != nil }

    /// Returns the bytes of the certificates; nil for one that is not base64.
    package static func certificates(in text: [UInt8]) -> [[UInt8]?] {
        var found: [[UInt8]?] = []
        var rest = text[...]
        while found.count < maxCertificates, let start = rest.firstOccurrence(of: beginning)?.upperBound {
            guard let stop = rest[start...].firstOccurrence(of: end) else { return found + [nil] }
            found.append(rest[start..<stop.lowerBound].withUnsafeBytes { XMLData.bytes(from: $0) })
            rest = rest[stop.upperBound...]
        }
        return found
    }
}
