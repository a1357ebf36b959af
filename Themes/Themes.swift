/// The themes that come with the program; their TOML files lie beside this one.
package enum Themes {
    /// The names of the themes.
    package static let names = ["dark", "light", "high-contrast", "mono", "eight"]

    /// The TOML text of one theme; nil where there is none of this name.
    package static func toml(_ name: String) -> [UInt8]? {
        switch name {
        case "dark": PackageResources.dark_toml
        case "light": PackageResources.light_toml
        case "high-contrast": PackageResources.high_contrast_toml
        case "mono": PackageResources.mono_toml
        case "eight": PackageResources.eight_toml
        default: nil
        }
    }
}
