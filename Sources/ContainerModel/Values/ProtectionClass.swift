/// When the key of a file's contents is at hand (container-rules.md, "Data protection"; S2).
package enum ProtectionClass: Int, CaseIterable, Codable, Sendable {
    /// Not recorded where the file comes from. Never a reason to refuse.
    case unknown = 0
    /// `NSFileProtectionComplete`.
    case complete = 1
    /// `NSFileProtectionCompleteUnlessOpen`.
    case completeUnlessOpen = 2
    /// `NSFileProtectionCompleteUntilFirstUserAuthentication`, the default.
    case completeUntilFirstUserAuthentication = 3
    /// `NSFileProtectionNone`.
    case none = 4

    /// The class that a backup or a container's metadata names; 0, as directories and links have it, is unknown.
    package init(number: Int) { self = ProtectionClass(rawValue: number) ?? .unknown }
}

/// Whether the device's user has given the passcode.
package enum DeviceLock: String, CaseIterable, Codable, Sendable {
    case unlocked
    case locked
    /// Started, and not unlocked since.
    case notUnlockedSinceBoot
}
