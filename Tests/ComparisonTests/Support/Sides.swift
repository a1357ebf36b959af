import ContainerModel
import FileTree
import Formats
import Jobs
import TestSupport

@testable import Comparison

/// Two directories, `a` and `b`, made by a script.
struct Sides {
    let directory = TemporaryDirectory()

    /// Python functions that make the files of both sides. `write` gives each file a time of its own, so that its contents
    /// are read; `both` writes the same to both sides at the same time.
    private static let functions = Script.text("sides_functions")

    /// Makes both sides.
    /// - Parameter script: Python, run in the directory that contains them.
    init(_ script: String) throws {
        try Python.run(Self.functions + script, [directory.path])
    }

    /// Compares both sides.
    func compare(
        _ options: ComparisonOptions = ComparisonOptions(), _ receive: @escaping (Difference) -> Bool
    ) throws -> ComparisonSummary {
        try SideComparison.compareSides(try side("a"), try side("b"), options, receive)
    }

    /// Compares both sides, and describes each difference.
    func differences(_ options: ComparisonOptions = ComparisonOptions()) throws -> [String] {
        var found: [String] = []
        let summary = try compare(options) {
            found.append($0.line)
            return true
        }
        return found + summary.problems.first.map { "problem \($0.path): \($0.reason)" }
    }

    /// Compares a file on both sides, and describes each difference.
    func differences(of file: ContainerPath) throws -> [String] {
        var found: [String] = []
        _ = try SideComparison.compareSides(try side("a", at: file), try side("b", at: file)) {
            found.append($0.line)
            return true
        }
        return found
    }

    /// Compares a file or everything on both sides, and returns what could not be compared.
    func problems(of path: ContainerPath = .root) throws -> [ComparisonSummary.Problem] {
        try SideComparison.compareSides(try side("a", at: path), try side("b", at: path)) { _ in true }.problems.first
    }

    private func side(_ name: String, at path: ContainerPath = .root) throws -> ComparedSide {
        .item(path, of: try HostTree.open(Array(directory(name).utf8)), in: nil)
    }
}

extension Difference {
    /// `changed value list.plist:theme "light" "dark"`.
    var line: String {
        let place = path.description + (address.isEmpty ? "" : ":" + addressText)
        let values = [before, after].compactMap { $0 }.map { String(decoding: JSONWriter.line($0), as: UTF8.self) }
        return ([change.rawValue, subject.rawValue, place] + values).joined(separator: " ")
    }
}
