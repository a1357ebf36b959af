/// The user's base directories (XDG Base Directory Specification).
package enum BaseDirectory: CaseIterable, Sendable {
    /// `$XDG_CONFIG_HOME` or `~/.config`: the user's configuration.
    case configuration
    /// `$XDG_DATA_HOME` or `~/.local/share`; contains the trash.
    case data
    /// `$XDG_STATE_HOME` or `~/.local/state`: the program's state.
    case state
    /// `$XDG_CACHE_HOME` or `~/.cache`: data that can be made again.
    case cache

    /// Returns the absolute path of the directory; nil if neither its variable nor `HOME` is set. A value that is not
    /// an absolute path is ignored, as the specification requires.
    /// - Parameter value: Returns the value of an environment variable.
    /// - Returns: The path byte for byte, without a terminating NUL.
    package func path(where value: (String) -> [UInt8]? = EnvironmentVariable.path) -> [UInt8]? {
        if let own = value(variable), own.first == 0x2f { return own }
        guard let home = value("HOME"), home.first == 0x2f else { return nil }
        return (home.count == 1 ? [] : home) + inHome.utf8
    }

    private var variable: String {
        switch self {
        case .configuration: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        case .cache: "XDG_CACHE_HOME"
        }
    }

    private var inHome: String {
        switch self {
        case .configuration: "/.config"
        case .data: "/.local/share"
        case .state: "/.local/state"
        case .cache: "/.cache"
        }
    }
}

/// The environment variables of this process.
package enum EnvironmentVariable {
    /// Returns a variable's value as a path, byte for byte but without repeated and trailing slashes; nil if it is
    /// unset or empty.
    package static func path(_ name: String) -> [UInt8]? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        var path: [UInt8] = []
        for byte in UnsafeRawBufferPointer(start: value, count: strlen(value)) where byte != 0x2f || path.last != 0x2f {
            path.append(byte)
        }
        if path.count > 1, path.last == 0x2f { path.removeLast() }
        return path
    }
}
