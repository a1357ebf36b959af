import TestSupport

/// A container with an item in every place, made by Python.
final class Fixture {
    private let directory = TemporaryDirectory()
    /// The container's root.
    let path: String
    /// The state directory of the commands.
    let state: String

    init(_ more: String = "") throws {
        path = directory.path + "/App.xcappdata/AppData"
        state = directory.path + "/state"
        _ = try Python.lines(Self.program + "\n" + more, path)
    }

    /// The directory that contains the package and the state.
    var base: String { directory.path }

    /// Runs the program with the state directory of this fixture, under strace if there are options for it.
    func run(tracing: [String] = [], _ arguments: String...) throws -> Output {
        try run(tracing: tracing, words: arguments)
    }

    /// Runs the program with words that a test has in an array.
    func run(tracing: [String] = [], words arguments: [String]) throws -> Output {
        let tracer = tracing.isEmpty ? [] : ["strace", "-qq", "-o", "/dev/null"] + tracing
        let result = try runCommand(
            ["env", "XDG_STATE_HOME=\(state)", "XDG_DATA_HOME=\(base)/data", "LC_ALL=C.UTF-8"] + tracer + [
                Products.executable("sandglass")
            ]
                + arguments
        )
        return Output(
            status: result.status,
            lines: String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init),
            errors: String(decoding: result.stderr, as: UTF8.self)
        )
    }

    struct Output {
        let status: Int32
        let lines: [String]
        let errors: String
        var text: String { lines.joined(separator: "\n") }
    }

    /// Returns the name, mode, size and times of everything, for comparison.
    func fingerprint() throws -> [String] {
        try Python.lines(
            """
            import os, sys
            for top, names, files in os.walk(sys.argv[1], followlinks=False):
                for name in sorted(names + files) + ['.']:
                    s = os.lstat(os.path.join(top, name))
                    print(ascii(os.path.join(top, name)), s.st_mode, s.st_size, s.st_mtime_ns, s.st_ctime_ns)
            """,
            path
        )
    }

    private static let program = Script.text("fixture_program")
}
