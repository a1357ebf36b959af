import System
import TestSupport
import Testing

@Suite("Directories from environment variables")
struct BaseDirectoryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let directory: BaseDirectory
        let variables: [String: String]
        let expected: String?
        var testDescription: String { "\(directory) of \(variables)" }
    }

    // From the XDG Base Directory Specification, "Environment variables" and "Basics".
    static let cases: [Case] = [
        Case(directory: .state, variables: ["XDG_STATE_HOME": "/s", "HOME": "/h"], expected: "/s"),
        Case(directory: .state, variables: ["HOME": "/h"], expected: "/h/.local/state"),
        Case(directory: .data, variables: ["XDG_STATE_HOME": "/s", "HOME": "/h"], expected: "/h/.local/share"),
        Case(directory: .data, variables: ["XDG_DATA_HOME": "/d"], expected: "/d"),
        Case(directory: .configuration, variables: ["HOME": "/h"], expected: "/h/.config"),
        Case(directory: .configuration, variables: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"], expected: "/c"),
        Case(directory: .state, variables: ["XDG_STATE_HOME": "relative", "HOME": "/h"], expected: "/h/.local/state"),
        Case(directory: .state, variables: ["XDG_STATE_HOME": "relative"], expected: nil),
        Case(directory: .data, variables: ["HOME": "relative"], expected: nil),
        Case(directory: .data, variables: [:], expected: nil),
        Case(directory: .data, variables: ["HOME": "/"], expected: "/.local/share"),
    ]

    @Test(
        "a directory comes from its variable, else from the home directory, if the path is absolute", arguments: cases)
    func resolution(_ given: Case) {
        let path = given.directory.path { name in given.variables[name].map { Array($0.utf8) } }
        #expect(path == given.expected.map { Array($0.utf8) })
    }

    @Test("an unset or empty variable gives no path")
    func variables() {
        setenv("SANDGLASS_TEST_EMPTY", "", 1)
        defer { unsetenv("SANDGLASS_TEST_EMPTY") }
        #expect(EnvironmentVariable.path("SANDGLASS_TEST_EMPTY") == nil)
        #expect(EnvironmentVariable.path("SANDGLASS_TEST_ABSENT") == nil)
    }

    @Test("repeated and trailing slashes of a path are removed")
    func slashes() {
        defer { unsetenv("SANDGLASS_TEST_SLASHES") }
        for (given, expected) in [("/s//t//", "/s/t"), ("//", "/"), ("a//", "a"), ("/a", "/a")] {
            setenv("SANDGLASS_TEST_SLASHES", given, 1)
            #expect(EnvironmentVariable.path("SANDGLASS_TEST_SLASHES") == Array(expected.utf8))
        }
    }

    @Test("a path that is not UTF-8 is kept byte for byte")
    func bytes() {
        let given: [UInt8] = Array("/caf".utf8) + [0xe9]
        withNullTerminated(given) { _ = setenv("SANDGLASS_TEST_BYTES", $0, 1) }
        defer { unsetenv("SANDGLASS_TEST_BYTES") }
        #expect(EnvironmentVariable.path("SANDGLASS_TEST_BYTES") == given)
    }

    @Test(
        "a large temporary file is placed in $TMPDIR, byte for byte, if that is absolute",
        arguments: [
            (nil, []), (Array("relative".utf8), []), (Array("/d".utf8), [Array("/d".utf8)]),
            (Array("/caf".utf8) + [0xe9], [Array("/caf".utf8) + [0xe9]]),
        ] as [([UInt8]?, [[UInt8]])])
    func largeFiles(given: [UInt8]?, first: [[UInt8]]) {
        let directories = TemporaryFiles.directoriesForLargeFiles { name in
            name == "TMPDIR" ? given : nil
        }
        #expect(directories == first + ["/var/tmp", "/tmp"].map { Array($0.utf8) })
    }
}
