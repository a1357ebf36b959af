import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen

/// Lines on their way to standard output, many with one call.
struct Output {
    private var waiting = ""

    /// - Throws: `ExitCode` where they cannot be written.
    mutating func line(_ line: some StringProtocol) throws {
        waiting += line
        waiting += "\n"
        if waiting.utf8.count >= 65_536 { try flush() }
    }

    /// Writes what is left.
    /// - Throws: `ExitCode` where it cannot be written.
    mutating func flush() throws {
        guard !waiting.isEmpty else { return }
        waiting.removeLast()
        let text = waiting
        waiting = ""
        try writeLine(text)
    }
}

/// What a report over a whole container could not look at.
struct Unreadable {
    private var last: Failure?

    mutating func note(_ path: ContainerPath, _ error: FileTreeError) {
        last?.report()
        last = Failure(error, at: path.reportText)
    }

    /// - Throws: `Failure` where there was any, once everything else has been said.
    func end() throws { if let last { throw last } }
}

extension Container {
    /// Says on standard error which standard directories are something else, and what of an archive cannot be read; the
    /// rest can be used.
    /// - Throws: `Failure` where `path` is behind one of them.
    func tellFaults(onTheWayTo path: ContainerPath = .root) throws {
        let faults = faults()
        if let fault = faults.first(before: path) {
            throw Failure(.data, "\(DisplayText(path.reportText)): \(DisplayText(fault.message))")
        }
        for problem in faults.map(\.message) + tree.problems {
            writeError("sandglass: warning: \(DisplayText(problem))")
        }
    }
}

/// The path of an item as a listing shows it: a slash behind directories.
func shown(_ path: ContainerPath, isDirectory: Bool) -> String {
    DisplayText(bytes: path.isRoot ? [0x2e] : path.bytes).description + (isDirectory ? "/" : "")
}
