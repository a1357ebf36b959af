extension AuditRule {
    private static let completeness = Basis(
        "Completeness of the audit", "",
        "A report names what could not be examined, so that an empty report means that nothing was found.")

    static let unreadable = AuditRule(
        "file.unreadable", .note, "Item that could not be read", bases: [completeness],
        remedy: "Check the permissions, and copy the container again.")
    static let damaged = AuditRule(
        "file.damaged", .note, "File that could not be examined completely", bases: [completeness],
        remedy: "Check whether the app can still read it; unpack or decrypt what is not decoded, and audit that.")

    /// The rules of this subject.
    static let files: [AuditRule] = [unreadable, damaged]
}
