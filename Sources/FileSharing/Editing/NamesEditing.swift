import Synchronization
import Transactions

/// A list of names that the user edits in `$EDITOR`, repeatedly until it can be used. The edited list stays in its file
/// until it has been used, or the user has been told where it is.
package final class NamesEditing: Sendable {
    /// The reason why the list cannot be used as it is.
    package enum Problem: Error, Hashable, Sendable {
        /// A mistake in the list, at a line of the file.
        case mistake(BulkRename.Mistake)
        /// A problem found later, as a sentence.
        case other(String)
    }

    private let names: [[UInt8]]
    private let directories: [[UInt8]]
    private let folder: TemporaryFolder
    private let path: [UInt8]
    private let state = Mutex(State())

    private struct State {
        /// The lines above the names that describe a problem; ignored as long as they are unchanged.
        var header: [[UInt8]] = []
        /// The contents of the file before the last edit, including the header.
        var given: [UInt8] = []
        /// Whether the user has edited the list.
        var isEdited = false
    }

    /// Writes the list to a file that only the user can read.
    /// - Parameters:
    ///   - names: The present names.
    ///   - directories: For each name, bytes that identify its directory.
    /// - Throws: `EditorError` if the file cannot be written.
    package init(_ names: [[UInt8]], directories: [[UInt8]]) throws(EditorError) {
        self.names = names
        self.directories = directories
        folder = try TemporaryFolder()
        path = folder.path + Array("/names.txt".utf8)
        let text = Array(BulkRename.text(of: names).utf8)
        try folder.write(text, to: path)
        folder.noteDown(for: nil)
        state.withLock { $0.given = text }
    }

    /// Opens the list in the editor on this terminal, which nothing else may use meanwhile, and waits for the editor to
    /// exit.
    /// - Throws: `EditorError` if the editor cannot be run or fails; `isEdited` tells whether it left any edits.
    package func edit() throws(EditorError) {
        do throws(EditorError) {
            try Editor.open(path)
        } catch {
            noteEdits()
            throw error
        }
        noteEdits()
    }

    private func noteEdits() {
        let text = try? folder.read(path)
        state.withLock { if text != $0.given { $0.isEdited = true } }
    }

    /// Whether the user has edited the list.
    package var isEdited: Bool { state.withLock { $0.isEdited } }

    /// Returns the names in the list, in the order of those it was made from.
    /// - Throws: `Problem` if the list cannot be used.
    package func result() throws(Problem) -> [[UInt8]] {
        let (text, stripped) = try contents()
        do throws(BulkRename.Mistake) {
            return try BulkRename.names(in: text, for: names, directories: directories)
        } catch {
            let line = error.line == 0 ? 0 : error.line + stripped
            throw .mistake(BulkRename.Mistake(line: line, message: error.message))
        }
    }

    /// Returns the list without the header, and the number of header lines removed.
    private func contents() throws(Problem) -> ([UInt8], stripped: Int) {
        let text: [UInt8]
        do throws(EditorError) {
            text = try folder.read(path)
        } catch {
            throw .other(error.message)
        }
        var rest = text[...]
        var stripped = 0
        for line in state.withLock({ $0.header }) {
            // The editor may have converted the line endings to CR LF.
            guard let end = [[0x0a], [0x0d, 0x0a]].first(where: { rest.starts(with: line + $0) }) else { break }
            rest = rest.dropFirst(line.count + end.count)
            stripped += 1
        }
        return (Array(rest), stripped)
    }

    /// The problem with the list as it is now, if any.
    package var mistake: Problem? {
        do throws(Problem) {
            _ = try result()
            return nil
        } catch {
            return error
        }
    }

    /// Writes a problem above the names, for the next edit. The user's lines are kept.
    /// - Throws: `EditorError` if the file cannot be written.
    package func explain(_ problem: Problem) throws(EditorError) {
        let (text, stripped): ([UInt8], Int)
        do throws(Problem) {
            (text, stripped) = try contents()
        } catch {
            // The editor removed the file, so start again from the present names.
            (text, stripped) = (Array(BulkRename.text(of: names).utf8), 0)
        }
        var sentence = problem.description
        // The line number accounts for the two header lines added below.
        if case .mistake(let mistake) = problem, mistake.line > 0 {
            sentence = BulkRename.Mistake(line: mistake.line - stripped + 2, message: mistake.message).description
        }
        let header = [
            "# \(BulkRename.escaped(Array(sentence.utf8)))",
            "# These two lines are not names: leave them or delete them.",
        ].map { Array($0.utf8) }
        let new = header.flatMap { $0 + [0x0a] } + text
        try folder.replace(path, with: new)
        state.withLock { state in
            state.header = header
            state.given = new
        }
    }

    /// Keeps the list for the user.
    /// - Returns: A sentence that says where it is.
    @discardableResult
    package func keep() -> String {
        folder.keep()
        return "the names as you edited them are kept in \(String(decoding: path, as: UTF8.self))"
    }
}

extension NamesEditing.Problem: CustomStringConvertible {
    /// The problem as a sentence.
    package var description: String {
        switch self {
        case .mistake(let mistake): mistake.description
        case .other(let sentence): "nothing was renamed: \(sentence)"
        }
    }
}

extension Collection<Transfer> {
    /// Returns the first transfer whose target is taken by an item that keeps its name.
    package func firstTaken(in open: OpenRoots) -> Transfer? {
        let leaving = Set(map(\.source))
        return first { !leaving.contains($0.target) && open.isPresent($0.target) }
    }
}
