extension AuditRule {
    private static let signing = Basis(
        "Code Signing Guide", "Code requirements",
        "Once an app is signed, the system can detect any change to the app, whether the change is introduced "
            + "accidentally or by malicious code.")

    static let sealBroken = AuditRule(
        "seal.broken", .error, "Sealed item was altered or is missing", bases: [signing], requirement: .integrity,
        remedy: "Install the app again from a trusted source.")
    static let sealAdded = AuditRule(
        "seal.added", .error, "Item was added to a sealed bundle", bases: [signing], requirement: .integrity,
        remedy: "Find out where it is from, and install the app again.")
    static let sealMissing = AuditRule(
        "seal.missing", .note, "Bundle without a seal", bases: [signing], requirement: .codeSignature,
        remedy: "Sign the bundle; a bundle of a simulator has no seal of its own.")

    /// The rules of this subject.
    static let seal: [AuditRule] = [sealBroken, sealAdded, sealMissing]
}
