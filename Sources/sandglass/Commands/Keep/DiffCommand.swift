import ArgumentParser
import Comparison
import Jobs
import System

struct DiffCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare containers, directories or files by meaning.",
        discussion: """
            Each side is a container, a directory, an archive, a domain of a backup, a bundle, a file, or \
            FILE:NAME/NAME… for a value inside one. Property lists and JSON are compared by key path, databases by \
            row, Core Data stores by object, cookies and URL caches by their names, texts by line, pictures by size \
            and pixels, and archives by item. Anything else is compared by bytes. The same values in a different \
            format are no difference.

            Files are read, unless they are one file or a time point has the digests of both; with --quick, those of \
            the same size and modification time count as equal. Each item is printed with its badges. The exit \
            status is 0 if both sides are the same, and 1 if they differ.

              sandglass diff before.xcappdata after.xcappdata
              sandglass diff --json A.xcappdata B.xcappdata | jq 'select(.of == "row")'
              sandglass diff --patch one two | patch -d copy -p1
            """
    )

    @Argument(help: "The first side: the state before.", completion: Completions.items)
    var before: String

    @Argument(help: "The second side: the state after.", completion: Completions.items)
    var after: String

    @Flag(help: "Print one JSON object per difference.")
    var json = false

    @Flag(help: "Print one line per item with the number of its differences, and the totals.")
    var stat = false

    @Flag(help: "Print the differences of texts as a patch.")
    var patch = false

    @Flag(help: "Treat files with the same size and modification time as equal.")
    var quick = false

    @Flag(help: "Report different modification times, too.")
    var times = false

    @Flag(help: "Print *** instead of values.")
    var mask = false

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "A file with the passphrase of the second side, if it is another encrypted backup.", valueName: "file"),
        completion: .file())
    var otherPassphraseFile: String?

    @OptionGroup(title: "The containers and their apps") var app: AppInfoOptions

    func validate() throws {
        if [json, stat, patch].count(where: { $0 }) > 1 {
            throw ValidationError("--json, --stat and --patch are mutually exclusive.")
        }
        if patch, mask { throw ValidationError("--patch and --mask are mutually exclusive.") }
    }

    func perform() throws {
        Interruption.watch()
        let first = try ComparedSide(at: before, app, follows: follow)
        if let otherPassphraseFile { PassphraseOptions.handle(inFile: otherPassphraseFile) }
        let second = try ComparedSide(at: after, app, follows: follow)
        var options = ComparisonOptions()
        options.isQuick = quick
        options.comparesTimes = times
        options.reportsNewTexts = patch
        options.reportsFollowing = json
        options.opensNew = !stat && !patch
        options.context = patch ? 3 : 0
        let output = DiffOutput(json ? .json : stat ? .stat : patch ? .patch : .text, masks: mask)
        let summary = try naming(after) {
            var summary = try SideComparison.compareSides(
                first, second, options, cancellation: Interruption.cancellation, output.printDifference)
            if !first.isFile, !second.isFile, let one = ComparedSide.archive(at: before),
                let other = ComparedSide.archive(at: after)
            {
                summary.differences += try SideComparison.compareBeside(
                    one, other, isSame: summary.differences == 0, options, cancellation: Interruption.cancellation,
                    output.printDifference)
            }
            return summary
        }
        try output.end(summary)
        guard !Interruption.cancellation.isCancelled else { throw Failure.cancelled }
        if summary.hasSkippedMoves {
            writeError("sandglass: too many differences to find out which items were moved")
        }
        try summary.requireWhole(before, after)
        if summary.differences > 0 { throw ExitCode(1) }
    }
}
