import TestSupport
import Testing

@Suite("watch", .onManyThreads)
struct WatchCommandTests {
    /// Starts the program, and reads what it prints.
    private static let functions = Script.text("watch_command_functions")

    @discardableResult
    private func run(_ script: String, in sandbox: SharingSandbox) throws -> [String] {
        try python(Self.functions + script, sandglass, sandbox("")).split(separator: "\n").map(String.init)
    }

    @Test("changes are printed as they happen, with the time and badges, until ^C ends it with status 0")
    func text() throws {
        let lines = try run(Script.text("watch_command_text"), in: SharingSandbox())
        #expect(lines.first == "0 []")
        for text in [
            #"~ Library/Preferences/org.example.app.plist:theme: "light" → "dark""#, "+ Documents/new.txt",
            "> Documents/moved.txt: from Documents/a.txt",
        ] {
            #expect(
                lines.contains { $0.hasSuffix(text) && $0.contains("RWDB") && $0.contains(".") }, "\(text) \(lines)")
        }
    }

    @Test(
        "a container that is replaced is said to be gone, and the new one is compared with it",
        arguments: ["mv App old; mv new App", "rm -rf App; cp -a new App", "mv App old; sleep 1; mv new App"])
    func replaced(way: String) throws {
        let lines = try run(
            """
            write('Documents/same.txt', b'same')
            write('Library/Preferences/org.example.app.plist', plistlib.dumps({'theme': 'light'}))
            shutil.copytree('App', 'new', symlinks=True)
            watch = Watch('--json', '--timeout', '60s', 'App')
            write('../new/Library/Preferences/org.example.app.plist', plistlib.dumps({'theme': 'dark'}))
            write('../new/Documents/new.txt', b'new')
            subprocess.run(['sh', '-c', '\(way)'], check=True)
            watch.told('it is gone'); watch.told('it was replaced')
            watch.told('theme', 'dark'); watch.told('Documents/new.txt')
            # It is followed from now on.
            write('Documents/later.txt', b'later')
            watch.told('Documents/later.txt')
            print(watch.end(), left())
            print(*watch.lines, sep='\\n')
            """, in: SharingSandbox())
        #expect(lines.first == "0 []")
        #expect(!lines.contains { $0.contains("same.txt") }, "\(lines)")
    }

    @Test("without a new one, it ends with 66 after the time given")
    func timeout() throws {
        let lines = try run(
            """
            watch = Watch('--timeout', '1s', 'App')
            os.rename('App', 'gone')
            print(watch.process.wait(60), left(), watch.lines)
            """, in: SharingSandbox())
        #expect(lines[0].hasPrefix("66 []") && lines[0].contains("it is gone"), "\(lines)")
    }

    @Test("JSON has the objects of diff with the time, and values are masked on request")
    func json() throws {
        let lines = try run(Script.text("watch_command_json"), in: SharingSandbox())
        let object =
            #","path":"Documents/s.db","change":"added","of":"row","address":"session/1","after":{"id":1,"token":"secret"},"#
        #expect(
            lines[0].hasPrefix(#"{"time":"20"#) && lines[0].contains(object) && lines[0].contains(#""badges":"RWDB""#))
        #expect(lines[1].contains(#""address":"session/2","after":{"id":"***","token":"***"}"#), "\(lines)")
    }

    @Test("3,000 new files in a directory are one change")
    func many() throws {
        let lines = try run(Script.text("watch_command_many"), in: SharingSandbox())
        #expect(lines.count == 2, "\(lines)")
        #expect(
            lines[0].contains(#""path":"Library/Caches","change":"added","of":"item","count":3000"#), "\(lines[0])")
    }

    @Test("a row is told within 100 ms of its commit in a database of 100,000, and the writer meets no lock")
    func latency() throws {
        let lines = try run(Script.text("watch_command_latency"), in: SharingSandbox())
        let words = try #require(lines.first).split(separator: " ")
        #expect(try #require(Double(words[0])) < 100 && words[1] == "25", "\(lines)")
    }

    @Test("not one byte or time in the container changes, and nothing wakes the program while nothing happens")
    func untouched() throws {
        let lines = try run(Script.text("watch_command_untouched"), in: SharingSandbox())
        #expect(lines == ["True True"])
    }

    @Test("the end of the reader ends it, and what a killed one left is removed by the next")
    func endings() throws {
        let lines = try run(Script.text("watch_command_endings"), in: SharingSandbox())
        #expect(lines == ["0 1", "1", "1 0 0"])
    }

    @Test(
        "SIGTERM and SIGHUP end it as one does, however often they come: timeout sends two", arguments: ["TERM", "HUP"])
    func repeated(signal: String) throws {
        let lines = try run(
            """
            def isPending(process, number):
                with open(f'/proc/{process.pid}/status') as status: fields = dict(line.split(':', 1) for line in status)
                if 'SigPnd' not in fields: return False
                return any(int(fields[field], 16) >> number - 1 & 1 for field in ('SigPnd', 'ShdPnd'))
            for _ in range(10):
                watch = Watch('App')
                while watch.process.poll() is None:
                    # The next one is sent when the last was delivered, since two that wait are one.
                    if not isPending(watch.process, signal.SIG\(signal)): watch.process.send_signal(signal.SIG\(signal))
                print(watch.process.returncode, len(left()))
            """, in: SharingSandbox())
        #expect(lines == Array(repeating: "0 0", count: 10))
    }

    @Test("a time point is kept at the interval, if something has changed")
    func kept() throws {
        let sandbox = try SharingSandbox()
        try run(
            """
            watch = Watch('--keep-every', '1', '--store', 'keeps', 'App')
            write('Documents/new.txt', b'new')
            watch.wait(lambda: any('kept @' in line for line in watch.errors))
            watch.end()
            """, in: sandbox)
        let keeps = try sandbox.run("keeps", "--store", "keeps")
        #expect(
            keeps.status == 0 && keeps.lines.count >= 1 && keeps.text.contains("while it was watched"), "\(keeps.text)")
    }

    @Test(
        "what cannot be watched is refused with a reason",
        arguments: [
            (["none"], 66, "no such file"), (["App/Documents/a.txt:x"], 66, "no such value"),
            (["tree.zip"], 65, "which does not change"), (["--keep-every", "0", "App"], 64, "--keep-every"),
            (["--keep-every", "1h", "host"], 64, "only containers"),
        ])
    func refused(words: [String], status: Int32, reason: String) throws {
        let sandbox = try SharingSandbox()
        try sandbox.script(
            "import os, sys, zipfile; os.chdir(sys.argv[1]); zipfile.ZipFile('tree.zip', 'w').writestr('tree/a.txt', 'a')"
        )
        let result = try sandbox.run(["watch"] + words)
        #expect(result.status == status && result.errors.contains(reason), "\(result.status) \(result.errors)")
    }
}
