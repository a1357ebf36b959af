import Glibc

/// Where the person's own files are: `$XDG_CONFIG_HOME/sandglass`, or `~/.config/sandglass`
/// (XDG Base Directory Specification; a value that is not an absolute path is ignored, as it demands).
package struct ConfigurationDirectory: Hashable, Sendable {
    /// Nil where neither `XDG_CONFIG_HOME` nor `HOME` says anything.
    package let path: String?

    package init(path: String?) { self.path = path }

    /// The directory that the environment names.
    package static func fromEnvironment() -> ConfigurationDirectory {
        if let base = variable("XDG_CONFIG_HOME"), base.hasPrefix("/") {
            return ConfigurationDirectory(path: base + "/sandglass")
        }
        return ConfigurationDirectory(path: variable("HOME").map { $0 + "/.config/sandglass" })
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String? { path.map { $0 + "/" + name } }
}
