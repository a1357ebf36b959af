import Foundation
import TestSupport
import Testing

@Suite("Random changes of values by the program", .onManyThreads)
struct RandomEditTests {
    /// The number of changes in each form: a few dozen, or `SANDGLASS_RANDOM_EDITS` in the environment.
    private static let count = ProcessInfo.processInfo.environment["SANDGLASS_RANDOM_EDITS"].flatMap { Int($0) } ?? 30

    @Test(
        "each changes its value alone, as Python and SQLite read the files, and undo brings the bytes back",
        arguments: ["binary", "xml", "json", "database"])
    func random(_ form: String) throws {
        let folder = TemporaryDirectory()
        let seed = RandomSeed.value % 1_000_000
        let lines = try Python.lines(
            ValueTreeScript.functions + "\n" + Script.text("random_edits"),
            [sandglass, folder.path, form, "\(seed)", "\(Self.count)"])
        for line in lines.dropLast() { Issue.record("SANDGLASS_TEST_SEED=\(seed), \(form) \(line)") }
        // A few change nothing: the whole is no array to append to.
        let changed = try #require(lines.last.flatMap { Int($0) })
        #expect(changed + lines.count - 1 >= Self.count * 9 / 10)
    }
}
