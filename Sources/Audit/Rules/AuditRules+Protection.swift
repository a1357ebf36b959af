extension AuditRule {
    private static let classes = Basis(
        "Apple Platform Security", "Data Protection classes",
        "The keys to files of this class are stored on the device: its encryption only serves a fast remote wipe.")

    static let noProtection = AuditRule(
        "protection.none", .warning, "File of class 4 (None)", bases: [classes], requirement: .dataProtectionClass,
        remedy: "Write it with NSFileProtectionCompleteUntilFirstUserAuthentication, or a stronger class.")
    static let weakProtection = AuditRule(
        "protection.sensitive-until-first-unlock", .note, "Secret in a file of class 3",
        bases: [
            .verbatim(
                "Apple Platform Security", "Data Protection classes",
                "This class behaves in the same way as Complete Protection, except that the decrypted class key isn't "
                    + "removed from memory when the device is locked")
        ],
        requirement: .dataProtectionClass, remedy: "Write files with secrets with NSFileProtectionComplete.")

    /// The rules of this subject.
    static let protection: [AuditRule] = [noProtection, weakProtection]
}
