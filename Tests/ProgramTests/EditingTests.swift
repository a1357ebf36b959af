import TestSupport
import Testing

@Suite("Editing and renaming by the program", .enabled(if: hasCommand("python3"), "python3 is not installed"))
struct EditingTests {
    @Test("names are exchanged in the editor, all of them or none")
    func exchange() throws {
        let sandbox = try SharingSandbox()
        let names = ["App/Documents/a.txt", "App/Documents/b.txt"]
        let swapped = try sandbox.run(["rename"] + names, environment: ["EDITOR=sed -i '1{h;d};2{G}'"])
        #expect(swapped.status == 0, "\(swapped.errors)")
        #expect(try sandbox.text(names[0]) == "beta" && sandbox.text(names[1]) == "alpha")
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.text(names[0]) == "alpha")
        for script in ["sed -i 2s/.*/a.txt/", "sed -i 1d", "sed -i 1s:a:x/a:", "sed -i 1s/.*//"] {
            let refused = try sandbox.run(["rename"] + names, environment: ["EDITOR=\(script)"])
            #expect(refused.status == 65 && refused.errors.contains("nothing was renamed"), "\(refused.errors)")
        }
        #expect(try sandbox.run(["rename"] + names, environment: ["EDITOR=false"]).status == 65)
        // One of the new names is taken by a file that is not renamed.
        let taken = try sandbox.run(["rename"] + names, environment: ["EDITOR=sed -i 's/.*/&x/;2s/.*/link/'"])
        #expect(taken.status == 73)
        #expect(try sandbox.has(names[0]) && sandbox.has(names[1]))
    }

    @Test("an edited file is replaced at once, keeps its attributes, and undo brings the old one back")
    func edit() throws {
        let sandbox = try SharingSandbox(
            "os.setxattr('App/Documents/a.txt', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')")
        let before = try sandbox.tree("App")
        // This editor writes a new file, without attributes.
        let editor = "EDITOR=f() { printf new > \"$1.tmp\" && rm \"$1\" && mv \"$1.tmp\" \"$1\"; }; f"
        let result = try sandbox.run(["edit", "App/Documents/a.txt"], environment: [editor])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == "new")
        let attribute =
            "import os, sys; print(os.getxattr(sys.argv[1], 'user.com.apple.metadata:com_apple_backup_excludeItem'))"
        #expect(try python(attribute, sandbox("App/Documents/a.txt")) == "b'x'\n")
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
        let unchanged = try sandbox.run(["edit", "App/Documents/a.txt"], environment: ["EDITOR=true"])
        #expect(unchanged.status == 0 && unchanged.errors.contains("nothing was changed"))
        #expect(try sandbox.tree("App") == before)
    }

    @Test("a file in Inbox is moved out first")
    func inbox() throws {
        let sandbox = try SharingSandbox("write('App/Documents/mail.txt', b'other')")
        let result = try sandbox.run(
            ["edit", "App/Documents/Inbox/mail.txt"], environment: ["EDITOR=sed -i s/mail/read/"])
        #expect(result.status == 0 && result.errors.contains("moved out to Documents"), "\(result.errors)")
        #expect(
            try sandbox.text("App/Documents/mail 2.txt") == "read" && sandbox.text("App/Documents/mail.txt") == "other")
        #expect(try !sandbox.has("App/Documents/Inbox/mail.txt"))
    }

    @Test("a change from outside is noticed, and both are kept")
    func outside() throws {
        let sandbox = try SharingSandbox()
        let file = sandbox("App/Documents/a.txt")
        let result = try sandbox.run(
            ["edit", "App/Documents/a.txt"],
            environment: ["EDITOR=f() { printf outside! > '\(file)'; printf mine > \"$1\"; }; f"])
        #expect(result.status == 73 && result.errors.contains("changed by somebody else"), "\(result.errors)")
        #expect(
            try sandbox.text("App/Documents/a.txt") == "outside!" && sandbox.text("App/Documents/a 2.txt") == "mine")
    }

    @Test("what was written is kept where it cannot be brought to its place, and it is said where")
    func kept() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let editor = "EDITOR=f() { printf mine > \"$1\"; mv '\(sandbox("App/Documents"))' '\(sandbox("gone"))'; }; f"
        let variables = [editor, "TMPDIR=\(sandbox("temporary"))"]
        let result = try sandbox.run(["edit", "App/Documents/a.txt"], environment: variables)
        #expect(result.status != 0 && result.errors.contains("what you wrote is kept in \(sandbox("temporary"))"))
        let found = try runCommand(["find", sandbox("temporary"), "-name", "a.txt"]).lines
        #expect(try found.map { try readFile(String($0)) } == [Array("mine".utf8)], "\(result.errors)")
    }

    @Test("an editor that is not there, one that fails and a directory that is missing are told apart")
    func failures() throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let cases: [(variable: String, status: Int32, message: String)] = [
            ("EDITOR=no-such-editor", 65, "no-such-editor was not found"),
            ("EDITOR=exit 3;", 65, "failed with status 3"),
            ("EDITOR=kill -9 $$;", 65, "was ended by signal 9"), ("TMPDIR=/no/such", 73, "$TMPDIR chooses another"),
        ]
        for (variable, status, message) in cases {
            for command in [["edit", "App/Documents/a.txt"], ["rename", "App/Documents/a.txt"]] {
                let result = try sandbox.run(command, environment: [variable])
                #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
            }
        }
        #expect(try sandbox.tree("App") == before)
    }

    @Test("where an editor's file is when the program was killed, the next command tells, once")
    func killed() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let script = "\"$PROGRAM\" journal 2> \"$SEEN\"; echo mine >> \"$1\"; kill -9 $PPID"
        let variables = [
            "EDITOR=f() { \(script); }; f", "TMPDIR=\(sandbox("temporary"))", "PROGRAM=\(sandglass)",
            "SEEN=\(sandbox("meanwhile"))",
        ]
        let cases = [(["edit", "App/Documents/a.txt"], "a.txt"), (["rename", "App/Documents/b.txt"], "names.txt")]
        for (words, name) in cases {
            #expect(try sandbox.run(words, environment: variables).status == 128 + 9)
            // It was still running.
            #expect(try sandbox.text("meanwhile") == "")
            let copy = try runCommand(["find", sandbox("temporary"), "-name", name]).lines.map(String.init)
            let folder = try #require(copy.first).dropLast(name.utf8.count + 1)
            let told = try sandbox.run("journal")
            #expect(told.status == 0 && told.errors.contains("is in \(folder): \(name)\n"), "\(told.errors)")
            #expect(try sandbox.run("journal").errors == "")
            #expect(try runCommand(["tail", "-n", "1", copy[0]]).text.hasSuffix("mine\n"))
        }
        // What ended as it should is not told of.
        #expect(try sandbox.run(["edit", "App/Documents/a.txt"], environment: ["EDITOR=echo >>"]).status == 0)
        #expect(try sandbox.run("journal").errors == "")
    }

    @Test("a file is locked while an editor has it")
    func locked() throws {
        let sandbox = try SharingSandbox()
        let state = sandbox("locked")
        let script = """
            import fcntl, subprocess, sys
            held = open(sys.argv[1])
            fcntl.flock(held, fcntl.LOCK_EX)
            print(subprocess.run(['env', 'XDG_STATE_HOME=' + sys.argv[3], 'XDG_DATA_HOME=' + sys.argv[3], 'EDITOR=true',
                sys.argv[2], 'edit', sys.argv[1]]).returncode)
            """
        #expect(try python(script, sandbox("App/Documents/a.txt"), sandglass, state) == "75\n")
        let other =
            "EDITOR=flock -n '\(sandbox("App/Documents/a.txt"))' true || echo locked > '\(sandbox("seen"))'; true"
        #expect(try sandbox.run(["edit", "App/Documents/a.txt"], environment: [other]).status == 0)
        #expect(try sandbox.has("seen"))
    }
}
