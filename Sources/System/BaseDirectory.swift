/// Where a person's environment wants programs to keep what is theirs (XDG Base Directory Specification).
package enum BaseDirectory: CaseIterable, Sendable {
    /// `$XDG_CONFIG_HOME`, or `~/.config`: what the person has set.
    case configuration
    /// `$XDG_DATA_HOME`, or `~/.local/share`; the trash is in it.
    case data
    /// `$XDG_STATE_HOME`, or `~/.local/state`: what the program remembers.
    case state

    /// The directory, absolute; nil where neither its variable nor `HOME` says anything. A value that is not an absolute
    /// path is ignored, as the specification demands.
    /// - Parameter value: what a variable of the environment is set to.
    package func path(where value: (String) -> FilePath? = EnvironmentVariable.path) -> FilePath? {
        if let own = value(variable), own.isAbsolute { return own }
        guard let home = value("HOME"), home.isAbsolute else { return nil }
        return home.appending(inHome.components)
    }

    private var variable: String {
        switch self {
        case .configuration: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    private var inHome: FilePath {
        switch self {
        case .configuration: ".config"
        case .data: ".local/share"
        case .state: ".local/state"
        }
    }
}

/// What the environment of this process says.
package enum EnvironmentVariable {
    /// A variable's value as a path, byte for byte; nil where it is not set, or empty.
    package static func path(_ name: String) -> FilePath? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return FilePath(platformString: value)
    }
}

extension FilePath {
    /// A path of these bytes, up to the first NUL; repeated and final slashes are left out.
    package init(bytes: some Collection<UInt8>) {
        self = withNullTerminated(bytes) { FilePath(platformString: $0) }
    }

    /// The bytes of the path as system calls take them, without a final NUL. `String(decoding:)` repairs what is not
    /// UTF-8, and the repaired path is another one.
    package var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}
