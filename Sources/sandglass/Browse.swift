import ArgumentParser
import Browser
import ContainerStore
import CSystem
import Glibc
import Inspection
import Screen
import Session
import Terminal

struct BrowseOptions {
}
struct Browse: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "browse", abstract: "Browse a container (the default).")

    @Argument(help: "A container, a path inside one, or a directory that holds several.")
    var path = "."

    func run() throws { try browse(path, BrowseOptions()) }
}
func browse(_ path: String, _ options: BrowseOptions) throws {
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
        let status = try Session(terminal: terminal, state: state).run(opened)
        terminal.close()
        if status != 0 { throw ExitCode(status) }
}
