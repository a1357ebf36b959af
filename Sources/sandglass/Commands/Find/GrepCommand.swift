import ArgumentParser
import ContainerModel
import FileTree
import Formats
import Inspection
import Jobs
import Reports
import Screen
import Search
import Synchronization
import System

struct GrepCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "grep",
        abstract: "Search decoded file contents.",
        discussion: """
            Searches for text or a regular expression in the lines of text files, in the keys and values of property \
            lists, archived objects and JSON, in the rows of SQLite databases with their write-ahead logs, in cookies \
            and URL caches, in archives, in values stored inside values, and in the bytes of everything else. A hit \
            in a value is printed with the path to it, which `sandglass show FILE:VALUE` opens. Lowercase letters \
            also match uppercase, unless the pattern has uppercase letters.

            In a folder of packages, a device, a set of devices or a backup, all containers are searched, one after \
            the other. Printed paths begin with the given ones, so that other commands take them. In JSON, paths begin \
            at the container's root, and with several containers, each object has the container's path as container.

            Hidden files are searched too; symbolic links are not followed, nor their targets searched. --filter \
            selects files by name and by conditions, as `sandglass find` does:

            \(ItemCondition.help)

            The exit status is 0 if something was found, 1 if not, and a higher one if not everything could be searched.

              sandglass grep 'session token' App.xcappdata
              sandglass grep -e 'bearer [\\w.-]{20,}' --filter 'kind:sqlite' App.xcappdata
              sandglass grep --encoding utf16,base64 hunter2 App.xcappdata
            """
    )

    @Argument(help: "The text, or the regular expression.")
    var pattern: String

    @Argument(
        help: "Containers, directories and files in them, or folders of containers.", completion: Completions.items)
    var paths: [String] = ["."]

    @Flag(name: [.customLong("regex"), .customShort("e")], help: "The pattern is a regular expression (PCRE2).")
    var isExpression = false

    @Flag(name: .shortAndLong, help: "Ignore the case of letters.")
    var ignoreCase = false

    @Flag(name: [.long, .customShort("s")], help: "Distinguish uppercase and lowercase letters.")
    var caseSensitive = false

    @Flag(name: .shortAndLong, help: "Match only whole words.")
    var word = false

    @Flag(name: .shortAndLong, help: "Print the number of hits in each file that has any.")
    var count = false

    @Flag(name: [.long, .customShort("l")], help: "Print only the names of files that have hits.")
    var filesWithMatches = false

    @Option(name: .shortAndLong, help: ArgumentHelp("The maximum number of hits in a file.", valueName: "number"))
    var maxCount: Int?

    @Option(
        help: ArgumentHelp(
            """
            Also search in other encodings: utf16, in either byte order, and base64, even within \
            longer encoded text, always case-sensitive. Any other name is the encoding of text that \
            is not in Unicode, instead of the detected one: \
            \(Self.textEncodings.joined(separator: ", ")). Separated by commas.
            """, valueName: "encodings"),
        completion: .list(
            ["utf16", "base64", "utf16,base64"] + Self.textEncodings))
    var encoding: String?

    @Flag(inversion: .prefixedNo, help: "Decode files of known kinds; otherwise, only bytes are searched.")
    var decode = true

    @Option(help: ArgumentHelp("Search only files whose paths match and that meet conditions.", valueName: "text"))
    var filter = ""

    @Flag(help: "Print one JSON object per hit; with --count or --files-with-matches, per file.")
    var json = false

    @Option(name: .customLong("as"), help: ArgumentHelp("The actor whose rights a filter tests.", valueName: "actor"))
    var actor = ActingParty.app

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if ignoreCase, caseSensitive {
            throw ValidationError("--ignore-case and --case-sensitive are mutually exclusive.")
        }
        if count, filesWithMatches { throw ValidationError("--count and --files-with-matches are mutually exclusive.") }
        if let maxCount, maxCount < 1 { throw ValidationError("--max-count needs a number of hits, 1 or more.") }
        _ = try encodings()
    }

    /// The names of the encodings of texts that are not in Unicode.
    private static let textEncodings = TextEncoding.allCases.filter { !$0.isUnicode }.map { $0.names[0] }

    /// The encodings that are named.
    private struct Encodings {
        var ofPattern: Set<ContentsPattern.Encoding> = []
        /// That of texts that are not in Unicode.
        var ofTexts: TextEncoding?
    }

    private func encodings() throws -> Encodings {
        var found = Encodings()
        for name in (encoding ?? "").split(separator: ",").map(String.init) {
            let plain = name.lowercased().filter { $0 != "-" }
            guard plain != "utf8" else { continue }
            if let known = ContentsPattern.Encoding(rawValue: plain) {
                found.ofPattern.insert(known)
            } else if let known = TextEncoding(named: name), !known.isUnicode {
                guard found.ofTexts == nil || found.ofTexts == known else {
                    throw ValidationError("--encoding takes one encoding of text that is not in Unicode.")
                }
                found.ofTexts = known
            } else {
                throw ValidationError(
                    "--encoding takes utf16, base64, and \(Self.textEncodings.joined(separator: ", ")), not "
                        + "\(DisplayText(name))."
                )
            }
        }
        return found
    }

    private var listingFilter: ListingFilter { ListingFilter(ofPaths: filter) }

    private func contentsPattern() throws -> ContentsPattern {
        let bytes = argumentBytes(pattern)
        let isText = String(validating: bytes, as: UTF8.self) != nil
        let ofPattern = (try? encodings().ofPattern) ?? []
        guard isText || !isExpression && !word && !ignoreCase && ofPattern.isEmpty else {
            throw Failure(
                .usage, "the pattern is not UTF-8: it is no regular expression and no word, and has no capitals")
        }
        do throws(ContentsPattern.Mistake) {
            guard isText else { return try ContentsPattern(bytes: bytes) }
            return try ContentsPattern(
                pattern, isExpression: isExpression,
                caseSensitivity: ignoreCase ? .ignored : caseSensitive ? .respected : .smart, matchesWords: word,
                encodings: ofPattern)
        } catch {
            throw Failure(.usage, DisplayText(error.message).description)
        }
    }

    func perform() throws {
        if let mistake = listingFilter.mistake { throw Failure(mistake) }
        let pattern = try contentsPattern()
        let pool = WorkerPool(threads: WorkerPool.cores)
        var hasFound = false
        var failures = LastFailure()
        try failures.noting {
            try app.forEachSearchedPlace(at: paths) { try search($0, pattern, pool, &hasFound) }
        }
        // A filter chooses items, and these bytes are of none.
        for path in filter.isEmpty ? paths : [] {
            let archive = PathSpelling.trimmed(argumentBytes(path))
            guard let (scope, item) = DirectorySearch.Scope.besideItems(ofArchive: archive) else { continue }
            try failures.noting { try search(.outside(scope, item: item), pattern, pool, &hasFound) }
        }
        try failures.end()
        if !hasFound { throw ExitCode(1) }
    }

    private func search(
        _ place: SearchedPlace, _ pattern: ContentsPattern, _ pool: WorkerPool, _ hasFound: inout Bool
    ) throws {
        let scope = try naming(place.text) { try place.scope(as: actor, deviceState.state) }
        let output = GrepOutput(
            place, isValue: !scope.value.isEmpty, form: count ? .counts : filesWithMatches ? .names : .hits,
            asJSON: json)
        defer { hasFound = hasFound || output.hasFound }
        do {
            try search(scope, in: place, pattern, pool, output)
        } catch {
            if let status = output.failedStatus { throw ExitCode(status) }
            throw error
        }
        if let status = output.failedStatus { throw ExitCode(status) }
    }

    private func search(
        _ scope: DirectorySearch.Scope, in place: SearchedPlace, _ pattern: ContentsPattern, _ pool: WorkerPool,
        _ output: GrepOutput
    ) throws {
        let cancellation = Cancellation()
        let search = DirectorySearch(scope, helpers: pool, cancellation: cancellation)
        let found = try naming(place.text) {
            try search.items(by: listingFilter, in: EntryOrder(key: .name, directoriesFirst: false))
                ?? DirectorySearch.Found()
        }
        var options = ContentsOptions(decodes: decode, countsLines: !count && !filesWithMatches, maxHits: maxCount)
        if filesWithMatches { options.maxHits = 1 }
        options.encoding = try encodings().ofTexts
        let contents = search.contents(of: found, for: pattern, options)
        _ = contents.searchFiles(on: pool, cancellation: cancellation) { result in
            contents.path(of: result.file).map { output.printMatches(result, at: $0) } ?? true
        }
        output.flush()
        if let problem = found.incompleteness { output.noteUnsearched(problem) }
        if let reason = output.incomplete { throw Failure(reason.status, place.named(reason.message)) }
    }
}

