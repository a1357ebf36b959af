/// A row of the table of exceptions from App Transport Security (ATS), the rule that connections are encrypted.
///
/// Apple, Information Property List Key Reference, NSAppTransportSecurity.
package struct TransportSecurityRule: Hashable, Sendable {
    /// The key.
    package let key: String
    /// The place of the key in `NSAppTransportSecurity`.
    package let scope: Scope
    /// The value that makes it an exception.
    package let exception: Exception
    /// The meaning of that value.
    package let effect: String
    /// How far it reaches.
    package let reach: Reach

    /// The place of a key.
    package enum Scope: String, Hashable, Sendable {
        /// For all connections.
        case all
        /// For a domain of `NSExceptionDomains`.
        case domain
    }

    /// The value that makes a key an exception.
    package enum Exception: Hashable, Sendable {
        case boolean(Bool)
        /// One of these texts.
        case text(Set<String>)
    }

    /// How far an exception reaches.
    package enum Reach: String, Hashable, Sendable {
        /// Any server may be reached without encryption.
        case everything
        /// One part of the app, or one domain, does without encryption.
        case part
        /// Connections are encrypted, but less strictly.
        case weaker
    }

    /// Where the keys are named.
    package static let source = "Apple's Information Property List Key Reference, NSAppTransportSecurity"

    private init(_ key: String, _ scope: Scope, _ exception: Exception, _ effect: String, _ reach: Reach) {
        (self.key, self.scope, self.exception, self.effect, self.reach) = (key, scope, exception, effect, reach)
    }

    /// The keys that, when present, make the system ignore `NSAllowsArbitraryLoads` since iOS 10.
    package static let narrowing: Set<String> = [
        "NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking",
    ]

    /// All rows.
    package static let all: [TransportSecurityRule] = [
        TransportSecurityRule(
            "NSAllowsArbitraryLoads", .all, .boolean(true), "the app may connect to any server without encryption",
            .everything),
        TransportSecurityRule(
            "NSAllowsArbitraryLoadsInWebContent", .all, .boolean(true), "web views load pages without encryption",
            .part),
        TransportSecurityRule(
            "NSAllowsArbitraryLoadsForMedia", .all, .boolean(true), "media is loaded without encryption", .part),
        TransportSecurityRule(
            "NSExceptionAllowsInsecureHTTPLoads", .domain, .boolean(true), "connections need no encryption", .part),
        TransportSecurityRule(
            "NSThirdPartyExceptionAllowsInsecureHTTPLoads", .domain, .boolean(true), "connections need no encryption",
            .part),
        TransportSecurityRule(
            "NSExceptionMinimumTLSVersion", .domain, .text(["TLSv1.0", "TLSv1.1"]),
            "an outdated version of TLS is accepted", .weaker),
        TransportSecurityRule(
            "NSThirdPartyExceptionMinimumTLSVersion", .domain, .text(["TLSv1.0", "TLSv1.1"]),
            "an outdated version of TLS is accepted", .weaker),
        TransportSecurityRule(
            "NSExceptionRequiresForwardSecrecy", .domain, .boolean(false),
            "recorded connections can be decrypted once the server's key is known", .weaker),
        TransportSecurityRule(
            "NSThirdPartyExceptionRequiresForwardSecrecy", .domain, .boolean(false),
            "recorded connections can be decrypted once the server's key is known", .weaker),
    ]
}
