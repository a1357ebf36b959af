import FileTree
package import Screen

/// How the program was started, which does not change.
package struct BrowserOptions: Sendable {
    /// The sort order of the settings.
    let usualOrder: EntryOrder
    /// Whether the settings show hidden names.
    let usuallyShowsHidden: Bool
    /// Whether the user wants the program to end instead of stopping, whatever the app declares.
    let exitsOnSuspend: Bool
    /// Whether nothing in a container is changed.
    package let isReadOnly: Bool
    /// Whether the user chooses items for a script.
    let isChoosing: Bool
    /// How pictures are shown.
    package var pictures = PictureSetting.auto
    /// The themes to choose from.
    package var themeNames: [String] = []
    /// The name that the theme in use was chosen by, which may stand for the one that suits the terminal; nil for its
    /// own.
    package var themeName: String?
}
