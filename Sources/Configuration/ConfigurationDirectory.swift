import System

/// Where the person's own files are: `$XDG_CONFIG_HOME/sandglass`, or `~/.config/sandglass`
/// (XDG Base Directory Specification; a value that is not an absolute path is ignored, as it demands).
package struct ConfigurationDirectory: Hashable, Sendable {
    /// Nil where neither `XDG_CONFIG_HOME` nor `HOME` says anything.
    package let path: String?

    package init(path: String?) { self.path = path }

    /// The directory that the environment names.
    package static func fromEnvironment() -> ConfigurationDirectory {
        ConfigurationDirectory(path: BaseDirectory.configuration.path()?.appending("sandglass").string)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String? { path.map { $0 + "/" + name } }
}
