import ArgumentParser
import Glibc
import Screen

/// Makes the demonstration container, and looks into it.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Browse the containers of an app that was made up, to try things out.",
        discussion: """
            Everything is made in a directory of its own and removed when the browser ends. With --at or --no-browse it \
            stays.
            """
    )

    @Option(name: .customLong("at"), help: "Make it in this directory, which must be absent or empty, and keep it.")
    var directory: String?

    @Flag(name: .customLong("no-browse"), help: "Only make it, and print the path of the data container.")
    var onlyMakes = false

    func run() throws {
        guard onlyMakes || (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) else {
            Self.complain("there is no terminal to browse in, so nothing was made; --no-browse makes it all the same")
            throw ExitCode(EX_USAGE)
        }
        let status = try Self.withSignalsHeld { try makeAndBrowse() }
        if status != 0 { throw ExitCode(status) }
    }

    private func makeAndBrowse() throws -> Int32 {
        let (root, container) = try make()
        guard !onlyMakes else {
            print(container.data)
            return 0
        }
        let isKept = directory != nil
        defer {
            if isKept {
                print("The demonstration is in \(Self.shown(root))")
            } else if !DemoTree.remove(root) {
                Self.complain("could not remove all of \(Self.shown(root))")
            }
        }
        return try Browse.browse(container.data)
    }

    /// - Throws: `ExitCode`, after having said why; what was made until then is removed.
    private func make() throws -> (root: String, DemoContainer) {
        do throws(DemoError) {
            let root: String
            if let directory {
                try DemoTree.makeEmpty(directory)
                root = directory
            } else {
                root = try DemoTree.makeTemporary()
            }
            do throws(DemoError) {
                let container = try DemoContainer.make(at: root)
                for note in container.notes { Self.complain(note) }
                return (root, container)
            } catch {
                DemoTree.remove(root)
                throw error
            }
        } catch {
            Self.complain("could not \(error.operation) \(Self.shown(error.path)): \(error.reason)")
            throw ExitCode(EX_CANTCREAT)
        }
    }

    /// Keeps back the signals that end programs while `body` runs, until the terminal takes them: none of them may
    /// come between making the directory and being ready to remove it.
    private static func withSignalsHeld(_ body: () throws -> Int32) rethrows -> Int32 {
        var ending = sigset_t()
        var before = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_BLOCK, &ending, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    /// A path as it can be shown on any terminal.
    private static func shown(_ path: String) -> String { DisplayText(path).description }

    private static func complain(_ text: String) {
        let line = Array("sandglass: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
