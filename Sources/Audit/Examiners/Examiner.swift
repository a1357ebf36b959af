package import Documents

/// Examines one item of a container after the other, by where it lies and what the rules say of it. Its contents are not
/// read.
///
/// An examiner is one type in a separate file, and one line in `Examiners`.
package protocol ItemExaminer: Sendable {
    /// Reports what is wrong with an item. Runs on one thread.
    func examine(_ item: AuditedItem, _ context: AuditContext, _ report: (Finding) -> Void)
}

/// Examines one file after the other by its contents.
package protocol FileExaminer: Sendable {
    /// Reports what is wrong with a file. Runs on several threads, and reads little: every file passes here.
    func examine(
        _ source: DocumentSource, of item: AuditedItem, _ context: AuditContext, _ report: (Finding) -> Void)
}

/// Examines a container as a whole.
package protocol ContainerExaminer: Sendable {
    /// Reports what is wrong with a container. Runs on one thread; may read, and checks `context.cancellation`.
    func examine(_ container: AuditedContainer, _ context: AuditContext, _ report: (Finding) -> Void)
}

/// Examines a bundle: of an app, or of a framework or extension in it.
package protocol BundleExaminer: Sendable {
    /// Reports what is wrong with a bundle. Runs on one thread; may read, and checks `context.cancellation`.
    func examine(_ bundle: AuditedBundle, _ context: AuditContext, _ report: (Finding) -> Void)
}

/// Examines the containers and bundles of an app together.
package protocol AppExaminer: Sendable {
    /// Reports what is wrong. Runs on one thread, after everything else.
    func examine(_ app: AuditedApp, _ context: AuditContext, _ report: (Finding) -> Void)
}

/// The known examiners.
package enum Examiners {
    /// Examiners of items.
    package static let items: [any ItemExaminer] = [StorageItemExaminer(), KeyboardCacheExaminer()]
    /// Examiners of files, each with the rules that it reports.
    package static let files: [(examiner: any FileExaminer, rules: [AuditRule])] = [(CodeExaminer(), [.codeInData])]
    /// Examiners of containers.
    package static let containers: [any ContainerExaminer] = [
        PlacementExaminer(), ExclusionExaminer(), SizeExaminer(), SnapshotExaminer(), CodeFileExaminer(),
    ]
    /// Examiners of bundles.
    package static let bundles: [any BundleExaminer] = [SealExaminer(), BundleSecurityExaminer()]
    /// Examiners of an app's containers together.
    package static let apps: [any AppExaminer] = []
}
