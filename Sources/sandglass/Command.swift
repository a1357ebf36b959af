import ArgumentParser
import FileTree

/// A command of the program: what its type says is its help and its options.
protocol Command: ParsableCommand {
    /// Whether it prints JSON.
    var json: Bool { get }
    /// Whether its failures are reported on standard output as well, as JSON.
    var failsInJSON: Bool { get }

    /// Does what the command is for.
    /// - Throws: `Failure` or an error that `Failure` can be made of, which are reported; `ExitCode` to end silently.
    func perform() throws
}

extension Command {
    var json: Bool { false }
    var failsInJSON: Bool { json }

    func run() throws {
        DescriptorLimit.raise()
        try reportingFailures(asJSON: failsInJSON, perform)
    }
}

/// A command with the options of every change.
protocol ChangeCommand: Command {
    var options: SharingOptions { get }
}

extension ChangeCommand {
    var json: Bool { options.json }
}
