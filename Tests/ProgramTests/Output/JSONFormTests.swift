import TestSupport
import Testing

/// The forms that `sandglass help json` gives the commands with `--json`.
@Suite("The form of each command's JSON", .onManyThreads)
struct JSONFormTests {
    /// The commands that the topic names under a term: "one per line".
    private static func commands(under term: String) throws -> Set<String> {
        let lines = try run("help", "json").lines
        let start = try #require(lines.firstIndex { $0.hasPrefix("  \(term)  ") })
        let entry =
            [lines[start].dropFirst(term.count + 2)] + lines[(start + 1)...].prefix { $0.hasPrefix("      ") }
        let text = entry.joined(separator: " ")
        // What is in parentheses is about the command before them.
        return Set(text.replacing(/\([^)]*\)/, with: "").matches(of: /`([^`]*)`/).map { String($0.1) })
    }

    @Test("the topic names every command with --json once, in the form that the command's help states")
    func everyCommand() throws {
        let (lines, object, either) = (
            try Self.commands(under: "one per line"), try Self.commands(under: "a single object"),
            try Self.commands(under: "either")
        )
        let commands = ParsedCommand.all.filter { $0.has("--json") }
        #expect(lines.count + object.count + either.count == commands.count)
        #expect(lines.union(object).union(either) == Set(commands.map(\.description)))
        for command in commands {
            let option = try #require(command.shownArguments.first { $0.shown == "--json" }?.abstract)
            let (saysLines, saysObject) = (option.contains("JSON object per "), option.contains("Print a JSON object"))
            // `show` and `sql` refer to --as.
            guard !option.hasPrefix("The same as --as json") else { continue }
            switch command.description {
            case let name where lines.contains(name): #expect(saysLines && !saysObject, "\(name): \(option)")
            case let name where object.contains(name): #expect(saysObject && !saysLines, "\(name): \(option)")
            default: #expect(saysObject, "\(command): \(option)")
            }
        }
    }

    /// Command lines, each with the name of the command in front.
    private static let lines = [
        "ls App", "ls -R App", "find txt App", "grep alpha App", "usage App", "backup-set App", "hash App",
        "apps .", "audit App", "exclude --list App", "purge --dry-run --event idle App", "keys", "timeline App",
        "keeps", "journal", "diff @one App", "deliver host/plan.pdf --to App --from mail --app-info Info.plist",
        "advise App", "recent",
    ]
    private static let objects = [
        "info App", "explain App/Documents", "verdict read App/Documents/a.txt", "advise App/Documents/a.txt",
        "app-info App", "snapshots App", "cp App/Documents/a.txt App/tmp/ -n", "mkdir App/tmp/new -n",
        "rm App/Documents/a.txt -n", "mv App/Documents/a.txt App/tmp/ -n", "exclude App/Documents/a.txt -n",
        "rename App/Documents/a.txt --to z.txt -n", "export App/Documents/a.txt --to host -n",
        "import host/plan.pdf --to App/Documents -n", "new N.xcappdata --bundle-id org.example.n",
        "pack App P.xcappdata", "keep App --name two", "restore one --to App -n", "reset App -n",
    ]

    @Test("commands print the form that the topic gives them")
    func printed() throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("keep", "App", "--name", "one").status == 0)
        #expect(try sandbox.run("mkdir", "App/Documents/new").status == 0)
        let (inLines, inObjects) = (
            try Self.commands(under: "one per line"), try Self.commands(under: "a single object")
        )
        for (line, isLines) in Self.lines.map({ ($0, true) }) + Self.objects.map({ ($0, false) }) {
            let words = line.split(separator: " ").map(String.init)
            if inLines.contains(words[0]) { #expect(isLines, "\(line)") }
            if inObjects.contains(words[0]) { #expect(!isLines, "\(line)") }
            let result = try sandbox.run(words + ["--json"], environment: [])
            #expect([0, 1, 65].contains(result.status), "\(line): \(result.errors)")
            let form = try python(
                """
                import json, sys
                text = sys.stdin.read()
                try: print('object' if isinstance(json.loads(text), dict) and len(text.splitlines()) > 1 else 'line')
                except ValueError:
                    for line in text.splitlines(): assert isinstance(json.loads(line), dict), line
                    print('lines' if text else 'nothing')
                """, input: result.stdout)
            let forms = isLines ? ["lines\n", "line\n", "nothing\n"] : ["object\n"]
            #expect(forms.contains(form), "\(line): \(form)")
        }
    }

    @Test(
        "sizes in conditions are powers of 1024, as the help says",
        arguments: [("size>1M", false), ("size>=1M", true), ("size=1M", true), ("size>1023K", true)])
    func sizes(condition: String, isFound: Bool) throws {
        let sandbox = try SharingSandbox("write('App/Documents/mega', b'x' * 1048576)")
        let found = try sandbox.run("find", condition, "App").lines.contains { $0.hasSuffix("mega") }
        #expect(found == isFound)
        #expect(try run("find", "--help").text.contains("1M is 1,048,576 bytes"))
        #expect(try run("help", "search").text.contains("1,048,576"))
        #expect(try run("help", "output").text.replacing("\n", with: " ").contains("1 MB is 1,048,576"))
    }
}
