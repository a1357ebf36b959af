extension AuditRule {
    static let snapshotWithContent = AuditRule(
        "snapshot.content", .warning, "App-switcher snapshot with content",
        bases: [
            Basis(
                "Preparing your UI to run in the background", "Prepare your UI for the app snapshot",
                "Hide any sensitive information before moving to the background.")
        ],
        requirement: .screenshots,
        remedy: "Cover or clear the views in sceneDidEnterBackground; `sandglass help lifecycle` has the calls.")
    static let snapshotOnSuspend = AuditRule(
        "snapshot.exits-on-suspend", .note, "Snapshot of an app that exits on suspend",
        bases: [
            Basis(
                "Information Property List", "UIApplicationExitsOnSuspend",
                "The app should terminate instead of running in the background.")
        ],
        requirement: .screenshots, remedy: "Remove the snapshots; they are from an earlier version.")

    /// The rules of this subject.
    static let snapshots: [AuditRule] = [snapshotWithContent, snapshotOnSuspend]
}
