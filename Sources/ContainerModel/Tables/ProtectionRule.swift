/// A row of the table of data protection: whether a file of a class can be read (container-rules.md, "Data protection";
/// S2). A class without a row is unknown, and never a reason to refuse.
package struct ProtectionRule: Hashable, Sendable {
    /// The class of the file.
    package var protection: ProtectionClass
    /// The state of the device.
    package var lock: DeviceLock
    /// Whether the key of the file's contents is available.
    package var isReadable: Bool

    /// All rows.
    package static let all: [ProtectionRule] = [
        ProtectionRule(.complete, .unlocked, isReadable: true),
        ProtectionRule(.complete, .locked, isReadable: false),
        ProtectionRule(.complete, .notUnlockedSinceBoot, isReadable: false),
        ProtectionRule(.completeUnlessOpen, .unlocked, isReadable: true),
        ProtectionRule(.completeUnlessOpen, .locked, isReadable: true),
        ProtectionRule(.completeUnlessOpen, .notUnlockedSinceBoot, isReadable: false),
        ProtectionRule(.completeUntilFirstUserAuthentication, .unlocked, isReadable: true),
        ProtectionRule(.completeUntilFirstUserAuthentication, .locked, isReadable: true),
        ProtectionRule(.completeUntilFirstUserAuthentication, .notUnlockedSinceBoot, isReadable: false),
        ProtectionRule(.none, .unlocked, isReadable: true),
        ProtectionRule(.none, .locked, isReadable: true),
        ProtectionRule(.none, .notUnlockedSinceBoot, isReadable: true),
    ]

    private init(_ protection: ProtectionClass, _ lock: DeviceLock, isReadable: Bool) {
        self.protection = protection
        self.lock = lock
        self.isReadable = isReadable
    }
}
