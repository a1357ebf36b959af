import ContainerModel

extension HelpTopic {
    /// The life of an app, and of its snapshots.
    static let lifecycle = HelpTopic(
        "lifecycle", "Lifecycle and snapshots",
        summary: "Which calls an app gets, and when snapshots are taken.", text: lifecycleText)

    private static var lifecycleText: String {
        let steps = LifecycleStep.all.map { "\($0.moment) :: \($0.sentence)\(calls($0.calls))" }
        let ways = ConcealmentRule.all.map { way in
            "\(way.name) :: \(way.sentence)\(calls(way.calls))\(way.key.map { " Declared with `\($0)`." } ?? "")"
        }
        return """
            An app goes from the foreground to the background and back in this order:

            \(steps.joined(separator: "\n"))

            # Hiding

            There are three ways of hiding what a snapshot would show:

            \(ways.joined(separator: "\n"))

            Only the second one is declared, in Info.plist; whether an app covers its screen or has its snapshot
            ignored is in its code alone. `snapshots` names what the app declares, and it is a finding if there is a
            snapshot of an app that exits instead of being suspended.

            # Where snapshots are

            Up to iOS 12 in `Library/Caches/Snapshots`, since iOS 13 in `Library/SplashBoard/Snapshots`:

              $ sandglass demo --at /tmp/demo --no-browse
              $ cd /tmp/demo/Containers/Data/Application/*

            $ sandglass snapshots . :: Lists them, and the ways of hiding.
            $ sandglass explain --sources Library/SplashBoard :: What the documents say about them, word for word.
            $ sandglass explain --sources "Library/Saved Application State" :: What state restoration keeps.
            """
    }

    private static func calls(_ calls: [String]) -> String {
        calls.isEmpty ? "" : " Calls: " + calls.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
}
