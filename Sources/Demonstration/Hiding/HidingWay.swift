import Formats

/// A way to hide what an app shows from those who look while it is suspended, or none (container-rules.md,
/// "Lifecycle, snapshots").
struct HidingWay: Sendable {
    /// Where secrets may be seen.
    enum Stage: String, CaseIterable, Codable, Sendable {
        /// On the terminal while the program is suspended.
        case suspended
        /// In the snapshot on the disk.
        case snapshot
        /// In what the next launch shows until the app draws.
        case launch
    }

    let name: String
    let arguments: [String]
    /// What the app's Info.plist says.
    let keys: [(String, PropertyListValue)]
    /// Where it hides secrets.
    let hides: [Stage]
    /// How it works, in a line.
    let sentence: String

    static let all = [
        HidingWay(
            name: "cover",
            arguments: [],
            keys: [],
            hides: Stage.allCases,
            sentence: "the cover goes up before the program stops, and the snapshot is the cover's"
        ),
        HidingWay(
            name: "exit",
            arguments: [],
            keys: [("UIApplicationExitsOnSuspend", true)],
            hides: Stage.allCases,
            sentence: "UIApplicationExitsOnSuspend: it ends instead of being suspended, and nothing is kept"
        ),
        HidingWay(
            name: "ignore",
            arguments: ["--no-cover", "--ignore-snapshot"],
            keys: [],
            hides: [.launch],
            sentence: "ignoreSnapshotOnNextApplicationLaunch: by itself it hides from the next launch alone"
        ),
        HidingWay(
            name: "none",
            arguments: ["--no-cover"],
            keys: [],
            hides: [],
            sentence: "nothing is hidden, for contrast"
        ),
    ]
}
