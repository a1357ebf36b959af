/// What is kept of a session while it is suspended, for the launch after it if it does not come back.
package struct SuspendedSession: Hashable, Sendable {
    /// When it was suspended, in seconds since 1970.
    package var suspendedAt: Int64
    /// `ignoreSnapshotOnNextApplicationLaunch`: the snapshot is taken, and the next launch does not show it.
    package var ignoresSnapshot: Bool
    /// Where the person was; nil where state restoration was off.
    package var restoration: RestorationState?

    /// A session as it went to sleep.
    package init(suspendedAt: Int64, ignoresSnapshot: Bool = false, restoration: RestorationState? = nil) {
        self.suspendedAt = suspendedAt
        self.ignoresSnapshot = ignoresSnapshot
        self.restoration = restoration
    }
}

/// What a launch shows until the app draws (container-rules.md, "Lifecycle, snapshots").
package enum LaunchPicture: Hashable, Sendable {
    /// The snapshot that was taken when the session before was suspended; its state is restored.
    case snapshot
    /// The launch screen.
    case launchScreen(Reason)

    /// Why no snapshot serves a launch.
    package enum Reason: String, CaseIterable, Sendable {
        /// Nothing was suspended: the session before was quit, or there was none.
        case nothingSuspended
        /// The session that was suspended is still there: this is not its relaunch.
        case stillSuspended
        /// State restoration is off, now or when the session was suspended: a relaunch then begins anew.
        case restorationOff
        /// It was suspended so long ago that the system dropped it.
        case tooOld
        /// The snapshot was to be ignored. The state is restored all the same.
        case ignored
    }

    /// Whether the launch goes back to where the person was.
    package var restoresState: Bool {
        switch self {
        case .snapshot, .launchScreen(.ignored): true
        case .launchScreen: false
        }
    }
}

extension LaunchPicture {
    /// What a launch shows first.
    ///
    /// - Parameters:
    ///   - session: what is kept of a suspended session of the same container.
    ///   - hasEnded: whether that session ended while it was suspended.
    ///   - restoresState: whether state restoration is on for this launch.
    ///   - now: in seconds since 1970.
    package init(after session: SuspendedSession?, hasEnded: Bool, restoresState: Bool, now: Int64) {
        guard let session else {
            self = .launchScreen(.nothingSuspended)
            return
        }
        // A clock that was put back makes nothing old; one that was put far ahead must not overflow.
        let age = now.subtractingReportingOverflow(session.suspendedAt)
        let isTooOld = age.overflow ? now > session.suspendedAt : age.partialValue > Snapshot.longestAge
        self =
            if !hasEnded {
                .launchScreen(.stillSuspended)
            } else if !restoresState || session.restoration == nil {
                .launchScreen(.restorationOff)
            } else if isTooOld {
                .launchScreen(.tooOld)
            } else if session.ignoresSnapshot {
                .launchScreen(.ignored)
            } else {
                .snapshot
            }
    }
}
