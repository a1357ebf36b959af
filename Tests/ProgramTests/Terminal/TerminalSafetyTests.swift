import TestSupport
import Testing

/// Names and arguments that would control a terminal, passed to every command, with output as text and as JSON.
@Suite("Output that is safe for a terminal", .onManyThreads)
struct TerminalSafetyTests {
    /// DEL, C1 controls, directional formatting characters, line and paragraph separators.
    static let active =
        "\u{7f}\u{80}\u{85}\u{9b}31m\u{9d}0;x\u{9c}\u{9f}\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}"
        + "\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}"

    /// Creates a sandbox in which everything has an active name: the container, files, the app.
    private func sandbox() throws -> SharingSandbox {
        let sandbox = try SharingSandbox(
            """
            odd = '\(Self.escaped)'
            write('App/Documents/' + odd, b'odd')
            write('App/Documents/sub ' + odd + '/x')
            write('App/Library/Caches/' + odd)
            write('App/Library/Caches/Snapshots/' + odd + '/' + odd + '.png', b'\\x89PNG\\r\\n\\x1a\\n')
            os.symlink(odd, 'App/Documents/link ' + odd)
            os.setxattr('App/Documents/a.txt', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')
            os.setxattr('App/Documents/' + odd, 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')
            write('App/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps(
                {'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2}))
            write('host/' + odd + '.txt', b'host')
            write('editor', b'#!/bin/sh\\necho more >> "$1"\\n', 0o755)
            write('Info.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.app', 'CFBundleName': odd,
                'CFBundleExecutable': 'App',
                'CFBundleDocumentTypes': [{'CFBundleTypeName': odd, 'LSItemContentTypes': ['public.text']}]}))
            os.rename('App', 'App ' + odd)
            """)
        return sandbox
    }

    private static let escaped = active.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return scalar.value < 0x7f ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()

    /// Commands, in an order in which each finds its preconditions; `@` is the name, `^` the container.
    static let commands: [[String]] = [
        ["ls", "^/Documents"], ["ls", "-lRa", "^"], ["ls", "^/Documents/@"], ["info", "^", "--app-info", "Info.plist"],
        ["explain", "^/Documents/@"], ["verdict", "read", "^/Documents/@"], ["verdict", "delete", "^/SystemData/@"],
        ["advise", "^/Documents/@"], ["backup-set", "^"], ["backup-set", "--tree", "^"], ["exclude", "--list", "^"],
        ["purge", "--event", "low-storage", "--dry-run", "^"], ["snapshots", "^"],
        ["import", "host/@.txt", "--to", "^"], ["import", "host/@.txt", "--to", "^"],
        ["import", "host/@.txt", "--to", "^/Documents/@.tx"], ["undo", "--container", "^"],
        ["redo", "--container", "^"], ["journal"],
        ["export", "^/Documents/@", "--to", "host/out"], ["export", "^", "--to", "host/all", "--dry-run"],
        ["cp", "^/Documents/@", "^/tmp/"], ["mv", "^/tmp/@", "^/tmp/moved @"], ["mkdir", "^/Documents/made @"],
        ["rename", "^/tmp/moved @", "--to", "again @"], ["rename", "^/tmp/again @", "--to", "@/@"],
        ["edit", "^/tmp/again @"], ["exclude", "^/Documents/@"], ["include", "^/Documents/@"],
        ["rm", "^/Documents/@", "^/Documents/none @"], ["deliver", "host/@.txt", "--to", "^", "--from", "org.@"],
        ["snapshots", "--remove", "^"], ["purge", "--event", "low-storage", "^"],
    ]

    /// Commands that fail before or while they look for an item, with or without JSON.
    static let failing: [[String]] = [
        ["none/@"], ["browse", "host/@.txt"], ["ls", "none/@"], ["ls", "--@", "^"], ["ls", "^", "@"], ["@", "^"],
        ["explain", "--as", "@", "^"], ["verdict", "@", "^"], ["import", "none/@", "--to", "^"],
        ["import", "host/@.txt", "--to", "^", "--on-conflict", "@"], ["undo", "@"], ["journal", "--count", "@"],
        ["themes", "@"], ["browse", "--theme", "@", "^"], ["info", "^", "--app-info", "none @"],
        ["demo", "--at", "host/@.txt", "--no-browse"], ["deliver", "none/@", "--to", "^", "--from", "mail"],
        ["purge", "--event", "@", "^"], ["advise", "none/@"],
        ["rename", "^/Documents/@", "--to", "a/@"],
    ]

