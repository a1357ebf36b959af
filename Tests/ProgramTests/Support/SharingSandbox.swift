import Screen
import TestSupport

/// A container, a directory of this computer, and a separate state directory and trash.
final class SharingSandbox: Sendable {
    private let directory: TemporaryDirectory

    /// Creates a sandbox.
    /// - Parameters:
    ///   - script: Python that adds to the sandbox, run in the directory that contains `App` and `host`.
    ///   - parent: A directory on the desired file system.
    init(_ script: String, on parent: String = TestFiles.directory) throws {
        directory = try TemporaryDirectory(on: parent)
        let program = """
            import os, plistlib, sys
            os.chdir(sys.argv[1])
            for name in ['Documents/Inbox', 'Library/Caches/old', 'Library/Preferences', 'tmp', 'SystemData']:
                os.makedirs('App/' + name)
            def write(path, data=b'x', mode=0o644):
                if os.path.dirname(path): os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, 'wb') as f: f.write(data)
                os.chmod(path, mode)
                os.utime(path, ns=(10**18, 1234567890 * 10**9 + 123456789))
            write('App/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps(
                {'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2}))
            write('Info.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.app', 'CFBundleExecutable': 'App',
                'UIFileSharingEnabled': True,
                'CFBundleDocumentTypes': [{'LSItemContentTypes': ['public.text', 'com.adobe.pdf']}]}))
            write('App/Documents/a.txt', b'alpha')
            write('App/Documents/b.txt', b'beta')
            write('App/Documents/Inbox/mail.txt', b'mail')
            write('App/Library/Preferences/p.plist', b'{}')
            write('App/Library/Caches/thumb', b't' * 100)
            write('App/Library/Caches/old/x', b'x' * 50)
            write('App/tmp/t', b't')
            os.symlink('a.txt', 'App/Documents/link')
            os.symlink('Inbox', 'App/Documents/linked directory')
            write('host/tree/one', b'1', 0o600)
            write('host/tree/deep/two', b'22', 0o755)
            write(b'host/tree/bad\\xff\\nname', b'333')
            os.symlink('one', 'host/tree/link')
            os.link('host/tree/one', 'host/tree/hard')
            os.setxattr('host/tree/one', 'user.note', b'kept')
            write('host/file.txt', b'from here')
            write('host/plan.pdf', b'%PDF-1.4')
            os.makedirs('host/out')
            \(script.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n"))
            """
        try python(program, directory.path)
    }

    /// Creates a copy of a sandbox, which is quicker than making another one. No link in it may name its own path.
    /// - Parameter parent: A directory on the desired file system.
    init(copyOf original: SharingSandbox, on parent: String = TestFiles.directory) throws {
        directory = try TemporaryDirectory(on: parent)
        let copy = try runCommand(["cp", "-a", original.directory.path + "/.", directory.path])
        guard copy.status == 0 else { throw ScriptError(description: copy.errors) }
    }

    /// Creates a sandbox to which nothing is added.
    convenience init() throws { try self.init(copyOf: Self.plain.get()) }

    private static let plain = template("")

    /// Creates a sandbox for copies, which exists until the process exits.
    static func template(_ script: String) -> Result<SharingSandbox, any Error> {
        Result {
            let sandbox = try SharingSandbox(script)
            sandbox.removeAtExit()
            return sandbox
        }
    }

    /// Removes the sandbox when the process exits, for one that tests share and that is never released.
    func removeAtExit() { directory.removeAtExit() }

    /// Returns the path of an item in the sandbox.
    func callAsFunction(_ path: String) -> String { directory(path) }

    /// Runs the program in the sandbox, where `App` is the container.
    /// - Parameters:
    ///   - environment: Additional variables, as `NAME=value`.
    ///   - place: The working directory, relative to the sandbox.
    func run(
        _ arguments: [String],
        environment: [String] = [],
        input: [UInt8]? = nil,
        in place: String = ""
    ) throws -> CommandResult {
        let variables = variables.map { "\($0.key)=\($0.value)" }
        return try runCommand(
            ["env", "-C", directory(place)] + variables + environment + [sandglass] + arguments, input: input)
    }

    func run(_ arguments: String...) throws -> CommandResult { try run(arguments) }

    /// Runs the program in the sandbox under strace(1).
    func run(_ arguments: [String], tracing options: [String]) throws -> CommandResult {
        let variables = variables.map { "\($0.key)=\($0.value)" }
        return try runCommand(
            ["env", "-C", directory("")] + variables + ["strace", "-f", "-qq"] + options + [sandglass] + arguments)
    }

    /// Returns a directory in memory with a copy of `App`, on another file system than a sandbox on the disk.
    func copyInMemory() throws -> TemporaryDirectory {
        let other = try TemporaryDirectory(on: "/dev/shm")
        let copied = try runCommand(["cp", "-a", directory("App"), other.path])
        guard copied.status == 0 else { throw ScriptError(description: copied.errors) }
        return other
    }

    /// Starts the program on a pseudo-terminal.
    /// - Parameters:
    ///   - environment: Additional variables.
    ///   - place: The working directory, relative to the sandbox.
    func terminal(
        _ arguments: [String],
        environment: [String: String] = [:],
        in place: String = "",
        columns: Int = 200,
        rows: Int = 30
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            sandglass, arguments, environment: variables.merging(environment) { $1 },
            size: Size(columns: columns, rows: rows), directory: directory(place))
    }

    /// The variables that keep the program in the sandbox, and of a terminal with synchronized updates, which mark the
    /// end of each frame.
    var variables: [String: String] {
        [
            "TERM": "xterm-256color", "TERM_PROGRAM": "contour", "XDG_STATE_HOME": directory("state"),
            "XDG_DATA_HOME": directory("data"),
            "XDG_CONFIG_HOME": directory("config"), "LC_ALL": "C.UTF-8",
        ]
    }

    /// Describes everything below a directory: names, kinds, modes, sizes, file times, attributes, and hashes of
    /// contents.
    func tree(_ path: String) throws -> [String] { try Self.tree(at: directory(path)) }

    /// Describes everything below a directory anywhere.
    static func tree(at path: String) throws -> [String] {
        try python(
            Script.text("sharing_sandbox_tree"), path
        ).split(separator: "\n").map(String.init)
    }

    /// Returns the contents of a file as text.
    func text(_ path: String) throws -> String { String(decoding: try readFile(directory(path)), as: UTF8.self) }

    /// Writes a text file.
    func write(_ path: String, _ text: String) throws { try directory.write(text, to: path) }

    /// Writes a file of any bytes.
    func write(_ path: String, bytes: [UInt8]) throws { try directory.write(bytes, to: path) }

    /// Returns whether an item exists, without following links.
    func has(_ path: String) throws -> Bool {
        try runCommand(["sh", "-c", "test -e \"$1\" -o -L \"$1\"", "sh", directory(path)]).status == 0
    }
}
