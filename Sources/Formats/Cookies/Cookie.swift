/// A cookie, as an app stored it.
package struct Cookie: Hashable, Sendable {
    /// The host, with a leading period if the cookie is meant for subdomains too.
    package var domain: String
    package var name: String
    package var path: String
    package var value: String
    /// The time of expiry in seconds since 2001-01-01T00:00:00Z; nil for a session cookie.
    package var expires: Double?
    /// The time of creation in seconds since 2001-01-01T00:00:00Z.
    package var created: Double
    /// The permitted uses of the cookie.
    package var flags: Flags
    /// The bytes of the cookie whose meaning is not known, or that nothing refers to; empty if they are zeros.
    package var rest: [UInt8] = []
    /// The stored bytes of the texts that are not UTF-8, in which U+FFFD stands for what is none.
    package var storedTexts: [Text: [UInt8]] = [:]

    /// The texts of a cookie.
    package enum Text: String, Hashable, Sendable {
        case domain, name, path, value
    }

    /// Restrictions on the use of a cookie; other bits occur, whose meaning is not documented.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Only for encrypted connections.
        package static let secure = Flags(rawValue: 1)
        /// Not for scripts.
        package static let httpOnly = Flags(rawValue: 4)
    }
}
