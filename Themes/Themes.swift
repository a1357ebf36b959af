/// The themes that come with the program.
package enum Themes {
    /// Each theme's name and its TOML text.
    package static var all: [(name: String, toml: [UInt8])] { [("dark", PackageResources.dark_toml)] }
}
