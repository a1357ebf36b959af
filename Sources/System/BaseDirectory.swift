/// The user's base directories (XDG Base Directory Specification).
package enum BaseDirectory: CaseIterable, Sendable {
    /// `$XDG_CONFIG_HOME` or `~/.config`: the user's configuration.
    case configuration
    /// `$XDG_DATA_HOME` or `~/.local/share`; contains the trash.
    case data
    /// `$XDG_STATE_HOME` or `~/.local/state`: the program's state.
    case state
    /// `$XDG_CACHE_HOME` or `~/.cache`: what can be made again.
    case cache

    /// Returns the absolute path of the directory; nil if neither its variable nor `HOME` is set. A value that is not
    /// an absolute path is ignored, as the specification requires.
    /// - Parameter value: Returns the value of an environment variable.
    package func path(where value: (String) -> FilePath? = EnvironmentVariable.path) -> FilePath? {
        if let own = value(variable), own.isAbsolute { return own }
        guard let home = value("HOME"), home.isAbsolute else { return nil }
        // Not by its components: the generic form takes a quarter of a millisecond when it is first called.
        return home.appending(inHome)
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
        case .configuration: ".config"
        case .data: ".local/share"
        case .state: ".local/state"
        case .cache: ".cache"
        }
    }
}

/// The environment variables of this process.
package enum EnvironmentVariable {
    /// Returns a variable's value as a path, byte for byte; nil if it is unset or empty.
    package static func path(_ name: String) -> FilePath? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return FilePath(platformString: value)
    }
}

extension FilePath {
    /// Creates a path from bytes, up to the first NUL; repeated and trailing slashes are removed.
    package init(bytes: some Collection<UInt8>) {
        self = withNullTerminated(bytes) { FilePath(platformString: $0) }
    }

    /// The path's bytes as passed to system calls, without a terminating NUL. `String(decoding:)` would repair invalid
    /// UTF-8, and the repaired path is a different one.
    package var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}
