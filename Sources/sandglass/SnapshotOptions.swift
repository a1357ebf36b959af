import ArgumentParser
import Session

/// What is kept of a session that is suspended, and what the next launch makes of it.
struct SnapshotOptions: ParsableArguments {
    @Flag(
        name: .customLong("snapshots"),
        help: """
            Keep snapshots in the container's Library/Caches/Snapshots, as iOS does; demonstrations made on this \
            computer always do.
            """
    )
    var keepsInContainer = false

    @Flag(
        name: .customLong("ignore-snapshot"),
        help: "When it is suspended, have the next launch show the launch screen and not the snapshot."
    )
    var ignoresSnapshot = false

    @Flag(
        name: .customLong("restore"),
        inversion: .prefixedNo,
        help: "Whether a launch after an end while suspended goes back to where you were."
    )
    var restoresState = true

    /// What they come to; without any, what holds for everybody.
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
