/// A data protection class: when the key of a file's contents is available (container-rules.md, "Data protection"; S2).
package enum ProtectionClass: Int, CaseIterable, Codable, Sendable {
    /// Not recorded in the source of the file. Never a reason to refuse.
    case unknown = 0
    /// `NSFileProtectionComplete`.
    case complete = 1
    /// `NSFileProtectionCompleteUnlessOpen`.
    case completeUnlessOpen = 2
    /// `NSFileProtectionCompleteUntilFirstUserAuthentication`, the default.
    case completeUntilFirstUserAuthentication = 3
    /// `NSFileProtectionNone`.
    case none = 4

    /// Creates the class with the number in a backup or in a container's metadata; 0, used for directories and links,
    /// is unknown.
    package init(number: Int) { self = ProtectionClass(rawValue: number) ?? .unknown }

    /// The name that Apple's documents use; nil if the class is unknown.
    package var title: String? {
        switch self {
        case .unknown: nil
        case .complete: "Complete"
        case .completeUnlessOpen: "CompleteUnlessOpen"
        case .completeUntilFirstUserAuthentication: "CompleteUntilFirstUserAuthentication"
        case .none: "None"
        }
    }

    /// Returns the class, or another one if it is unknown.
    package func or(_ other: ProtectionClass) -> ProtectionClass { self == .unknown ? other : self }
}

/// Whether the device is unlocked.
package enum DeviceLock: String, CaseIterable, Codable, Sendable {
    case unlocked
    case locked
    /// Not unlocked since the device started.
    case notUnlockedSinceBoot
}
