import Formats

/// A way of hiding the screen contents of an app from onlookers while it is suspended, or of not hiding them
/// (container-rules.md, "Lifecycle, snapshots").
struct ConcealmentMode: Sendable {
    /// A stage at which secrets may be visible.
    enum Stage: String, CaseIterable, Codable, Sendable {
        /// On the terminal while the program is suspended.
        case suspended
        /// In the snapshot on the disk.
        case snapshot
        /// In the picture shown by the next launch until the app draws its first frame.
        case launch
    }

    let name: String
    let arguments: [String]
    /// The keys in the app's Info.plist.
    let keys: [(String, PropertyListValue)]
    /// The stages at which it hides secrets.
    let hides: [Stage]
    /// How it works, in one line.
    let sentence: String

    static let all = [
        ConcealmentMode(
            name: "cover",
            arguments: [],
            keys: [],
            hides: Stage.allCases,
            sentence: "the cover goes up before the program stops, and the snapshot shows only the cover"
        ),
        ConcealmentMode(
            name: "exit",
            arguments: [],
            keys: [("UIApplicationExitsOnSuspend", true)],
            hides: Stage.allCases,
            sentence: "UIApplicationExitsOnSuspend: the program ends instead of being suspended; nothing is stored"
        ),
        ConcealmentMode(
            name: "ignore",
            arguments: ["--no-cover", "--ignore-snapshot"],
            keys: [],
            hides: [.launch],
            sentence: "ignoreSnapshotOnNextApplicationLaunch: hides the snapshot at the next launch only"
        ),
        ConcealmentMode(
            name: "none",
            arguments: ["--no-cover"],
            keys: [],
            hides: [],
            sentence: "nothing is hidden, for comparison"
        ),
    ]
}
