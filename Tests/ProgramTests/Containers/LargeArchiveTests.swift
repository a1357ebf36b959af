import Screen
import TestSupport
import Testing

@Suite("Archives with many entries", .onManyThreads)
struct LargeArchiveTests {
    /// Makes an archive with so many files in directories of 1,000, and one that comes last.
    private static let maker = Script.text("large_archive_maker")

    /// Runs a command; prints its exit status, the lines of its output, and the most memory that it had in KiB.
    private static let meter = """
        import resource, subprocess, sys
        result = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
        print(result.returncode, result.stdout.count(b'\\n'), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """

    /// More than 65,535 entries need the ZIP64 end of a directory.
    static let count = runsLongTests ? 1_000_000 : 66_000

    @Test(
        "all entries are listed, in at most 400 bytes of memory each, and the last one can be exported",
        arguments: ["a.zip", "a.tar.gz"])
    func many(_ name: String) throws {
        let sandbox = try SharingSandbox()
        let count = Self.count
        try Python.run(Self.maker, [sandbox(name), String(count)])
        let measured = try Python.lines(
            Self.meter,
            ["env"] + sandbox.variables.map { "\($0.key)=\($0.value)" } + [sandglass, "ls", "-R", sandbox(name)])
        let figures = try #require(measured.first).split(separator: " ").compactMap { Int($0) }
        #expect(figures[0] == 0)
        // The files, their directories, `Documents` and `Library` with a file in each.
        #expect(figures[1] >= count + (count + 999) / 1_000 + 4)
        #expect(figures[2] < 50_000 + count * 400 / 1_024, "\(figures[2]) KiB")
        let copied = try sandbox.run("export", "\(name)/Documents/last", "--to", "host/out")
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(try sandbox.text("host/out/last") == "last")
    }

    /// Makes a zip with so many entries in its directory, of the least size, that all mean the same file.
    private static let bombMaker = Script.text("large_archive_bomb_maker")

    @Test(
        "entries of a zip beyond the limit take no memory", .enabled(if: runsLongTests)
    )
    func directoryBomb() throws {
        let sandbox = try SharingSandbox()
        var figures: [Int] = []
        for count in [3_000_000, 12_000_000] {
            try Python.run(Self.bombMaker, [sandbox("a.zip"), String(count)])
            let measured = try Python.lines(
                Self.meter,
                ["env"] + sandbox.variables.map { "\($0.key)=\($0.value)" } + [sandglass, "ls", sandbox("a.zip")])
            figures.append(try #require(measured.first?.split(separator: " ").last.flatMap { Int($0) }))
            let result = try sandbox.run("ls", "a.zip")
            #expect(result.status == 65 && result.errors.contains("more than 2,000,000 entries"), "\(result.errors)")
        }
        #expect(figures[0] < 800_000 && figures[1] < figures[0] + 20_000, "\(figures) KiB")
    }
}
