/// The internet addresses that the strings of a file with code name, by kind, in the order in which they were met.
package struct NamedAddresses: Hashable, Sendable {
    /// The kinds of addresses, in the order in which they are reported.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case firebaseDatabase = "Firebase database"
        case server
        case number = "IP address"
        case person = "e-mail address"
    }

    /// An address.
    package struct Row: Hashable, Sendable {
        /// The kind.
        package let kind: Kind
        /// The address, of a server the beginning of a URL; not sanitized. Secrets in it are masked.
        package let text: String
    }

    /// The addresses.
    package let rows: [Row]
    /// The number of those that are left out because there are too many of a kind.
    package let omitted: Int
}
