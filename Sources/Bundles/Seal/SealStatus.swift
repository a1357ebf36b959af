/// The status of an item of a bundle since the bundle was signed.
package enum SealStatus: String, Hashable, Sendable, CaseIterable, Encodable {
    /// The contents match the digest in the seal.
    case intact
    /// No seal covers it: a rule omits it, or the seal that could cover it is not there.
    case unsealed
    /// The contents, or the target of a link, are not those that were sealed.
    case altered
    /// The rules seal items of its name, but the seal does not know it.
    case added
    /// The seal knows it, and it is not there.
    case missing
    /// It could not be read, so nothing is known.
    case unreadable

    /// Whether iOS would refuse the bundle.
    package var isBroken: Bool { self == .altered || self == .added || self == .missing }

    /// How much it matters, for an item that several seals cover.
    var gravity: Int {
        switch self {
        case .unsealed: 0
        case .intact: 1
        case .unreadable: 2
        case .altered, .added, .missing: 3
        }
    }
}