/// Prints the results, in one form or another. It is called by one thread at a time.
private final class GrepOutput: Sendable {
    enum Form {
        case hits, counts, names
    }

    private struct State {
        var output = Output()
        var hasFound = false
        /// The number of hits so far in a file of which more follows.
        var count = 0
        var incomplete: (message: String, status: Failure.Status)?
        var failedStatus: Int32?
    }

    private struct FileReport: Encodable {
        let path: String
        let count: Int?
    }

    private let place: SearchedPlace
    private let isValue: Bool
    private let form: Form
    private let asJSON: Bool
    private let state = Mutex(State())

    /// - Parameter isValue: Whether a value inside a file is searched.
    init(_ place: SearchedPlace, isValue: Bool, form: Form, asJSON: Bool) {
        self.place = place
        self.isValue = isValue
        self.form = form
        self.asJSON = asJSON
    }

    /// Whether anything was found.
    var hasFound: Bool { state.withLock { $0.hasFound } }
    /// Why not everything was searched; nil if it was.
    var incomplete: (message: String, status: Failure.Status)? { state.withLock { $0.incomplete } }
    /// The exit status after a failure to write; nil if there was none.
    var failedStatus: Int32? { state.withLock { $0.failedStatus } }

    func flush() { write { try $0.output.flush() } }

