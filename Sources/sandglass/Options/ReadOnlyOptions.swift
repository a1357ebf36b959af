import ArgumentParser
import Configuration
import FileSharing
import Screen
import System

/// The option of read-only mode, for every command that can change something in a container.
struct ReadOnlyOptions: ParsableArguments {
    @Flag(
        help: """
            Change nothing in any container; only copies to this computer are made. SANDGLASS_READ_ONLY=1 and \
            `read-only = true` in config.toml do the same for all commands.
            """)
    var readOnly = false

    /// Returns a pipeline that obeys the option, the environment and the settings.
    func pipeline(_ open: OpenRoots) -> OperationPipeline {
        OperationPipeline(open, isReadOnly: isOn)
    }

    /// Whether read-only mode is on, by the option, the environment or the settings.
    var isOn: Bool { readOnly || Self.isSet }

    private static let variable = "SANDGLASS_READ_ONLY"

    /// Whether the environment asks for it: any value but an empty one and `0`.
    static var isInEnvironment: Bool {
        getenv(variable).map { !["", "0"].contains(String(cString: $0)) } ?? false
    }

    /// Whether the environment or the settings ask for it. Mistakes in the settings are reported if they decide.
    static var isSet: Bool {
        if isInEnvironment { return true }
        let (settings, problems) = Settings.load()
        if settings.readOnly {
            for problem in problems { writeError("sandglass: \(DisplayText(problem.description))") }
        }
        return settings.readOnly
    }
}
