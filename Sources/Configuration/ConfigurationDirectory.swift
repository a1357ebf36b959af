import System

/// The directory of the user's own files: `$XDG_CONFIG_HOME/sandglass`, or `~/.config/sandglass` (XDG Base Directory
/// Specification, which requires that a value that is not an absolute path is ignored).
package struct ConfigurationDirectory: Hashable, Sendable {
    /// The path; nil if neither `XDG_CONFIG_HOME` nor `HOME` is usable.
    package let path: String?

    /// Creates a directory with a given path; nil if there is none.
    package init(path: String?) { self.path = path }

    /// Returns the directory that the environment specifies.
    package static func fromEnvironment() -> ConfigurationDirectory {
        let path = BaseDirectory.configuration.path()
        return ConfigurationDirectory(path: path.map { String(decoding: $0, as: UTF8.self) + "/sandglass" })
    }

    /// Returns the path of a file in the directory.
    func file(_ name: String) -> String? { path.map { $0 + "/" + name } }
}
