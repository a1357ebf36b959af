/// How the user wants pictures to be shown.
package enum PictureSetting: String, CaseIterable, Hashable, Sendable {
    /// By kitty's protocol where the terminal says that it knows it, and as cells elsewhere.
    case auto
    case kitty
    case sixel
    case iterm
    case cells
    /// Not at all.
    case none
}
