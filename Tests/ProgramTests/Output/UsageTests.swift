import TestSupport
import Testing

@Suite("Commands that are called wrongly", .onManyThreads)
struct UsageTests {
    @Test(
        "a mistyped command is distinguished from a missing path, and the intended command is named",
        arguments: [
            ("exprot", "export"), ("exprot a.txt --to b", "export"), ("snapshot", "snapshots"), ("udno", "undo"),
            ("verdicts delete Documents", "verdict"), ("journ", "journal"), ("backup-sets --json", "backup-set"),
            ("lss .", "ls"), ("lss -l .", "ls"), ("sho a.plist", "show"), ("compare a b", "diff"),
            ("cat a.txt", "show"), ("unzip a", "unpack"),
        ])
    func mistyped(words: String, command: String) throws {
        let sandbox = try SharingSandbox()
        let result = try sandbox.run(words.split(separator: " ").map(String.init))
        let word = words.prefix { $0 != " " }
        #expect(result.status == 64 && result.stdout.isEmpty)
        #expect(
            result.errors
                == "sandglass: \(word) is neither a command nor an existing path. Did you mean `sandglass \(command)`?\n"
        )
    }

    @Test("a word with operands that resembles no command is not a path that fails")
    func operands() throws {
        let result = try SharingSandbox().run("quux", "a", "b")
        #expect(result.status == 64 && result.stdout.isEmpty)
        #expect(
            result.errors
                == "sandglass: quux is neither a command nor an existing path. `sandglass --help` lists the commands.\n"
        )
    }

    @Test("a word that is like no command, a path and an existing file are paths")
    func paths() throws {
        let sandbox = try SharingSandbox("os.mkdir('exprot')")
        for (path, status) in [("nothing-like-it", Int32(66)), ("./exprt", 66), ("exprot", 65)] {
            let result = try sandbox.run(path)
            #expect(result.status == status && !result.errors.contains("Did you mean"), "\(result.errors)")
        }
    }

    @Test(
        "a command without its arguments prints its own usage",
        arguments: ["rm", "include", "exclude", "export --to x", "import --to x", "cp", "cp a", "mv", "rename"])
    func usage(words: String) throws {
        let arguments = words.split(separator: " ").map(String.init)
        let result = try runCommand([sandglass] + arguments)
        #expect(result.status == 64 && result.stdout.isEmpty)
        #expect(result.errors.contains("Usage: sandglass \(arguments[0]) "), "\(result.errors)")
    }

    @Test("an option shows its default as it is written", arguments: ParsedCommand.all)
    func defaults(command: ParsedCommand) throws {
        guard command.has("--on-error") else { return }
        let help = try runCommand([sandglass] + command.words + ["--help"]).text
        let words = help.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("go-on with the rest, which is the default") && !help.contains("goOn"))
    }

    @Test("copying or moving an item onto itself is refused as a taken name is", arguments: ["cp", "mv"])
    func ontoItself(command: String) throws {
        let sandbox = try SharingSandbox()
        let result = try sandbox.run(command, "App/Documents/a.txt", "App/Documents/a.txt")
        #expect(result.status == 73 && result.errors == "sandglass: App/Documents/a.txt: it already exists\n")
    }

    @Test("a skipped item is mentioned, alone and beside others")
    func skipping() throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("cp", "App/Documents/a.txt", "App/tmp/").status == 0)
        let skip = ["--on-conflict", "skip"]
        let all = try sandbox.run(["cp", "App/Documents/a.txt", "App/tmp/"] + skip)
        #expect(all.status == 0 && all.stdout.isEmpty)
        #expect(all.errors == "sandglass: copy: nothing was changed, 1 item skipped because the name is taken\n")
        let part = try sandbox.run(["cp", "App/Documents/a.txt", "App/Documents/b.txt", "App/tmp/"] + skip)
        #expect(part.status == 0)
        #expect(part.errors.contains("1 file, 4 bytes, 1 item skipped because the name is taken"))
    }
}
