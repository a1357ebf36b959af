import ContainerModel

extension AuditRule {
    static let snapshotWithContent = AuditRule(
        "snapshot.content", .warning, "App-switcher snapshot with content",
        bases: [
            Basis(
                "Apple, Preparing your UI to run in the background", "Prepare your UI for the app snapshot",
                "Hide any sensitive information before moving to the background."),
            .verbatim(Source.s0.name, "Library/Caches/Snapshots", "Hide Sensitive Data"),
        ],
        requirement: .screenshots,
        remedy: "Cover or clear the views in sceneDidEnterBackground.",
        command: "`sandglass help lifecycle` has the calls.")
    static let snapshotOnSuspend = AuditRule(
        "snapshot.exits-on-suspend", .note, "Snapshot of an app that exits on suspend",
        bases: [
            .translated(
                Source.s0.name, "UIApplicationExitsOnSuspend",
                "Set to YES, the app is terminated at once when it enters the background, without being suspended.")
        ],
        requirement: .screenshots, remedy: "Remove the snapshots; they are from an earlier version.")

    /// The rules of this subject.
    static let snapshots: [AuditRule] = [snapshotWithContent, snapshotOnSuspend]
}
