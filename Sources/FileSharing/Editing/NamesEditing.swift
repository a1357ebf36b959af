import Synchronization
import Transactions

/// A list of names that a person edits in `$EDITOR`, as often as it takes until it can be used. What was written stays
/// in its file until it has been used, or the person has been told where it is.
package final class NamesEditing: Sendable {
    /// Why the list cannot be used as it is.
    package enum Problem: Error, Hashable, Sendable {
        /// The list itself is wrong; the place is that of the name.
        case mistake(BulkRename.Mistake)
        /// Something that was found out later: a sentence for people.
        case other(String)
    }

    private let names: [[UInt8]]
    private let directories: [[UInt8]]
    private let folder: TemporaryFolder
    private let path: [UInt8]
    private let state = Mutex(State())

    private struct State {
        /// Lines above the names that say what is wrong; they are no names as long as they are as they were written.
        var header: [[UInt8]] = []
        /// What there was to edit the last time, header and all.
        var given: [UInt8] = []
        /// Whether an edited list came back that has not been used.
        var isEdited = false
    }

    /// Writes the list to a file that nobody else can read.
    /// - Parameters:
    ///   - names: the present ones.
    ///   - directories: for each name whatever tells its directory from others.
    /// - Throws: `EditorError`
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

    /// Has the list edited on this terminal, which nothing else may use meanwhile.
    /// - Throws: `EditorError` where the editor cannot be run or fails; `isEdited` tells whether it left anything.
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

    /// Whether the person has written something that was not used yet.
    package var isEdited: Bool { state.withLock { $0.isEdited } }

    /// The names as they are in the list now, in the order of those it was made from.
    /// - Throws: `Problem`
    package func result() throws(Problem) -> [[UInt8]] {
        let (text, stripped) = try contents()
        do throws(BulkRename.Mistake) {
            return try BulkRename.names(in: text, for: names, directories: directories)
        } catch {
            let line = error.line == 0 ? 0 : error.line + stripped
            throw .mistake(BulkRename.Mistake(line: line, message: error.message))
        }
    }

    /// The list without the lines that were written above it, and how many of them there were.
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
            // An editor may have ended the lines as on Windows.
            guard let end = [[0x0a], [0x0d, 0x0a]].first(where: { rest.starts(with: line + $0) }) else { break }
            rest = rest.dropFirst(line.count + end.count)
            stripped += 1
        }
        return (Array(rest), stripped)
    }

    /// What is wrong with the list itself, as it is now.
    package var mistake: Problem? {
        do throws(Problem) {
            _ = try result()
            return nil
        } catch {
            return error
        }
    }

    /// Writes above the names what is wrong, for who opens the list again. What the person wrote stays as it is.
    /// - Throws: `EditorError`
    package func explain(_ problem: Problem) throws(EditorError) {
        let (text, stripped): ([UInt8], Int)
        do throws(Problem) {
            (text, stripped) = try contents()
        } catch {
            // The editor took the file away: there is nothing to go on with but the names as they are.
            (text, stripped) = (Array(BulkRename.text(of: names).utf8), 0)
        }
        var sentence = problem.description
        // The two lines of the header come before it now.
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

    /// Leaves the list where it is, for the person.
    /// - Returns: a sentence for people.
    @discardableResult
    package func keep() -> String {
        folder.keep()
        return "the names as you edited them are kept in \(String(decoding: path, as: UTF8.self))"
    }
}

extension NamesEditing.Problem: CustomStringConvertible {
    /// A sentence for people.
    package var description: String {
        switch self {
        case .mistake(let mistake): mistake.description
        case .other(let sentence): "nothing was renamed: \(sentence)"
        }
    }
}

extension Collection<Transfer> {
    /// The first whose new name something else has that keeps it.
    package func firstTaken(in open: OpenRoots) -> Transfer? {
        let leaving = Set(map(\.source))
        return first { !leaving.contains($0.target) && open.isPresent($0.target) }
    }
}
