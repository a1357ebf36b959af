import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find items by name, in everything below a directory.",
        discussion: """
            The characters of the pattern are found in the path in their order, with others in between: apsup finds \
            Library/Application Support. Terms separated by blanks are found independently of each other. Small letters \
            also match capitals. The best match comes first; with an empty pattern, everything is printed in the order of \
            the names.

            Symbolic links are not followed. Control characters in paths are replaced; --print0 and JSON have the exact \
            bytes.

              sandglass find 'note png' App.xcappdata
              sandglass find --print0 .tmp App.xcappdata | sandglass rm -0
            """
    )

    @Argument(help: "The pattern.")
    var pattern: String

    @Argument(help: "A container or a directory in one.", completion: .file())
    var path = "."

    @Flag(name: .shortAndLong, help: "Include names that begin with a dot, and what is in such directories.")
    var all = false

    @Flag(help: "Print one JSON object per line, as `sandglass ls --json`.")
    var json = false

    @Flag(name: .customLong("print0"), help: "Print the paths on this computer as bytes, each terminated by NUL.")
    var print0 = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if json, print0 { throw ValidationError("--json and --print0 exclude each other.") }
        guard FuzzyPattern.longest >= pattern.utf8.count else {
            throw ValidationError("The pattern is longer than any path.")
        }
    }

    func run() throws { try reportingFailures(asJSON: json, find) }

    private func find() throws {
        DescriptorLimit.raise()
        let (container, path) = try app.locate(path)
        let found: DescendantReader.Found
        do throws(FileTreeError) {
            let directory = try container.tree.directory(at: path)
            found =
                try DescendantReader(pool: WorkerPool(threads: WorkerPool.cores)).read(
                    below: directory, path: path, cancellation: Cancellation()) ?? DescendantReader.Found()
        } catch {
            throw Failure(error, at: self.path)
        }
        var filter = EntryFilter(showsHidden: all, text: Array(pattern.utf8))
        filter.matchesPaths = true
        var output = Output()
        let shownPrefix = path.isRoot ? [] : path.bytes + [ContainerPath.slash]
        let hostPrefix = ItemAddress(container.root, path).hostPath + [ContainerPath.slash]
        for index in found.entries.arranged(by: EntryOrder(directoriesFirst: false), filter: filter) {
            let name = found.entries.name(Int(index))
            if json {
                // An item that is gone by now is left out.
                guard let item = ContainerPath(bytes: shownPrefix + name),
                    let entry = try? ListingReport.entry(at: item, of: container)
                else { continue }
                try output.line(try JSONReport.line(entry))
            } else if print0 {
                try output.bytes(hostPrefix + name + [0])
            } else {
                let slash = found.entries.kind(Int(index)) == .directory ? [ContainerPath.slash] : []
                try output.path(shownPrefix + name + slash)
            }
        }
        try output.flush()
        if found.unreadable > 0 {
            let directories = Counted.directories(found.unreadable)
            throw Failure(.noInput, "\(directories) could not be read; everything else was searched")
        }
    }
}
