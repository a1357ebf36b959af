import ArgumentParser
import System

/// A group of measurements, named by `--only`.
enum MeasuredSubject: String, CaseIterable, ExpressibleByArgument {
    case listing
    case sort
    case scan
    case rules
    case program

    /// Whether the group applies to a tree: only counting goes below Documents.
    func applies(to tree: Tree) -> Bool { self == .scan || tree.directories == 0 }

    /// Returns the rows of the table for one tree.
    func measure(_ tree: Tree, at path: String, runs: Int) throws -> [ReportRow] {
        switch self {
        case .listing: try listing(tree, path, runs)
        case .sort: [try row(tree, "sort by name", .sort, path, runs, expected: tree.files)]
        case .scan: try scan(tree, path, runs)
        case .rules: try rules(tree, path, runs)
        case .program: try ProgramRun.rows(tree, path, runs)
        }
    }

    private func listing(_ tree: Tree, _ path: String, _ runs: Int) throws -> [ReportRow] {
        var first = try row(tree, "first screen", .firstScreen, path, runs, expected: tree.files)
        let read = try row(tree, "read", .read, path, runs, expected: tree.files)
        let find = try commandRow(tree, ["find", path + "/Documents"], runs)
        let list = try commandRow(tree, ["ls", "-U", path + "/Documents"], runs)
        first.compare(with: find, called: "find")
        return [first, read, find, list].compactMap { $0 }
    }

    private func scan(_ tree: Tree, _ path: String, _ runs: Int) throws -> [ReportRow] {
        guard let du = try commandRow(tree, ["du", "-s", "--apparent-size", path], runs) else { return [] }
        var alone = try row(tree, "scan, 1 thread", .countAlone, path, runs, expected: tree.items)
        var all = try row(tree, "scan, all cores", .count, path, runs, expected: tree.items)
        alone.compare(with: du, called: "du -s")
        all.compare(with: du, called: "du -s")
        return [alone, all, du]
    }

    private func rules(_ tree: Tree, _ path: String, _ runs: Int) throws -> [ReportRow] {
        var rows = [
            try row(tree, "badges of all entries", .rules, path, runs, expected: tree.files),
            try row(tree, "as many verdicts", .verdicts, path, runs, expected: tree.files),
        ]
        for index in rows.indices {
            rows[index].note = "\(Int((rows[index].seconds * 1e9 / Double(max(1, tree.files))).rounded())) ns each"
        }
        return rows
    }

    /// Measures a workload, each run in a separate process.
    private func row(
        _ tree: Tree,
        _ title: String,
        _ workload: MeasuredPart,
        _ path: String,
        _ runs: Int,
        expected: Int
    ) throws -> ReportRow {
        var samples: [Sample] = []
        // The first run warms the caches and does not count.
        for _ in 0...runs {
            let arguments = [Platform.executablePath, "trees", "--measure", workload.rawValue, "--tree", path]
            let result = try Child.runChild(arguments, keepsOutput: true)
            guard result.status == 0, let sample = Sample(line: result.output) else {
                try SignalBlock.check()
                throw BenchmarkError("\(title) failed: \(result.output)")
            }
            guard sample.count == expected else {
                throw BenchmarkError("\(title) found \(sample.count) instead of \(expected)")
            }
            samples.append(sample)
        }
        samples.removeFirst()
        return ReportRow(
            tree: tree.title,
            title: title,
            seconds: median(samples.map(\.seconds)),
            peakKiB: Int(median(samples.map { Double($0.peakKiB) }))
        )
    }

    /// Measures another program with its output discarded; returns nil if it is not installed.
    private func commandRow(_ tree: Tree, _ command: [String], _ runs: Int) throws -> ReportRow? {
        guard Child.find(command[0]) != nil else { return nil }
        var seconds: [Double] = []
        for _ in 0...runs {
            let start = now()
            let result = try Child.runChild(command, keepsOutput: false)
            seconds.append(now() - start)
            guard result.status == 0 else {
                try SignalBlock.check()
                throw BenchmarkError("\(command[0]) failed with \(result.status)")
            }
        }
        let title = command.dropLast().joined(separator: " ")
        return ReportRow(tree: tree.title, title: title, seconds: median(Array(seconds.dropFirst())), peakKiB: 0)
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
