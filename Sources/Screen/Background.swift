/// Whether the background of a terminal is dark or light.
package enum Background: Hashable, Sendable, CaseIterable {
    case dark
    case light

    /// Classifies a colour by its luma (ITU-R BT.601), as vim and neovim do.
    /// - Parameters: The channels, from 0 to 65,535.
    package init(red: Int, green: Int, blue: Int) {
        self = 299 * red + 587 * green + 114 * blue < 32_768_000 ? .dark : .light
    }
}
