/// What a person decides about what a session leaves when it is suspended.
package struct SnapshotPolicy: Hashable, Sendable {
    /// Whether snapshots are kept in the container, where iOS keeps them, as they are in demonstrations that were made
    /// here. Otherwise they go to the state directory, and only those of a cover.
    package var keepsInContainer: Bool
    /// Whether a launch goes back to where the person was, after an end while suspended.
    package var restoresState: Bool
    /// `ignoreSnapshotOnNextApplicationLaunch`: the snapshot is taken, and the launch after it does not show it.
    package var ignoresSnapshotAtNextLaunch: Bool

    /// What holds unless somebody says something else.
    package init(
        keepsInContainer: Bool = false,
        restoresState: Bool = true,
        ignoresSnapshotAtNextLaunch: Bool = false
    ) {
        self.keepsInContainer = keepsInContainer
        self.restoresState = restoresState
        self.ignoresSnapshotAtNextLaunch = ignoresSnapshotAtNextLaunch
    }
}
