import TestSupport
import Testing

@Suite("Output in a locale that is not UTF-8", .onManyThreads)
struct LocaleTests {
    /// Commands whose output in a UTF-8 locale goes beyond ASCII.
    private static let commands = [
        "ls Documents", "ls -lR .", "ls --json -R .", "info .", "info --json .", "explain Documents/Inbox",
        "explain --json Documents/Inbox", "backup-set .", "backup-set --json .", "backup-set --tree .",
        "purge --event low-storage --dry-run .", "purge --event low-storage --dry-run --json .", "snapshots .",
        "advise Library/Caches", "ls --help", "ls Documents/旅行", "mkdir Documents/旅行",
        "cp Documents/旅行の写真.txt tmp/ --dry-run",
    ]

    private static let script = """
        import os
        with open('Documents/旅行の写真.txt', 'w') as f: f.write('x')
        os.makedirs('Documents/Inbox')
        os.makedirs('Library/Caches/Snapshots/org.example.app')
        open('Library/Caches/地図', 'w').close()
        with open('Library/Caches/Snapshots/org.example.app/a.png', 'wb') as f:
            f.write(b'\\x89PNG\\r\\n\\x1a\\n' + b'\\0\\0\\0\\rIHDR' + b'\\0\\0\\0\\2' * 2 + b'\\x08\\2\\0\\0\\0')
        """

    /// Runs a command in the container, with separate state.
    private func run(_ command: String, _ container: SampleContainer, locale: String) throws -> CommandResult {
        let state = TemporaryDirectory()
        let script = "cd \"$1\" && XDG_STATE_HOME=\"$2\" LC_ALL=\(locale) exec \"$0\" \(command)"
        return try shell(script, container.path, state.path)
    }

    @Test("commands print ASCII, and in JSON the same values", arguments: commands)
    func ascii(command: String) throws {
        let plain = try SampleContainer(Self.script)
        // Only `mkdir` changes anything.
        let full = command.hasPrefix("mkdir") ? try SampleContainer(Self.script) : plain
        let result = try run(command, plain, locale: "C")
        #expect((result.stdout + result.stderr).allSatisfy { $0 < 0x80 }, "\(result.text)\(result.errors)")
        let unicode = try run(command, full, locale: "C.UTF-8")
        #expect((unicode.stdout + unicode.stderr).contains { $0 >= 0x80 })
        #expect(result.status == unicode.status)
        guard command.contains("--json") else { return }
        let reading = """
            import json, sys
            text = sys.stdin.read()
            lines = [text] if text.startswith('{\\n') else text.splitlines()
            print(ascii([json.loads(line) for line in lines]))
            """
        #expect(try python(reading, input: result.stdout) == python(reading, input: unicode.stdout))
    }

    @Test("ls has the flags of the browser and their stand-ins")
    func flags() throws {
        let container = try SampleContainer()
        let command = "ls --file-sharing yes ."
        let lines = try run(command, container, locale: "C.UTF-8").lines
        #expect(lines.contains { $0.hasPrefix("RWD· ⟳ ") && $0.hasSuffix("  tmp/") })
        #expect(lines.contains { $0.hasPrefix("RW·B ⇄ ") && $0.hasSuffix("  Documents/") })
        let plain = try run(command, container, locale: "C").lines
        #expect(plain.contains { $0.hasPrefix("RWD. % ") && $0.hasSuffix("  tmp/") })
        #expect(plain.contains { $0.hasPrefix("RW.B = ") && $0.hasSuffix("  Documents/") })
    }
}
