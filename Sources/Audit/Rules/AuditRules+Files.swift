extension AuditRule {
    /// The rules of this subject.
    static let files: [AuditRule] = []
}
