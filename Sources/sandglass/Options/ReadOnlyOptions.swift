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
    /// - Parameter isAboutHistory: Whether it takes back or ends what was done before, which a mistake in the settings
    ///   prevents only if they may ask for read-only mode.
    func pipeline(_ open: OpenRoots, isAboutHistory: Bool = false) -> OperationPipeline {
        guard !readOnly, !Self.isInEnvironment, let doubt = Self.settings.doubt else {
            return OperationPipeline(open, isReadOnly: isOn)
        }
        if isAboutHistory, !doubt.mayMeanReadOnly { return OperationPipeline(open) }
        return OperationPipeline(open, isReadOnly: true, doubt: doubt.sentence)
    }

    /// Whether read-only mode is on, by the option, the environment or the settings.
    var isOn: Bool { readOnly || Self.isSet }

    private static let variable = "SANDGLASS_READ_ONLY"
    private static let (settings, problems) = Settings.load()

    /// Whether the environment asks for it: any value but an empty one and `0`.
    static var isInEnvironment: Bool {
        getenv(variable).map { !["", "0"].contains(String(cString: $0)) } ?? false
    }

    /// Whether the environment or the settings ask for it, or may do so.
    static var isSet: Bool { isInEnvironment || settings.readOnly }

    /// Reports mistakes in the settings if they decide about read-only mode.
    static func reportProblems() {
        guard !isInEnvironment, settings.readOnly else { return }
        for problem in problems { writeError("sandglass: \(DisplayText(problem.description))") }
    }
}
