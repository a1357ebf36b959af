import Browser
import Screen
import System

extension HelpTopic {
    /// The columns and flags beside each item.
    static let badges = HelpTopic(
        "badges", "Badges", summary: "The four columns R W D B, and the flags.", text: badgesText)

    private static var badgesText: String {
        let meanings = BadgeMeaning.all(.forLocale(isUTF8: Platform.isLocaleUTF8))
            .map { "\($0.symbol) :: \($0.meaning)" }
        return """
            Four columns beside every item show the app's rights on a device: R read, W write, D delete, B backed up; a
            dot where it is not permitted, by the rules or by mode, owner and access control list, which are applied to
            the owner of the container's root as the app's user. A dash stands where no rule says anything: in the \
            system's
            domains of a backup. Flags follow:

            \(meanings.joined(separator: "\n"))

            If the font lacks these symbols, run the program with `LC_ALL=C`, which draws ASCII characters instead.

            In an app's bundle, the first flag is the state of the seal (`sandglass help bundles`).

            The right pane puts the badges into words, and says why a right is denied. `E` explains an item in a few
            lines, the last of which counts the contradictions and the documents; a second `E` quotes the documents that
            decide each right and says where these contradict each other, as `--sources` does. `A` and `T` change the
            actor and the state of the app and the device.

            $ sandglass explain App.xcappdata/AppData/Documents/Inbox :: Explain the badges of an item.
            $ sandglass explain --sources App.xcappdata/AppData/Documents/Inbox :: Quote the documents, too.
            $ sandglass ls --as user App.xcappdata/AppData/Documents :: Show another actor's badges.
            $ sandglass explain --only code App.xcappdata/AppData/Documents :: Print the code that finds an item.
            $ sandglass explain --only device-path App.xcappdata/AppData/Documents :: Print an item's path on a device.
            """
    }
}
