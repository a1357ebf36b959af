import ArgumentParser
import Browser
import CSystem
import ContainerStore
import Glibc
import Inspection
import Screen
import Session
import Terminal

struct Browse: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Browse a container (the default).")

    @Argument(help: "A container, a path inside one, or a directory that holds several.")
    var path = "."

    func run() throws {
        let status = try Self.browse(path)
        if status != 0 { throw ExitCode(status) }
    }

    /// Opens the browser on `path` and gives the terminal back afterwards.
    /// - Returns: the exit status, 128 and the signal's number if a signal ended it.
    static func browse(_ path: String) throws -> Int32 {
        sandglass_tune_allocator()
        let opened = try ContainerStore.open(Array(path.utf8))
        let terminal = try Terminal()
        defer { terminal.close() }
        let state = BrowserState(
            size: terminal.size,
            theme: .colorless,
            isASCII: !terminal.isUTF8,
            now: .now,
            nowSeconds: Int64(time(nil))
        )
        return try Session(terminal: terminal, state: state).run(opened)
    }
}
