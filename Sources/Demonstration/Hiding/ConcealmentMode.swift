import Formats

/// A way of hiding the screen contents of an app from onlookers while it is suspended, or of not hiding them
/// (container-rules.md, "Lifecycle, snapshots").
package struct ConcealmentMode: Sendable {
    /// A stage at which secrets may be visible.
    package enum Stage: String, CaseIterable, Codable, Sendable {
        /// The last picture before the program leaves the screen, which some terminals bring back.
        case lastPicture
        /// What a bystander sees on the terminal while the program is suspended.
        case bystander
        /// The same on a terminal without an alternate screen, where the shell continues below the picture.
        case bystanderWithoutAlternateScreen
        /// The snapshot on the disk.
        case snapshot
        /// The picture shown by the next launch until the app draws its first frame.
        case launch

        /// The title of its column.
        package var title: String {
            switch self {
            case .lastPicture: "last picture before leaving"
            case .bystander: "a bystander sees"
            case .bystanderWithoutAlternateScreen: "without an alternate screen"
            case .snapshot: "the snapshot"
            case .launch: "the next launch, first"
            }
        }

        /// The same in one or two words, for the head of a narrow column.
        var shortTitle: String {
            switch self {
            case .lastPicture: "leaving"
            case .bystander: "bystander"
            case .bystanderWithoutAlternateScreen: "no alternate"
            case .snapshot: "snapshot"
            case .launch: "next launch"
            }
        }

        /// What it is and why it matters, in one line of at most 78 columns.
        var sentence: String {
            switch self {
            case .lastPicture: "The last picture on the app's screen. Some terminals bring it back."
            case .bystander: "What anybody sees on the terminal while the program is stopped."
            case .bystanderWithoutAlternateScreen:
                "On a terminal without an alternate screen, the shell continues below it."
            case .snapshot: "The picture on the disk, which iOS keeps for the app switcher."
            case .launch: "What the next launch shows until the app has drawn its first frame."
            }
        }

        /// The name of the file in which its picture is kept.
        var fileName: String {
            switch self {
            case .lastPicture: "last-picture.ans"
            case .bystander: "bystander.ans"
            case .bystanderWithoutAlternateScreen: "bystander-without-alternate-screen.ans"
            case .snapshot: "snapshot.ans"
            case .launch: "launch.ans"
            }
        }
    }

    /// Its name: `none`, `ignore`, `exit` or `cover`.
    package let name: String
    /// The same in words.
    let title: String
    let arguments: [String]
    /// The keys in the app's Info.plist.
    let keys: [(String, PropertyListValue)]
    /// The stages at which it hides secrets.
    let hides: [Stage]
    /// How it works, in one line.
    package let sentence: String

    /// All ways, the one that hides nothing first: what is at stake comes before what helps.
    package static let all = [
        ConcealmentMode(
            name: "none",
            title: "without hiding",
            arguments: ["--no-cover"],
            keys: [],
            hides: [],
            sentence: "nothing is hidden, for comparison"
        ),
        ConcealmentMode(
            name: "ignore",
            title: "ignoring the snapshot",
            arguments: ["--no-cover", "--ignore-snapshot"],
            keys: [],
            hides: [.launch],
            sentence: "ignoreSnapshotOnNextApplicationLaunch: hides the snapshot at the next launch only"
        ),
        ConcealmentMode(
            name: "exit",
            title: "exiting instead",
            arguments: [],
            keys: [("UIApplicationExitsOnSuspend", true)],
            hides: Stage.allCases,
            sentence: "UIApplicationExitsOnSuspend: the program ends instead of being suspended; nothing is stored"
        ),
        ConcealmentMode(
            name: "cover",
            title: "with the cover",
            arguments: [],
            keys: [],
            hides: Stage.allCases,
            sentence: "the cover goes up before the program stops, and the snapshot shows only the cover"
        ),
    ]
}