    private func filled(_ words: [String]) -> [String] {
        words.map { word in
            word.split(separator: "^", omittingEmptySubsequences: false).joined(separator: "App @")
                .split(separator: "@", omittingEmptySubsequences: false).joined(separator: Self.active)
        }
    }

    private func expectSafe(_ bytes: [UInt8], _ words: [String]) {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(Array(text.utf8) == bytes, "\(words)")
        let active = text.unicodeScalars.filter { scalar in
            scalar.value != 0x0a
                && (scalar.value < 0x20 || Self.active.unicodeScalars.contains(scalar) && scalar.value > 0x7e)
        }
        #expect(active.isEmpty, "\(words): \(active.map { String($0.value, radix: 16) })")
    }

    @Test("text output contains no control characters but line feeds")
    func text() throws {
        let sandbox = try sandbox()
        for words in Self.commands + Self.failing {
            let result = try sandbox.run(
                filled(words), environment: ["EDITOR=\(sandbox("editor"))", "TERM=\(Self.active)"])
            expectSafe(result.stdout, words)
            expectSafe(result.stderr, words)
            let isFailing = Self.failing.contains(words)
            #expect(!isFailing || result.status != 0, "\(words)")
            #expect(!(result.stdout.isEmpty && result.stderr.isEmpty), "\(words)")
        }
    }

    @Test("JSON output contains no control characters, and Python reads every name from it")
    func json() throws {
        let sandbox = try sandbox()
        let reader = """
            import json, sys
            text = sys.stdin.buffer.read().decode()
            odd = '\(Self.escaped)'
            def strings(value):
                if isinstance(value, str): yield value
                elif isinstance(value, list):
                    for one in value: yield from strings(one)
                elif isinstance(value, dict):
                    for key, one in value.items():
                        yield key
                        yield from strings(one)
            try: values = [json.loads(text)]
            except json.JSONDecodeError: values = [json.loads(line) for line in text.split('\\n') if line]
            # What says why nothing was begun is a sentence for people.
            is_error = all(isinstance(value, dict) and set(value) == {'error'} for value in values)
            assert is_error or any(odd in s for s in strings(values)), text
            """
        // An edit has no report, and a tree is for people.
        for words in Self.commands where !words.contains("--tree") && words[0] != "edit" {
            let result = try sandbox.run(filled(words) + ["--json"], environment: ["EDITOR=\(sandbox("editor"))"])
            expectSafe(result.stdout, words)
            expectSafe(result.stderr, words)
            // A command refused before anything is planned has no report.
            guard !result.stdout.isEmpty else {
                #expect([64, 66, 73].contains(result.status), "\(words): \(result.errors)")
                continue
            }
            // URLs have their own escaping.
            guard words[0] != "deliver" else { continue }
            #expect(throws: Never.self, "\(words)") { try python(reader, input: result.stdout) }
        }
    }

    @Test("a demonstration's path is raw in a pipe and sanitized on a terminal")
    func demonstration() throws {
        let sandbox = try sandbox()
        let place = sandbox("demo \(Self.active)")
        let piped = try sandbox.run("demo", "--at", place, "--no-browse")
        #expect(piped.status == 0 && piped.text.hasPrefix(place), "\(piped.errors)")
        #expect(try runCommand(["test", "-d", String(piped.text.dropLast())]).status == 0)
        let other = sandbox("demo 2 \(Self.active)")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "exec \"$0\" demo --at \"$1\" --no-browse", sandglass, other],
            environment: ["XDG_STATE_HOME": sandbox("state")])
        #expect(try terminal.waitForExit() == .exited(0))
        expectSafe(terminal.output.filter { $0 != 0x0d }, ["demo"])
    }
}
