import ContainerModel
import Documents
import FileTree
import Formats
import Jobs

/// Finds the times in one file after the other, on one thread.
final class FileDates {
    /// Values nested deeper are not looked at.
    static let deepest = 200

    let sink: DateSink
    let cancellation: Cancellation
    private let tree: any FileTree
    /// Why times of the file may be missing.
    private var problems: [String] = []
    /// The places that files have in common.
    private var shared: [SharedPlace: DateSink.Place?] = [:]
    let lines = LineReader()
    var offsets = LocalOffsets()

    init(_ sink: DateSink, in tree: any FileTree, cancellation: Cancellation) {
        (self.sink, self.tree, self.cancellation) = (sink, tree, cancellation)
    }

    /// A place that files have in common.
    struct SharedPlace: Hashable {
        var kind: TimelineKind
        var clock = TimelineClock.app
        var doubt: DateDoubt?
        var lines: LineForm?
    }

    var limits: DocumentLimits { .unlimited(cancellation) }

    /// Notes a part that is not read, once.
    func note(_ problem: String) {
        if !problems.contains(problem), !cancellation.isCancelled { problems.append(problem) }
    }

    func wants(_ kinds: TimelineKind...) -> Bool { !sink.storage.question.kinds.isDisjoint(with: kinds) }

    /// Finds the times in a file.
    /// - Returns: Why some may be missing.
    /// - Throws: `FileTreeError` if it cannot be read.
    func read(_ path: ContainerPath) throws(FileTreeError) -> [String] {
        problems = []
        let file = try DocumentSource(remainsOf: path, in: tree)
        if let loss = file.loss { note(loss) }
        guard !file.head.isEmpty else { return problems }
        if file.isDatabase {
            if wants(.row, .request) { readDatabase(file) }
        } else if CookieFile.recognizes(file.head) {
            if wants(.cookie) { readRows(of: file, as: .cookie) }
        } else if isPropertyList(file) {
            if wants(.value) { readList(file) }
        } else if wants(.value, .log), !readJSON(file) {
            try readPlain(file)
        }
        return problems
    }

    private func isPropertyList(_ file: DocumentSource) -> Bool {
        switch PropertyListFormat(recognizing: file.head) {
        case .binary: true
        case .xml, .xmlUTF16: file.head.prefix(1_024).contains("<plist".utf8)
        case .otherBinary, .openStep, nil: false
        }
    }

    /// Returns the place of values or lines, of which files have many; nil if they are not wanted.
    func place(_ key: SharedPlace, _ form: TimelinePlace.Form) -> DateSink.Place? {
        if let known = shared[key] { return known }
        let place = sink.place(
            TimelinePlace(kind: key.kind, clock: key.clock, title: "", doubt: key.doubt?.sentence, form: form))
        shared[key] = place
        return place
    }

    /// Adds a time at an address.
    func add(_ time: Int64, at place: DateSink.Place, address: () -> [UInt8]) {
        if !sink.add(time, at: place, text: address) { note("not all of its times could be stored") }
    }

    // MARK: Tables of which each row is decoded

    /// The number of rows read at once.
    private static let rowsAtOnce = 1_000

    private func readRows(of file: DocumentSource, as kind: TimelineKind) {
        let document = DocumentReaders.read(file, within: limits)
        for loss in document.losses + document.failures.map(\.reason) { note(loss) }
        if let table = document.table { readRows(of: table.source, as: kind) }
    }

    /// Finds the dates among the cells of rows.
    func readRows(of source: any TableSource, as kind: TimelineKind) {
        var places: [Int: DateSink.Place?] = [:]
        let columns = source.columns
        var index = 0
        while !cancellation.isCancelled {
            let rows: [TableRow]
            do throws(DocumentFailure) {
                rows = try source.rows(from: index, count: Self.rowsAtOnce, within: limits)
            } catch {
                return note("not all rows can be read: \(error.reason)")
            }
            for row in rows {
                guard let name = row.name else { continue }
                for (column, cell) in zip(columns.indices, row.cells) {
                    guard case .date(let date) = cell,
                        let time = NumberOfTime.microseconds(seconds: date.stored, since: date.origin)
                    else { continue }
                    let known = places[column]
                    let place = known ?? self.place(of: columns[column], kind)
                    if known == nil { places[column] = place }
                    if let place { add(time, at: place) { ValueAddress.text([Array(name.utf8)]) } }
                }
            }
            guard rows.count == Self.rowsAtOnce else { break }
            index += rows.count
        }
        for loss in source.losses { note(loss) }
    }

    private func place(of column: String, _ kind: TimelineKind) -> DateSink.Place? {
        sink.place(
            TimelinePlace(
                kind: kind, clock: DateName(column).clock, title: column, form: .stored,
                behind: Array("/".utf8) + ValueAddress.text([Array(column.utf8)])))
    }
}

/// Why a time is not certain.
enum DateDoubt: Hashable {
    /// What a number counts was guessed.
    case number(NumberOfTime)
    /// Without a time zone, it was read as one in UTC.
    case utc
    /// Without a time zone, it was read as local time.
    case local

    var sentence: String {
        switch self {
        case .number(let number): "taken for \(number.title)"
        case .utc: "it names no time zone; read as UTC"
        case .local: "it names no time zone; read as local time"
        }
    }
}

extension DateName {
    /// What has told a time with the name.
    var clock: TimelineClock { isExpiry ? .expiry : .app }
}
