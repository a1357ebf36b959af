import AppLifecycle
import ContainerModel
import FileTree
import Inspection
package import Screen
import Search

/// A setting that is not of the browser alone, and that its session changes.
package enum SessionSetting: Hashable, Sendable {
    /// The number of seconds without a key after which the screen is covered; nil for never.
    case coverAfter(seconds: Int?)
    /// The name of a theme, which is read first. Answer: `theme(.read)`, or `failed`.
    case theme(String)
    /// How pictures are shown.
    case pictures(PictureSetting)
}

/// The settings in the palette. What is chosen there counts until the program ends; the file is not changed.
extension PaletteCommand {
    static func settings(_ state: BrowserState) -> [PaletteCommand] {
        SortKey.allCases.map { key in
            command("sort", key.title, isRemembered: true, isSet: state.panes.order.key == key) {
                SortPanel.sort(by: key, in: &$0)
            }
        }
            + values("hidden", isRemembered: true, of: state.panes.filter.showsHidden) {
                $0.panes.filter.showsHidden == $1 ? [] : $0.browse { $0.toggleHidden(&$1) }
            }
            + values("cover-on-focus-loss", of: state.lifecycle.options.coversOnFocusLoss) {
                $0.lifecycle.options.coversOnFocusLoss = $1
                return []
            }
            + [(nil, "never"), (60, "1m"), (300, "5m"), (900, "15m")].map { seconds, text in
                command("cover-after", text, isSet: false) { _ in [.adjust(.coverAfter(seconds: seconds))] }
            }
            + PictureSetting.allCases.map { setting in
                command("pictures", setting.rawValue, isSet: setting == state.options.pictures) {
                    $0.showPictures(setting)
                }
            }
            + Action.keyTable.presets.map { preset in
                command("preset", preset.name, in: "keymap.toml", isSet: state.keys.keymap == preset.keymap) { state in
                    state.keys.keymap = preset.keymap
                    return []
                }
            }
            + state.options.themeNames.map { name in
                command("theme", name, isSet: name == state.options.themeName ?? state.screen.theme.name) { state in
                    state.options.themeName = name
                    return [.adjust(.theme(name))]
                }
            }
    }

    private static func values(
        _ name: String, isRemembered: Bool = false, of present: Bool,
        _ set: @escaping @Sendable (inout BrowserState, Bool) -> [BrowserEffect]
    ) -> [PaletteCommand] {
        [true, false].map { value in
            command(name, String(value), isRemembered: isRemembered, isSet: value == present) { set(&$0, value) }
        }
    }

    /// Returns the command that gives a setting a value, spelled as in its file.
    /// - Parameter isRemembered: Whether the value is remembered with the container.
    private static func command(
        _ name: String, _ value: String, in file: String = "config.toml", isRemembered: Bool = false, isSet: Bool,
        perform: @escaping PanelRow.Choice
    ) -> PaletteCommand {
        let title = "Set \(name) = \(value)"
        return PaletteCommand(
            title, DisplayText(title), bytes: Array(title.utf8), note: isSet ? "set" : ""
        ) { state in
            // Of an app that keeps nothing while it is suspended, nothing is remembered.
            let isKept = isRemembered && state.container != nil && !state.lifecycle.options.exitsOnSuspend
            state.say(
                isKept
                    ? "\(name) is \(value) in this container; \(file) sets it for the others"
                    : "\(name) is \(value) until sandglass ends; set it in \(file) to keep it")
            return perform(&state)
        }
    }
}

extension PictureSetting {
    /// What a user has to know of a setting; nil for nothing.
    package var warning: String? {
        switch self {
        case .sixel, .iterm:
            "a terminal may keep pictures drawn by \(rawValue), and cannot be told to forget them; "
                + "the cover overwrites their cells"
        case .auto, .kitty, .cells, .none: nil
        }
    }
}

extension BrowserState {
    /// Has pictures shown in another way until the program ends.
    mutating func showPictures(_ setting: PictureSetting) -> [BrowserEffect] {
        options.pictures = setting
        if let warning = setting.warning { say(warning) }
        return [.adjust(.pictures(setting))]
    }

    /// Has pictures shown as cells until the program ends.
    mutating func turnPicturesOff() -> [BrowserEffect] {
        let before = options.pictures == .cells ? PictureSetting.auto : options.pictures
        let palette = keys.key("palette")
        say(
            "pictures are cells until sandglass ends; \(palette) set pictures \(before.rawValue) brings them back, "
                + "pictures = \"cells\" in config.toml keeps it")
        return showPictures(.cells)
    }
}
