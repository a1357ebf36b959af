import ArgumentParser
import ContainerStore
import Demonstration
import Screen
import Session
import System

struct DemoCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Create a demonstration container, and browse it.",
        discussion: """
            The containers of a fictitious app are created in a temporary directory, which is removed when the browser \
            exits. With --at or --no-browse they are kept.
            """,
        subcommands: [SnapshotHideCommand.self]
    )

    @Option(
        name: .customLong("at"),
        help: "Create the containers in this directory, which must be absent or empty, and keep them.",
        completion: .directory
    )
    var directory: String?

    @Flag(name: .customLong("no-browse"), help: "Only create the containers, and print the path of the data container.")
    var onlyMakes = false

    @Option(
        name: .customLong("declare"),
        help: "A key to set to YES in the app's Info.plist, such as UIApplicationExitsOnSuspend. Repeatable."
    )
    var declaredKeys: [String] = []

    @OptionGroup var options: BrowsingOptions

    func perform() throws {
        let isOnTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        guard onlyMakes || isOnTerminal || options.linear else {
            throw Failure(.usage, "there is no terminal to browse in, so nothing was created; see --no-browse")
        }
        if let directory {
            try ContainerStore.requireOutside(argumentBytes(directory), isReadOnly: options.readOnly.isOn)
        }
        try Self.withSignalsHeld { try makeAndBrowse() }
    }

    private func makeAndBrowse() throws {
        let containers = try make()
        if onlyMakes {
            return try writeRecord(containers.data)
        }
        let isKept = directory != nil
        defer {
            if isKept {
                try? writeLine("The demonstration is in \(DisplayText(bytes: containers.root))")
            } else if !containers.remove() {
                writeError("sandglass: could not remove all of \(DisplayText(bytes: containers.root))")
            }
        }
        try browse(containers.data, options, remembers: isKept)
    }

    /// - Throws: `Failure`, after removing the items created.
    private func make() throws -> HarborNotes {
        let containers = try HarborNotes.make(in: directory, declaring: declaredKeys)
        for note in containers.notes { writeError("sandglass: \(note)") }
        if let problem = Self.register(containers) { writeError("sandglass: \(DisplayText(problem))") }
        return containers
    }

    /// Records that the program created the containers, so that it may store snapshots in them.
    /// - Returns: What prevents that, as a sentence that is not sanitized; nil if nothing does.
    static func register(_ containers: HarborNotes) -> String? {
        do {
            try DemonstrationRegister().add(containerAt: containers.data)
            return nil
        } catch {
            let reason = (error as? StateError)?.message ?? "\(error)"
            return "the demonstration stores no snapshots without --snapshots: \(reason)"
        }
    }

    /// Blocks the signals that end programs while `body` runs, until the terminal handles them: none may arrive between
    /// creating the directory and being ready to remove it.
    static func withSignalsHeld(_ body: () throws -> Void) rethrows {
        var ending = sigset_t()
        var before = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_BLOCK, &ending, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}
