/// A provisioning profile: a property list inside a signature (CMS, RFC 5652).
package enum ProvisioningProfile {
    private static let beginning = Array("<?xml".utf8)
    private static let end = Array("</plist>".utf8)

    /// The maximum number of bytes of a profile.
    package static let maxBytes = 4 << 20

    /// Returns the property list that the signature encloses as plain text. The signature is not verified.
    package static func list(in bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.firstOccurrence(of: beginning)?.lowerBound,
            let last = bytes[first...].firstOccurrence(of: end)?.upperBound
        else { return nil }
        return Array(bytes[first..<last])
    }
}
