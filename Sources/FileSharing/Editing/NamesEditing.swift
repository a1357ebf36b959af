import ContainerModel
import Synchronization

/// The file of a list of names, which the user edits until the list can be used. The text stays in the file until it
/// has been applied, or the user has been told where it is.
final class NamesEditing: Sendable {
    /// A reason why the list cannot be used as it is.
    enum Problem: Error {
        /// The list itself is wrong.
        case mistake(BulkRename.Mistake)
        /// The editor removed the file, or it cannot be read.
        case unreadable(EditorError)
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

    /// Writes the names of items to a file that only the user can read.
    /// - Throws: `EditorError` if the file cannot be written.
    init(_ items: [ItemAddress]) throws(EditorError) {
        names = items.map { Array($0.name) }
        directories = items.map(\.parent.hostPath)
        folder = try TemporaryFolder()
        path = folder.path + Array("/names.txt".utf8)
        let text = Array(BulkRename.text(of: names).utf8)
        try folder.write(text, to: path)
        folder.noteDown(for: nil)
        state.withLock { $0.given = text }
    }

    /// Opens the list in an editor.
    /// - Throws: `EditorError` if the editor cannot be run or fails; `isEdited` says whether it changed the list.
    func edit(by editor: Editor) throws(EditorError) {
        do throws(EditorError) {
            try editor.open(path)
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
    var isEdited: Bool { state.withLock { $0.isEdited } }

    /// Returns the names in the list, in the order of the items.
    /// - Throws: `Problem` if the list cannot be used.
    func result() throws(Problem) -> [[UInt8]] {
        let text: [UInt8]
        let stripped: Int
        do throws(EditorError) {
            (text, stripped) = try contents()
        } catch {
            throw .unreadable(error)
        }
        do throws(BulkRename.Mistake) {
            return try BulkRename.names(in: text, for: names, directories: directories)
        } catch {
            let line = error.line == 0 ? 0 : error.line + stripped
            throw .mistake(BulkRename.Mistake(line: line, message: error.message))
        }
    }

    /// Returns the list without the header, and the number of header lines removed.
    private func contents() throws(EditorError) -> ([UInt8], stripped: Int) {
        var rest = try folder.read(path)[...]
        var stripped = 0
        for line in state.withLock({ $0.header }) {
            // The editor may have converted the line endings to CR LF.
            guard let end = [[0x0a], [0x0d, 0x0a]].first(where: { rest.starts(with: line + $0) }) else { break }
            rest = rest.dropFirst(line.count + end.count)
            stripped += 1
        }
        return (Array(rest), stripped)
    }

    /// Writes a problem above the names, for the next edit. The user's lines are kept.
    /// - Throws: `EditorError` if the file cannot be written.
    func explain(_ rejection: NamesRejection) throws(EditorError) {
        let (text, stripped): ([UInt8], Int)
        do throws(EditorError) {
            (text, stripped) = try contents()
        } catch {
            // The editor removed the file, so start again from the present names.
            (text, stripped) = (Array(BulkRename.text(of: names).utf8), 0)
        }
        var rejection = rejection
        // The line number accounts for the two header lines added below.
        if let mistake = rejection.mistake, mistake.line > 0 {
            let moved = BulkRename.Mistake(line: mistake.line - stripped + 2, message: mistake.message)
            rejection = NamesRejection(rejection.list, .mistake(moved))
        }
        let header = [
            "# \(BulkRename.escaped(Array(rejection.sentence.utf8)))",
            "# These two lines are not names: leave them or delete them.",
        ].map { Array($0.utf8) }
        let new = header.flatMap { $0 + [0x0a] } + text
        try folder.replace(path, with: new)
        state.withLock { state in
            state.header = header
            state.given = new
        }
    }

    /// Keeps the list in its file for the user, if it was edited.
    /// - Returns: A notice of where it is.
    func keep() -> [Notice] {
        guard isEdited, folder.count > 0 else { return [] }
        folder.keep()
        return [Notice("the names as you edited them are kept in \(String(decoding: path, as: UTF8.self))")]
    }
}
