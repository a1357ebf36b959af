/// The user's choices about the data saved when a session is suspended.
package struct SnapshotPolicy: Hashable, Sendable {
    /// Whether snapshots are kept in the container, where iOS keeps them; this is always so in demonstrations made on
    /// this computer. If not, they go to the state directory, and only snapshots of a cover are kept.
    package var keepsInContainer: Bool
    /// Whether a launch after an end while suspended restores the state.
    package var restoresState: Bool
    /// `ignoreSnapshotOnNextApplicationLaunch`: the snapshot is taken, but not shown by the next launch.
    package var ignoresSnapshotAtNextLaunch: Bool
    /// Whether nothing is kept in any container, not even in a demonstration.
    package var isReadOnly: Bool

    /// Creates a policy, by default the one for users who choose nothing.
    package init(
        keepsInContainer: Bool = false,
        restoresState: Bool = true,
        ignoresSnapshotAtNextLaunch: Bool = false,
        isReadOnly: Bool = false
    ) {
        self.keepsInContainer = keepsInContainer
        self.restoresState = restoresState
        self.ignoresSnapshotAtNextLaunch = ignoresSnapshotAtNextLaunch
        self.isReadOnly = isReadOnly
    }
}
