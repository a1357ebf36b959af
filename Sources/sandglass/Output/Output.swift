import ContainerModel
import ContainerStore
import FileTree
import Screen
import System

/// Buffered lines for standard output.
struct Output {
    private var waiting: [UInt8] = []

    /// Adds a line of text, or several, as it is printed in the user's locale.
    /// - Throws: `ExitCode` if the lines cannot be written.
    mutating func line(_ line: String) throws {
        addPrintable(line)
        try add([0x0a])
    }

    /// Adds lines.
    /// - Parameter lines: Not sanitized.
    /// - Throws: `ExitCode` if they cannot be written.
    mutating func lines(_ lines: [String]) throws {
        for line in lines { try self.line(DisplayText(line).description) }
    }

    /// Adds a part of a line that goes on, as it is printed in the user's locale.
    /// - Throws: `ExitCode` if it cannot be written.
    mutating func part(_ text: String) throws {
        addPrintable(text)
        try add([])
    }

    private mutating func addPrintable(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { text in
            let isPlain = PrintableText.isPrintable(text) && (Platform.isLocaleUTF8 || text.allSatisfy { $0 < 0x80 })
            if isPlain { waiting += text }
            return isPlain
        }
        if !isPlain { waiting += OutputGate.printable(Array(text.utf8)) }
    }

    /// Adds a line with a path in a form that is safe to show.
    /// - Throws: `ExitCode` if the lines cannot be written.
    mutating func path(_ path: [UInt8]) throws {
        // Most paths are shown as they are.
        guard path.allSatisfy({ $0 &- 0x20 < 0x5f }) else { return try line(DisplayText(bytes: path).description) }
        try add(path + [0x0a])
    }

    /// Adds a path for programs, with a terminator: exact in a pipe, sanitized and on a line on a terminal.
    /// - Throws: `ExitCode` if it cannot be written.
    mutating func path(_ path: [UInt8], terminator: UInt8) throws {
        try add(OutputGate.output.path(path, terminator: terminator))
    }

    /// Adds a line for programs: exact in a pipe, sanitized on a terminal.
    /// - Throws: `ExitCode` if it cannot be written.
    mutating func record(_ line: [UInt8]) throws { try add(OutputGate.output.record(line)) }

    /// Adds lines for programs, as `record` does.
    /// - Parameters:
    ///   - bytes: The lines, each with its end.
    ///   - lines: The lines without their ends.
    /// - Throws: `ExitCode` if they cannot be written.
    mutating func records(_ bytes: [UInt8], lines: @autoclosure () -> [ArraySlice<UInt8>]) throws {
        guard OutputGate.output.isTerminal else { return try add(bytes) }
        for line in lines() { try record(Array(line)) }
    }

    /// Adds whole lines of printable ASCII.
    /// - Throws: `ExitCode` if they cannot be written.
    mutating func ascii(_ lines: UnsafeRawBufferPointer) throws { try add(lines) }

    /// Adds the program's own terminal sequences, such as colours, as a line.
    /// - Throws: `ExitCode` if it cannot be written.
    mutating func styled(_ line: String) throws { try add(inLocale(line + "\n").utf8) }

    private mutating func add(_ bytes: some Sequence<UInt8>) throws {
        waiting += bytes
        if waiting.count >= 65_536 { try flush() }
    }

    /// Writes the buffered output.
    /// - Throws: `ExitCode` if it cannot be written.
    mutating func flush() throws {
        guard !waiting.isEmpty else { return }
        defer { waiting.removeAll(keepingCapacity: true) }
        try writeOutput(waiting)
    }
}

/// The items that a report on a whole container could not read.
struct Unreadable {
    private var last: Failure?

    /// Whether everything could be read.
    var isEmpty: Bool { last == nil }

    mutating func note(_ path: ContainerPath, _ error: FileTreeError) {
        last?.report()
        last = Failure(error, at: path.reportText)
    }

    /// - Throws: The last `Failure`, if there were any; the others have been reported.
    func end() throws { if let last { throw last } }
}

extension Container {
    /// Warns on standard error of standard directories that are something else, and of unreadable parts of an archive;
    /// the rest is usable.
    /// - Throws: `Failure` if `path` is behind such a directory.
    func reportFaults(onTheWayTo path: ContainerPath = .root) throws {
        let faults = faults()
        if let fault = faults.first(before: path) {
            throw Failure(.data, "\(DisplayText(path.reportText)): \(DisplayText(fault.message))")
        }
        reportProblems(faults.map(\.message))
    }

    /// Warns on standard error about the unreadable parts of an archive or a backup.
    /// - Parameters:
    ///   - others: Messages that come before that.
    ///   - path: The path to name, for a list of several containers.
    func reportProblems(_ others: [String] = [], at path: HostPath? = nil) {
        tree.reportProblems(others, at: path)
    }
}

extension FileTree {
    /// Warns on standard error about the unreadable parts of an archive or a backup, and notes whether something is
    /// missing.
    /// - Parameters:
    ///   - others: Messages that come before that.
    ///   - path: The path to name, for a list of several trees.
    func reportProblems(_ others: [String] = [], at path: HostPath? = nil) {
        Incompleteness.note(self)
        let place = path.map { "\(DisplayText(bytes: $0.bytes)): " } ?? ""
        for problem in others + problems { writeError("sandglass: warning: \(place)\(DisplayText(problem))") }
    }
}

/// Returns rows of cells as lines, with columns as wide as their widest cells on a terminal.
/// - Parameters:
///   - rows: Not sanitized.
///   - rightAligned: The columns whose cells are aligned to the right.
func tableLines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
    let rows = rows.map { $0.map { DisplayText($0) } }
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
    return rows.map { row in
        row.enumerated().map { column, text in
            let space = String(repeating: " ", count: widths[column] - text.width)
            if column == row.count - 1 { return "\(text)" }
            return rightAligned.contains(column) ? "\(space)\(text)" : "\(text)\(space)"
        }.joined(separator: "  ")
    }
}

/// Returns the path of an item for listings: directories end in a slash.
func shown(_ path: ContainerPath, isDirectory: Bool) -> String {
    DisplayText(bytes: path.isRoot ? [0x2e] : path.bytes).description + (isDirectory ? "/" : "")
}
