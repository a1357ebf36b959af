import ArgumentParser
import System

/// Compares importing with `cp` on the same disk, taking turns.
struct CopyBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Compare importing with cp and sync, in turns on the same disk.",
        discussion: """
            Every run copies the same source with cp and with this program's plan and transaction, both made durable; \
            the result is the ratio of the two. The source is read before each, so that both find it in the page cache.
            """
    )

    @Option(help: "Work in this directory, on the disk to measure (default: $TMPDIR or /tmp).")
    var directory: String?

    @Option(help: "The number of measurements of each.")
    var runs = 5

    @Option(help: "The size of the large file in MiB; 0 leaves it out. (default: 4096, or 256 with --quick)")
    var large: Int?

    @Option(help: "The number of small files of 4 KiB; 0 leaves them out.")
    var small = 10_000

    @Option(
        help: """
            The number of files to import to measure memory; 0 leaves it out. (default: 1000000, or 50000 \
            with --quick)
            """)
    var many: Int?

    @Flag(help: "Use a smaller file, and fewer of them.")
    var quick = false

    @Flag(help: "Measure the copy engine alone, without plan, journal and lock.")
    var engine = false

    @Option(help: .hidden)
    var child: String?

    @Option(help: .hidden)
    var state = ""

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs must be at least 1") }
    }

    func run() throws {
        if let child {
            let copy = CopyChild(source: directory ?? "", target: child, state: state)
            return print(engine ? try copy.runEngine() : try copy.runTransaction())
        }
        SignalBlock.holdBack()
        defer { SignalBlock.letThrough() }
        let named = directory ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        // Roots must have absolute paths.
        guard let resolved = realpath(named, nil) else { throw BenchmarkError("could not find \(named)") }
        defer { free(resolved) }
        let parent = String(cString: resolved)
        var template = Array((parent + "/sandglass-benchmarks-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("could not make a directory in \(parent)") }
        let place = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { Tree.remove(place) }
        mkdir(place + "/container", 0o755)
        var table = ReportTable()
        defer { print(table.text) }
        if small > 0 {
            table.rows += try compare("\(grouped(small)) files of 4 KiB", place, ["cp", "-a"]) { path in
                mkdir(path, 0o755)
                for number in 0..<small { try Self.write(4_096, to: "\(path)/file \(number)", seed: UInt64(number)) }
            }
        }
        let large = large ?? (quick ? 256 : 4_096)
        let many = many ?? (quick ? 50_000 : 1_000_000)
        if large > 0 {
            table.rows += try compare("one file of \(grouped(large)) MiB", place, ["cp", "--preserve=all"]) { path in
                try Self.write(large << 20, to: path, seed: 1)
            }
        }
        if many > 0 { table.rows.append(try memory(many, place)) }
    }

    // MARK: Comparing

    private func compare(
        _ title: String,
        _ place: String,
        _ command: [String],
        make: (String) throws -> Void
    ) throws -> [ReportRow] {
        let source = place + "/source"
        let target = place + "/container/target"
        say("Making \(title) …")
        try make(source)
        defer { Tree.remove(source) }
        let ways = [
            (
                name: (command + ["sync", "-f"]).joined(separator: " "),
                command: [
                    "sh", "-c", "\(command.joined(separator: " ")) \"$1\" \"$2\" && sync -f \"$2\"", "sh", source,
                    target,
                ]
            ),
            (name: ownName, command: ownCommand(source, target, place)),
        ]
        var seconds: [[Double]] = [[], []]
        var peak = 0
        say("Measuring \(title) …")
        for run in 0...runs {
            // The second may find the disk busier, so they also take turns at being first.
            for index in run % 2 == 0 ? [0, 1] : [1, 0] {
                try SignalBlock.check()
                _ = try Child.runChild(
                    ["sh", "-c", "find \"$1\" -type f -exec cat {} + ; sync", "sh", source], keepsOutput: false)
                let start = now()
                let result = try Child.runChild(ways[index].command, keepsOutput: true)
                let taken = now() - start
                guard result.status == 0 else {
                    throw BenchmarkError("\(ways[index].name) failed with \(result.status): \(result.output)")
                }
                // The first round is a warm-up.
                if run > 0 { seconds[index].append(taken) }
                if index == 1 { peak = max(peak, Int(result.output.split(separator: "\n").first ?? "") ?? 0) }
                try check(source, target)
                Tree.remove(target)
                unlink(target)
            }
        }
        let ratios = zip(seconds[1], seconds[0]).map { $0 / $1 }.sorted()
        var own = ReportRow(tree: title, title: ways[1].name, seconds: median(seconds[1]), peakKiB: peak)
        own.note =
            "\(ReportRow.decimal(median(ratios), places: 2)) × (\(ReportRow.decimal(ratios.first ?? 0, places: 2)) to "
            + "\(ReportRow.decimal(ratios.last ?? 0, places: 2)))"
        return [own, ReportRow(tree: title, title: ways[0].name, seconds: median(seconds[0]), peakKiB: 0)]
    }

    private var ownName: String { engine ? "sandglass, engine alone" : "sandglass" }

    /// Returns the command line that copies with this program.
    private func ownCommand(_ source: String, _ target: String, _ place: String) -> [String] {
        [Platform.executablePath, "copy", "--directory", source, "--child", target, "--state", place + "/own"]
            + (engine ? ["--engine"] : [])
    }

    /// Checks that the copy has the size of the source; the contents are checked by the tests.
    private func check(_ source: String, _ target: String) throws {
        let sizes = try [source, target].map { path in
            try Child.runChild(["du", "-s", "--apparent-size", "--bytes", path], keepsOutput: true).output
                .split(separator: "\t").first
        }
        // Directory sizes depend on how the directories grew.
        guard let one = sizes[0].flatMap({ Int($0) }), let other = sizes[1].flatMap({ Int($0) }),
            abs(one - other) < 1 << 24
        else { throw BenchmarkError("the copy is not as large as the source") }
    }

    private func memory(_ many: Int, _ place: String) throws -> ReportRow {
        let tree = Tree(name: "many", title: "\(grouped(many)) files", directories: 0, files: many)
        let source = "\(place)/many"
        say("Making \(tree.title) …")
        defer { Tree.remove(source) }
        try tree.make(at: source)
        say("Copying \(tree.title) …")
        let target = place + "/container/target"
        defer { Tree.remove(target) }
        let start = now()
        let result = try Child.runChild(ownCommand(source, target, place), keepsOutput: true)
        guard result.status == 0, let peak = Int(result.output.split(separator: "\n").first ?? "") else {
            throw BenchmarkError("copying many files failed: \(result.output)")
        }
        return ReportRow(tree: tree.title, title: ownName, seconds: now() - start, peakKiB: peak)
    }

    private static func write(_ size: Int, to path: String, seed: UInt64) throws {
        guard let file = fopen(path, "we") else { throw BenchmarkError("could not make \(path)") }
        defer { fclose(file) }
        // Data that a disk can neither compress nor deduplicate.
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        var block = [UInt64](repeating: 0, count: min(size, 1 << 20) / 8)
        var written = 0
        while written < size {
            for index in block.indices {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                block[index] = state
            }
            guard fwrite(block, 8, block.count, file) == block.count else {
                throw BenchmarkError("could not write \(path)")
            }
            written += block.count * 8
        }
    }
}
