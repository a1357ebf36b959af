import Browser
import Configuration
import Screen

extension HelpTopic {
    /// All actions with their keys.
    static let keys = HelpTopic("keys", "Keys", summary: "All actions of the browser with their keys.", text: keysText)

    private static var keysText: String {
        let file = KeymapFile(Action.keyTable, preset: nil)
        let contexts = Action.contexts.map { context in
            let entries = context.actions.map { action in
                let keys = (file.keymap.keys[action.name] ?? action.keys).map(\.description)
                return "\(keys.isEmpty ? "-" : keys.joined(separator: "  ")) :: \(action.title)"
            }
            return "# \(context.title)\n\n\(entries.joined(separator: "\n"))"
        }
        let gestures = MouseMeaning.all.map { "\($0.gesture) :: \($0.meaning)" }
        return """
            `sandglass help browser`, `viewer`, `files` and `search` explain them, `sandglass help keymap` how to change
            them.

            $ sandglass keys :: Print the actions with their names and keys.
            $ sandglass keys --toml > keymap.toml :: Print a keymap file to start from.

            \(contexts.joined(separator: "\n\n"))

            # With the mouse

            \(gestures.joined(separator: "\n"))
            """
    }
}
