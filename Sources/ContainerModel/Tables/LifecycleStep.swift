/// A row of the table of an app's life: what happens, the calls that the app receives, in order, and what becomes of the
/// snapshot (container-rules.md, "Lifecycle, snapshots").
package struct LifecycleStep: Hashable, Sendable {
    /// The moment: "to the background".
    package let moment: String
    /// The calls that the app receives, in their order; empty where it is not asked.
    package let calls: [String]
    /// What happens, in one sentence.
    package let sentence: String
    /// The documents' statements about it.
    package let citations: [Citation]

    private static let snapshots = "Library/Caches/Snapshots"
    private static let launchImages = "App Launch (Default) Images"

    /// All rows, from the foreground to the background and back.
    package static let all: [LifecycleStep] = [
        LifecycleStep(
            moment: "inactive", calls: ["applicationWillResignActive(_:)"],
            sentence: "The app is about to lose the screen: the moment to put up a cover.",
            citations: [
                .summary(.s0, "Cover screen", "applicationWillResignActive puts a black view over the window")
            ]),
        LifecycleStep(
            moment: "in the background",
            calls: [
                "applicationDidEnterBackground(_:)", "application(_:shouldSaveApplicationState:)",
                "application(_:willEncodeRestorableStateWith:)",
            ],
            sentence: "The app saves its state, if it takes part in state restoration; "
                + "ignoreSnapshotOnNextApplicationLaunch() is called in the last of these.",
            citations: [
                .summary(
                    .s0, "ignoreSnapshotOnNextApplicationLaunch",
                    "application(_:shouldSaveApplicationState:) returns true; "
                        + "application(_:willEncodeRestorableStateWith:) calls ignoreSnapshotOnNextApplicationLaunch()")
            ]),
        LifecycleStep(
            moment: "snapshot taken", calls: [],
            sentence: "The system takes a snapshot of what the screen shows then.",
            citations: [
                .translated(
                    .s0, snapshots,
                    "After applicationDidEnterBackground(_:) has been called, a snapshot of the current view is made."),
                .verbatim(
                    .s4, launchImages,
                    "The system takes a snapshot of your app’s user interface when your app transitions from the "
                        + "foreground to the background."),
            ]),
        LifecycleStep(
            moment: "suspended", calls: [],
            sentence: "The app no longer runs. With UIApplicationExitsOnSuspend = YES it is terminated instead, and "
                + "nothing is kept.",
            citations: [
                .translated(
                    .s0, "UIApplicationExitsOnSuspend",
                    "Set to YES, the app is terminated at once when it enters the background, without being suspended.")
            ]),
        LifecycleStep(
            moment: "snapshot shown", calls: ["applicationDidBecomeActive(_:)"],
            sentence: "When the app returns, the system shows the snapshot until the app draws; the app takes its "
                + "cover away.",
            citations: [
                .verbatim(
                    .s4, launchImages,
                    "When your app returns to the foreground, it uses that image instead of a launch image whenever "
                        + "possible."),
                .translated(.s0, snapshots, "The snapshot is used when passing from background to foreground."),
                .summary(.s0, "Cover screen", "applicationDidBecomeActive removes the view from the window"),
            ]),
        LifecycleStep(
            moment: "snapshot preferred", calls: [],
            sentence: "A recent snapshot is preferred to the launch image.",
            citations: [
                .verbatim(
                    .s4, launchImages,
                    "When a recent snapshot of your app’s user interface is available, the system prefers the use of "
                        + "that image over the use of your app’s launch images.")
            ]),
        LifecycleStep(
            moment: "launched again",
            calls: [
                "application(_:shouldRestoreApplicationState:)", "application(_:didDecodeRestorableStateWith:)",
                "applicationDidBecomeActive(_:)",
            ],
            sentence: "With state restoration, an app that was ended while suspended shows the snapshot at its next "
                + "launch too, unless it asked to ignore it.",
            citations: [
                .translated(
                    .s0, snapshots,
                    "With state restoration, when an app that was ended while suspended is launched again, the snapshot "
                        + "gives its user the impression that it has been running all the time."),
                .translated(
                    .s0, "ignoreSnapshotOnNextApplicationLaunch",
                    "(Where state restoration is used) the snapshot is not used at the next launch of the app."),
            ]),
        LifecycleStep(
            moment: "snapshot dropped", calls: [],
            sentence: "Without a snapshot, the launch image is shown.",
            citations: [
                .verbatim(
                    .s4, launchImages,
                    "In cases where the user has killed your app or your app has not run for a long time, the system "
                        + "discards the snapshot and relies once again on your launch images.")
            ]),
    ]
}

/// A row of the table of the ways in which an app hides what a snapshot would show (S0, "Hide Sensitive Data").
package struct ConcealmentRule: Hashable, Sendable {
    /// The way: "cover screen".
    package let name: String
    /// The calls in which, or with which, the app does it.
    package let calls: [String]
    /// The key of Info.plist that declares it; nil if nothing does, so that only the app's code tells.
    package let key: String?
    /// What it does, in one sentence.
    package let sentence: String
    /// The document's statement.
    package let citation: Citation

    /// All rows, in the document's order.
    package static let all: [ConcealmentRule] = [
        ConcealmentRule(
            name: "cover screen", calls: ["applicationWillResignActive(_:)", "applicationDidBecomeActive(_:)"],
            key: nil,
            sentence: "A view covers the window before the snapshot is taken, and is removed when the app is active.",
            citation: .summary(.s0, "Hide Sensitive Data", "Cover Screen")),
        ConcealmentRule(
            name: "exit on suspend", calls: [], key: "UIApplicationExitsOnSuspend",
            sentence: "The app is terminated instead of being suspended, so no snapshot is taken.",
            citation: .verbatim(.s0, "Hide Sensitive Data", "UIApplicationExitsOnSuspend")),
        ConcealmentRule(
            name: "snapshot ignored",
            calls: ["ignoreSnapshotOnNextApplicationLaunch()", "application(_:willEncodeRestorableStateWith:)"],
            key: nil,
            sentence: "The snapshot is taken, and stays in the container, but is not shown at the next launch.",
            citation: .verbatim(.s0, "Hide Sensitive Data", "ignoreSnapshotOnNextApplicationLaunch")),
    ]

    /// Returns whether an app declares that it hides its screen in this way; unknown where only its code tells.
    package func isDeclared(by app: AppInfo) -> Answer { key == nil ? .unknown : app.exitsOnSuspend }
}
