import ArgumentParser
import System

@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measure the program and its parts.",
        subcommands: [TreeBenchmark.self, CopyBenchmark.self, CoverBenchmark.self, StartBenchmark.self],
        defaultSubcommand: TreeBenchmark.self
    )
}

struct TreeBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trees",
        abstract: "Measure listing, sorting, counting and the program itself on large trees.",
        discussion: """
            Trees are made in a temporary directory ($TMPDIR) and removed at the end. Every figure is the median of \
            several runs, each in a process of its own, with the file system's caches warm.
            """
    )

    @Option(help: "Make the trees in this directory, keep them, and use those that are there.")
    var keep: String?

    @Flag(help: "Use smaller trees.")
    var quick = false

    @Option(
        help:
            "Only these measurements (\(MeasuredSubject.allCases.map(\.rawValue).joined(separator: ", "))); may be repeated."
    )
    var only: [MeasuredSubject] = []

    @Option(help: "The number of measurements of everything.")
    var runs = 5

    @Option(help: .hidden)
    var measure: MeasuredPart?

    @Option(help: .hidden)
    var tree: String?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs must be at least 1") }
    }

    func run() throws {
        if let measure, let tree {
            // In a child process: one measurement, printed on one line.
            print(try measure.measure(on: tree).line)
            return
        }
        SignalBlock.holdBack()
        defer { SignalBlock.letThrough() }
        let directory = try keep ?? makeTemporaryDirectory()
        if keep != nil, mkdir(directory, 0o755) != 0, errno != EEXIST {
            throw BenchmarkError("could not make the directory \(directory)")
        }
        defer { if keep == nil { rmdir(directory) } }
        if isDebugBuild {
            say("This is a debug build: the figures mean nothing. Use swift run -c release benchmarks.")
        }
        var table = ReportTable()
        // The measurements made before an error are printed as well.
        defer { print(table.text) }
        for tree in Tree.all(quick: quick) {
            let subjects = MeasuredSubject.allCases.filter {
                (only.isEmpty || only.contains($0)) && $0.applies(to: tree)
            }
            if subjects.isEmpty { continue }
            let path = "\(directory)/\(tree.name)"
            defer { if keep == nil { Tree.remove(path) } }
            say("Making \(tree.title) …")
            try tree.make(at: path)
            for subject in subjects {
                try SignalBlock.check()
                say("Measuring \(subject.rawValue): \(tree.title) …")
                table.rows += try subject.measure(tree, at: path, runs: runs)
            }
        }
    }

    private func makeTemporaryDirectory() throws -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/sandglass-benchmarks-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("could not make a temporary directory") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private var isDebugBuild: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }
}

/// Reports progress on standard error; standard output is for the table alone.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// The reason why a measurement failed.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
