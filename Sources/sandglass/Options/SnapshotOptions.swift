import ArgumentParser
import Session

/// Options for the data saved of a suspended session, and for its use at the next launch.
struct SnapshotOptions: ParsableArguments {
    @Flag(
        name: .customLong("snapshots"),
        help: """
            Store snapshots in the container's Library/Caches/Snapshots, as iOS does. Demonstration containers \
            always do.
            """
    )
    var keepsInContainer = false

    @Flag(
        name: .customLong("ignore-snapshot"),
        help: "After a suspension, show the launch screen instead of the snapshot at the next launch."
    )
    var ignoresSnapshot = false

    @Flag(
        name: .customLong("restore"),
        inversion: .prefixedNo,
        help: "Whether the launch after an exit while suspended returns to where you were."
    )
    var restoresState = true

    /// Returns the policy that the options specify; the default policy without options.
    static func policy(_ options: SnapshotOptions?) -> SnapshotPolicy {
        var policy = SnapshotPolicy()
        if let options {
            policy.keepsInContainer = options.keepsInContainer
            policy.restoresState = options.restoresState
            policy.ignoresSnapshotAtNextLaunch = options.ignoresSnapshot
        }
        return policy
    }
}