    func noteUnsearched(_ message: String) {
        state.withLock { state in
            if let earlier = state.incomplete {
                state.incomplete?.message = "\(earlier.message); \(message)"
            } else {
                state.incomplete = (message + "; everything else was searched", .noInput)
            }
        }
    }

    /// Prints the results in a file.
    /// - Returns: Whether more is wanted.
    func printMatches(_ result: ContentsSearch.FileResult, at path: ContainerPath) -> Bool {
        if !result.problems.isEmpty || result.error != nil { flush() }
        let name = String(decoding: place.shown(path), as: UTF8.self)
        for problem in result.problems {
            writeError("sandglass: \(DisplayText(name)): \(DisplayText(problem.message))")
        }
        let error = result.error.map { Failure($0, at: name, isValue: isValue) }
        error?.report()
        return write { state in
            if let error {
                let isDamage = error.status == Failure.Status.data.rawValue
                // An unreadable item counts more than a damaged one.
                if !isDamage || state.incomplete == nil {
                    let status = isDamage ? .data : Failure.Status(rawValue: error.status) ?? .noInput
                    state.incomplete = ("not all files could be read; everything else was searched", status)
                }
            }
            if state.incomplete == nil, result.problems.contains(where: \.isIncomplete) {
                state.incomplete = ("not everything was searched", .data)
            }
            state.hasFound = state.hasFound || !result.hits.isEmpty
            state.count += result.hits.count
            switch form {
            case .hits: for hit in result.hits { try print(hit, path, &state.output) }
            case .names, .counts:
                guard !result.isPartial, state.count > 0 else { return }
                try print(count: state.count, path, &state.output)
            }
            if !result.isPartial { state.count = 0 }
        }
    }

    private func print(_ hit: ContentsHit, _ path: ContainerPath, _ output: inout Output) throws {
        guard !asJSON else {
            return try output.line(
                try JSONReport.line(ContentsHitReport(hit, in: place.reported(path)), in: place.hostPath))
        }
        try output.line(
            DisplayText(bytes: place.shown(path)).description + hit.line(ascii: !Platform.isLocaleUTF8).description)
    }

    private func print(count: Int, _ path: ContainerPath, _ output: inout Output) throws {
        guard !asJSON else {
            let report = FileReport(
                path: String(decoding: place.reported(path), as: UTF8.self), count: form == .counts ? count : nil)
            return try output.line(try JSONReport.line(report, in: place.hostPath))
        }
        guard form == .counts else { return try output.path(place.shown(path)) }
        try output.line(DisplayText(bytes: place.shown(path)).description + ":\(count)")
    }

    /// Writes; after a failure, nothing more is.
    @discardableResult
    private func write(_ body: (inout State) throws -> Void) -> Bool {
        state.withLock { state in
            guard state.failedStatus == nil else { return false }
            do {
                try body(&state)
                return true
            } catch {
                state.failedStatus = (error as? ExitCode)?.rawValue ?? Failure.Status.inputOutput.rawValue
                return false
            }
        }
    }
}
