import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Reports
import Screen
import Search

struct FindCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find items by name or by conditions.",
        discussion: """
            The characters of the pattern are found in the path in their order, with others in between: apsup finds \
            Library/Application Support. Terms separated by spaces match independently of each other. Lowercase \
            letters also match uppercase, and composed characters match decomposed ones, as in APFS. The best match \
            comes first; with an empty pattern, all items are printed in the order of the names. Hidden items are \
            left out unless --all is given; a message says so only if nothing was found.

            Some terms are conditions that the items must meet; an exclamation mark before a condition reverses it, \
            and a backslash before a term makes it a part of the name:

            \(ItemCondition.help)

            In a folder of packages, a device, a set of devices or a backup, all containers are searched, one after \
            the other. Printed paths begin with the given one, so that other commands take them; those in JSON begin \
            at the container's root.

            Symbolic links are not followed. Control characters in paths are replaced; JSON has the exact bytes, and \
            so has --print0 except on a terminal.

              sandglass find 'note png' App.xcappdata
              sandglass find 'b:no size>1M !kind:image' App.xcappdata
              sandglass find -l 'changed:<1h' App.xcappdata
              sandglass find --print0 .tmp App.xcappdata | sandglass rm -0
            """
    )

    @Argument(help: "The pattern.")
    var pattern: String

    @Argument(help: "A container, a directory in one, or several containers.", completion: Completions.items)
    var path = "."

    @Flag(name: .shortAndLong, help: "Include hidden items (names that begin with a dot) and their contents.")
    var all = false

    @Flag(name: .shortAndLong, help: "Print each file's size and modification time before its path.")
    var long = false

    @Flag(
        help: "Print one JSON object per line, as `sandglass ls --json`; for several containers, with `container`."
    )
    var json = false

    @Flag(name: .customLong("print0"), help: "Print the paths on this computer as bytes, each terminated by NUL.")
    var print0 = false

    @Option(
        help: ArgumentHelp(
            "Sort key (default: score).",
            discussion: "The size of a directory is its contents' size."))
    var sort: SortKey?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Option(name: .customLong("as"), help: ArgumentHelp("The actor whose rights conditions test.", valueName: "actor"))
    var actor = ActingParty.app

    @OptionGroup(title: "State of the app and the device") var deviceState: DeviceStateOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if json, print0 { throw ValidationError("--json and --print0 are mutually exclusive.") }
        if long, json || print0 { throw ValidationError("--long is for people; --json has sizes and times.") }
        guard FuzzyPattern.longest >= pattern.utf8.count else {
            throw ValidationError("The pattern is longer than any path.")
        }
    }

    private var filter: ListingFilter {
        var filter = ListingFilter(showsHidden: all, text: Array(pattern.utf8))
        filter.matchesPaths = true
        filter.ranksMatches = sort == nil
        return filter
    }

    func perform() throws {
        if let mistake = filter.mistake { throw Failure(mistake) }
        let pool = WorkerPool(threads: WorkerPool.cores)
        try app.forEachPlace(at: [path]) { try find(in: $0, with: pool) }
    }

    private func find(in place: ReadPlace, with pool: WorkerPool) throws {
        let (container, path) = (place.container, place.path)
        let scope = DirectorySearch.Scope(directory: path, of: container, as: actor, state: deviceState.state)
        let order = EntryOrder(key: sort ?? .name, isReversed: reverse, directoriesFirst: false)
        let found = try naming(place.prefix.map { String(decoding: $0, as: UTF8.self) } ?? self.path) {
            try DirectorySearch(scope, helpers: pool).items(by: filter, in: order) ?? DirectorySearch.Found()
        }
        var output = Output()
        var failures = LastFailure()
        let shownPrefix = path.isRoot ? [] : path.bytes + [ContainerPath.slash]
        let hostPrefix = ItemAddress(container.root, path).hostPath + [ContainerPath.slash]
        for index in reverse && sort == nil ? found.order.reversed() : found.order {
            let name = found.entries.name(Int(index))
            if json {
                let entry = failures.examining(shownPrefix + name, in: place) { item throws(FileTreeError) in
                    try ListingReport.entry(at: item, of: container, as: actor, state: deviceState.state)
                }
                guard let entry else { continue }
                try output.line(try JSONReport.line(entry, in: place.hostPath))
            } else if print0 {
                try output.path(hostPrefix + name, terminator: 0)
            } else {
                let isDirectory = found.entries.kind(Int(index)) == .directory
                let shown = place.shown(shownPrefix + name) + (isDirectory ? [ContainerPath.slash] : [])
                guard long else {
                    try output.path(shown)
                    continue
                }
                let status = failures.examining(shownPrefix + name, in: place) { item throws(FileTreeError) in
                    try container.tree.status(item)
                }
                guard let status else { continue }
                let size = isDirectory ? "-" : ByteCount.short(status.size)
                let time = LocalTime(secondsSince1970: status.modified).full
                try output.line("\(padded(size, to: 8))  \(time)  \(DisplayText(bytes: shown))")
            }
        }
        try output.flush()
        // Nothing found is nothing among what was looked at.
        if found.order.isEmpty, found.hidden > 0 {
            let hidden = Pluralized.some(found.hidden, "hidden item")
            writeError("sandglass: \(place.named("nothing was found; \(hidden) were left out (-a includes them)"))")
        }
        if let problem = found.incompleteness {
            failures.note(Failure(.noInput, place.named(problem + "; everything else was searched")))
        }
        try failures.end()
    }
}

extension LastFailure {
    /// Returns what `body` finds out about an item; nil if it is gone by now, or if it cannot be examined, which is
    /// noted.
    /// - Parameter path: The item's path from the container's root.
    fileprivate mutating func examining<Result>(
        _ path: [UInt8], in place: ReadPlace, _ body: (ContainerPath) throws(FileTreeError) -> Result
    ) -> Result? {
        guard let item = ContainerPath(bytes: path) else { return nil }
        do throws(FileTreeError) {
            return try body(item)
        } catch {
            if !error.isDisappearance { note(Failure(error, at: String(decoding: place.shown(item), as: UTF8.self))) }
            return nil
        }
    }
}

extension SortKey: ExpressibleByArgument {
    /// Reads the title of an order.
    public init?(argument: String) { self.init(title: argument) }

    /// The titles of all orders.
    public static var allValueStrings: [String] { allCases.map(\.title) }
}
