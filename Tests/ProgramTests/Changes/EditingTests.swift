import System
import TestSupport
import Testing

@Suite("The edit and rename commands", .onManyThreads)
struct EditingTests {
    @Test("names can be exchanged in the editor, all of them or none")
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
            #expect(refused.errors.contains("kept in"), "\(refused.errors)")
        }
        #expect(try sandbox.run(["rename"] + names, environment: ["EDITOR=false"]).status == 65)
        // One of the new names belongs to a file that is not renamed.
        let taken = try sandbox.run(["rename"] + names, environment: ["EDITOR=sed -i 's/.*/&x/;2s/.*/link/'"])
        let isTold = taken.errors.contains("link: an item of that name already exists")
        #expect(taken.status == 73 && isTold, "\(taken.errors)")
        #expect(try sandbox.has(names[0]) && sandbox.has(names[1]))
    }

    @Test("the warning against direct changes to Preferences appears once for a container whose app is not running")
    func preferencesWarning() throws {
        let sandbox = try SharingSandbox("write('App/Library/Preferences/q.plist', b'q')")
        let warning = "handled directly"
        func edit(_ name: String, _ options: String...) throws -> Bool {
            let result = try sandbox.run(
                ["edit", "App/Library/Preferences/\(name)"] + options,
                environment: ["EDITOR=f() { date +%N > \"$1\"; }; f"])
            #expect(result.status == 0, "\(result.errors)")
            return result.errors.contains(warning)
        }
        #expect(try sandbox.run("cp", "App/Documents/a.txt", "App/tmp/").errors.contains(warning) == false)
        #expect(try edit("p.plist"))
        #expect(try !edit("p.plist"))
        #expect(try !edit("q.plist"))
        #expect(try edit("p.plist", "--running"), "an app that runs has the settings in memory")
    }

    @Test(
        "a file keeps its mode, its owner and its attributes whatever the editor does",
        arguments: [
            "printf new > \"$1\"", "printf new > \"$1.new\"; mv \"$1.new\" \"$1\"",
            "rm \"$1\"; printf new > \"$1\"; chmod 666 \"$1\"",
        ], ["600", "4711"])
    func metadata(editor: String, mode: String) throws {
        let sandbox = try SharingSandbox(
            "os.setxattr('App/Documents/a.txt', 'user.org.example.kept', b'value')")
        let path = sandbox("App/Documents/a.txt")
        let owner = isRoot ? "7:8" : "\(getuid()):\(getgid())"
        #expect(try runCommand(["chown", owner, path]).status == 0 && runCommand(["chmod", mode, path]).status == 0)
        try sandbox.write("editor", editor)
        let result = try sandbox.run(["edit", "--as", "owner", path], environment: ["EDITOR=sh \(sandbox("editor"))"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == "new")
        #expect(try runCommand(["stat", "-c", "%a %u:%g", path]).text == "\(mode) \(owner)\n")
        #expect(
            try python("import os, sys; print(os.getxattr(sys.argv[1], 'user.org.example.kept'))", path) == "b'value'\n"
        )
    }

    @Test("a file can be edited in a temporary directory whose name is not UTF-8, and nothing is left in it")
    func temporaryDirectory() throws {
        let sandbox = try SharingSandbox("os.mkdir(b'caf\\xe9')")
        let script = "TMPDIR=$(echo \"$1\"/caf*) && export TMPDIR && \"$0\" edit \"$1/App/Documents/a.txt\""
        // The editor says where the file is.
        let editor = "EDITOR=f() { printf new > \"$1\"; printf '%s\\n' \"$1\"; }; f"
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" } + [editor]
        let result = try runCommand(["env"] + variables + ["sh", "-c", script, sandglass, sandbox("")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == "new")
        let place = Array(sandbox("caf").utf8) + [0xe9] + Array("/sandglass.".utf8)
        #expect(result.stdout.starts(with: place) || result.stderr.starts(with: place), "\(result.text)")
        #expect(try python("import os, sys; print(os.listdir(sys.argv[1] + '/caf\\udce9'))", sandbox("")) == "[]\n")
    }

    @Test(
        "an editor has the environment that this program was given, with its time zone or none",
        arguments: ["", "Asia/Tokyo"])
    func environment(zone: String) throws {
        let sandbox = try SharingSandbox()
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" } + (zone.isEmpty ? [] : ["TZ=\(zone)"])
        let editor = "EDITOR=f() { echo \"${TZ-none}\" > \"$1\"; }; f"
        let result = try runCommand(
            ["env", "-u", "TZ"] + variables + [editor, sandglass, "edit", sandbox("App/Documents/a.txt")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == (zone.isEmpty ? "none" : zone) + "\n")
    }

    @Test(
        "an edit that keeps the size and the time of the file is saved, also of a property list",
        arguments: [false, true])
    func sameSizeAndTime(isList: Bool) throws {
        let sandbox = try SharingSandbox(
            "write('App/Documents/l.plist', plistlib.dumps({'key': 'alpha'}, fmt=plistlib.FMT_BINARY))")
        try sandbox.write(
            "editor", "cp -p \"$1\" \"$0.copy\"; sed s/alpha/ALPHA/ \"$0.copy\" > \"$1\"; touch -r \"$0.copy\" \"$1\"")
        let name = isList ? "App/Documents/l.plist" : "App/Documents/a.txt"
        let result = try sandbox.run(["edit", name], environment: ["EDITOR=sh \(sandbox("editor"))"])
        #expect(result.status == 0 && result.errors.contains("edit: 1 file"), "\(result.errors)")
        #expect(try readFile(sandbox(name)).firstRange(of: Array("ALPHA".utf8)) != nil)
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try readFile(sandbox(name)).firstRange(of: Array("alpha".utf8)) != nil)
        // A file that was written again with the same contents is not.
        let touched = try sandbox.run(["edit", name], environment: ["EDITOR=touch"])
        #expect(touched.status == 0 && touched.errors.contains("nothing was changed"), "\(touched.errors)")
    }

    @Test("an edited file keeps its AppleDouble file, which has its attributes")
    func appleDouble() throws {
        let sandbox = try SharingSandbox()
        try AppleDoubleScript.write(sandbox("App/Documents/._a.txt"), "com.apple.quarantine")
        let result = try sandbox.run(
            ["edit", "App/Documents/a.txt"], environment: ["EDITOR=sed -i s/alpha/beta/"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try AppleDoubleScript.read(sandbox("App/Documents/._a.txt")).first == "com.apple.quarantine x")
        #expect(try sandbox.text("App/Documents/a.txt") == "beta")
    }

    @Test("an edited file is replaced atomically and keeps its attributes, and undo restores the old one")
    func edit() throws {
        let sandbox = try SharingSandbox(
            "os.setxattr('App/Documents/a.txt', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')")
        let before = try sandbox.tree("App")
        // This editor writes a new file, without attributes.
        let editor = "EDITOR=f() { printf new > \"$1.tmp\" && rm \"$1\" && mv \"$1.tmp\" \"$1\"; }; f"
        let result = try sandbox.run(["edit", "App/Documents/a.txt"], environment: [editor])
        #expect(result.status == 0 && result.errors.contains("edit: 1 file, 3 bytes; "), "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == "new")
        let attribute =
            "import os, sys; print(os.getxattr(sys.argv[1], 'user.com.apple.metadata:com_apple_backup_excludeItem'))"
        #expect(try python(attribute, sandbox("App/Documents/a.txt")) == "b'x'\n")
        let listed = try sandbox.run("journal", "--json").text
        let named =
            "import json, sys; e = json.loads(sys.argv[1]); "
            + "print(e['itemCount'], [(i['change'], i['target']['path'].split('App/')[1]) for i in e['items']])"
        #expect(try python(named, listed) == "1 [('copy', 'Documents/a.txt')]\n")
        let undone = try sandbox.run("undo", "--container", "App")
        #expect(
            undone.status == 0 && undone.errors.hasSuffix("in org.example.app, just now\nsandglass: undo: 1 file\n"))
        #expect(try sandbox.tree("App") == before)
        let unchanged = try sandbox.run(["edit", "App/Documents/a.txt"], environment: ["EDITOR=true"])
        #expect(unchanged.status == 0 && unchanged.errors.contains("nothing was changed"))
        #expect(try sandbox.tree("App") == before)
    }

    /// Editors that leave an unusable list, the contents they leave, and the exit status.
    static let badLists: [(script: String, left: String, status: Int32)] = [
        ("printf 'same\\nsame\\n'", "same\nsame\n", 65), ("printf 'x/y\\nb\\n'", "x/y\nb\n", 65),
        ("printf 'a\\n'", "a\n", 65), ("printf '\\nb\\n'", "\nb\n", 65), (":", "", 65),
        ("printf 'x\\nlink\\n'", "x\nlink\n", 73), ("f() { printf 'x\\ny\\n'; return 3; }; f", "x\ny\n", 65),
        ("printf 'x\\n.sandglass-y\\n'", "x\n.sandglass-y\n", 73),
    ]

    @Test("without a terminal, a list of unusable names is kept, and its path is printed", arguments: badLists)
    func keptNames(script: String, left: String, status: Int32) throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let before = try sandbox.tree("App")
        let result = try sandbox.run(
            ["rename", "App/Documents/a.txt", "App/Documents/b.txt"],
            environment: ["EDITOR=g() { { \(script); } > \"$1\"; }; g", "TMPDIR=\(sandbox("temporary"))"])
        #expect(result.status == status, "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
        let files = try runCommand(["find", sandbox("temporary"), "-type", "f"]).lines.map(String.init)
        #expect(files.count == 1 && result.errors.contains("kept in \(files.first ?? "?")"), "\(result.errors)")
        #expect(try files.map { try readFile($0) } == [Array(left.utf8)])
    }

    @Test("names that were applied, or not changed, leave no file behind")
    func usedNames() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        for editor in ["EDITOR=sed -i s/txt/md/", "EDITOR=true", "EDITOR=no-such-editor", "EDITOR=false"] {
            let result = try sandbox.run(
                ["rename", "App/Documents/Inbox/../a.txt", "App/Documents/b.txt"],
                environment: [editor, "TMPDIR=\(sandbox("temporary"))"])
            #expect(!result.errors.contains("kept in"), "\(result.errors)")
            #expect(try runCommand(["find", sandbox("temporary"), "-mindepth", "1"]).lines.isEmpty)
            if editor.contains("md") { _ = try sandbox.run("undo", "--container", "App") }
        }
    }

    /// Returns an editor that makes one mistake after another, and saves a copy of its input each time.
    private func mender(_ sandbox: SharingSandbox) -> String {
        """
        f() { n=$(cat '\(sandbox("count"))' 2>/dev/null || echo 0); echo $((n + 1)) > '\(sandbox("count"))'
        cp "$1" '\(sandbox("seen"))'$n
        case $n in
        0) printf 'x\\nx\\n' > "$1" ;;
        1) sed -i '4s:x:x/y:' "$1" ;;
        2) sed -i '1,2d;s:x/y:link:' "$1" ;;
        3) sed -i 's/^link$/y/' "$1" ;;
        esac; }; f
        """
    }

    @Test("on a terminal, an unusable list is edited again, with the errors above it, until it is usable")
    func editedAgain() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let terminal = try sandbox.terminal(
            ["rename", "App/Documents/a.txt", "App/Documents/b.txt"],
            environment: ["TMPDIR": sandbox("temporary"), "EDITOR": mender(sandbox)])
        try terminal.waitFor("line 2: the name x is given twice")
        try terminal.send("\r")
        try terminal.waitFor("line 4: a name cannot contain a slash")
        #expect(
            try sandbox.text("seen1") == """
                # nothing was renamed: line 4: the name x is given twice
                # These two lines are not names: leave them or delete them.
                x
                x

                """)
        try terminal.send("y\r")
        try terminal.waitFor("link already exists")
        #expect(try sandbox.text("seen2").hasPrefix("# nothing was renamed: line 4: a name cannot contain a slash"))
        #expect(try sandbox.text("seen2").hasSuffix("delete them.\nx\nx/y\n"))
        try terminal.waitFor("ancel?")
        try terminal.send("c\r")
        try terminal.waitUntil("the offer to edit again") { $0.text.ranges(of: "Edit the names again?").count == 3 }
        try terminal.send("y\r")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try sandbox.text("seen3").hasSuffix("delete them.\nx\nlink\n"))
        #expect(try sandbox.text("App/Documents/x") == "alpha" && sandbox.text("App/Documents/y") == "beta")
        #expect(try runCommand(["find", sandbox("temporary"), "-mindepth", "1"]).lines.isEmpty)
    }

    @Test("declining to edit again keeps the names in a file", arguments: ["n\r", "\u{3}", "\u{4}"])
    func notAgain(answer: String) throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let terminal = try sandbox.terminal(
            ["rename", "App/Documents/a.txt", "App/Documents/b.txt"],
            environment: ["TMPDIR": sandbox("temporary"), "EDITOR": mender(sandbox)])
        try terminal.waitFor("Edit the names again?")
        try terminal.send(answer)
        #expect(try terminal.waitForExit() == .exited(65))
        let files = try runCommand(["find", sandbox("temporary"), "-type", "f"]).lines.map(String.init)
        #expect(terminal.text.contains("kept in \(files.first ?? "?")"))
        #expect(try files.map { try readFile($0) } == [Array("x\nx\n".utf8)])
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha")
    }

    @Test("a file in Inbox is moved out with the first save, in one operation")
    func inbox() throws {
        let sandbox = try SharingSandbox("write('App/Documents/mail.txt', b'other')")
        let before = try sandbox.tree("App")
        let result = try sandbox.run(
            ["edit", "App/Documents/Inbox/mail.txt"], environment: ["EDITOR=sed -i s/mail/read/"])
        #expect(
            result.status == 0 && result.errors.contains("the first save moves it out to Documents"), "\(result.errors)"
        )
        #expect(result.errors.contains("moved out of Inbox, and saved as Documents/mail 2.txt"), "\(result.errors)")
        #expect(
            try sandbox.text("App/Documents/mail 2.txt") == "read" && sandbox.text("App/Documents/mail.txt") == "other")
        #expect(try !sandbox.has("App/Documents/Inbox/mail.txt"))
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test(
        "a file in Inbox stays there if nothing is saved",
        arguments: [("EDITOR=true", 0), ("EDITOR=false", 65), ("EDITOR=f() { echo x >> \"$1\"; return 1; }; f", 65)])
    func inboxUnsaved(editor: String, status: Int32) throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let result = try sandbox.run(["edit", "App/Documents/Inbox/mail.txt"], environment: [editor])
        #expect(result.status == status, "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.run("journal").text.isEmpty)
    }

    @Test(
        "an edit that could not be saved is refused before the editor opens, also in a dry run",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"),
        arguments: ["a.txt", "Inbox/mail.txt"])
    func readOnly(name: String) throws {
        let sandbox = try SharingSandbox()
        try withTemporaryDirectory { place in
            try PrivateMounts.with("tmpfs", "size=1m", on: place) { _ in
                _ = try runCommand(["cp", "-a", sandbox("App"), place.path])
                #expect(try runCommand(["mount", "-o", "remount,ro", place.path]).status == 0)
                for options in [[], ["--dry-run"], ["--dry-run", "--json"], ["--json"]] {
                    let result = try sandbox.run(
                        ["edit", place("App/Documents/" + name)] + options,
                        environment: ["EDITOR=touch \(sandbox("opened"));"])
                    #expect(result.status == 73, "\(options): \(result.errors)")
                    #expect(
                        result.errors.contains("Documents/\(name): its directory is not writable"), "\(result.errors)")
                    #expect(result.errors.ranges(of: "not writable").count == 1, "\(result.errors)")
                    let text = result.text.filter { $0 != " " }
                    #expect(options.contains("--json") == text.contains(#""status":73"#), "\(result.text)")
                }
                #expect(try !sandbox.has("opened"))
            }
        }
    }

    @Test(
        "an editor that saves the same bytes changes nothing",
        arguments: ["touch", "f() { cp \"$1\" \"$1.tmp\" && mv \"$1.tmp\" \"$1\"; }; f", "sed -i s/x/x/"])
    func sameBytes(editor: String) throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        for path in ["App/Documents/Inbox/mail.txt", "App/Documents/a.txt"] {
            let result = try sandbox.run(["edit", path], environment: ["EDITOR=\(editor)"])
            #expect(result.status == 0 && result.errors.contains("nothing was changed"), "\(result.errors)")
            #expect(!result.errors.contains("kept in"), "\(result.errors)")
        }
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.run("journal").text.isEmpty)
    }

    @Test("attributes that an editor drops are kept on a file that leaves Inbox")
    func inboxAttributes() throws {
        let sandbox = try SharingSandbox("os.setxattr('App/Documents/Inbox/mail.txt', 'user.note', b'kept')")
        let before = try sandbox.tree("App")
        let editor = "EDITOR=f() { printf new > \"$1.tmp\" && rm \"$1\" && mv \"$1.tmp\" \"$1\"; }; f"
        let result = try sandbox.run(["edit", "App/Documents/Inbox/mail.txt"], environment: [editor])
        #expect(result.status == 0, "\(result.errors)")
        let script = "import os, sys; print(os.getxattr(sys.argv[1], 'user.note'))"
        #expect(try python(script, sandbox("App/Documents/mail.txt")) == "b'kept'\n")
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test("a file in Inbox with an outside change stays there, and the edited version is saved elsewhere")
    func inboxOutside() throws {
        let sandbox = try SharingSandbox()
        let file = sandbox("App/Documents/Inbox/mail.txt")
        let result = try sandbox.run(
            ["edit", "App/Documents/Inbox/mail.txt"],
            environment: ["EDITOR=f() { printf outside > '\(file)'; printf mine > \"$1\"; }; f"])
        #expect(result.status == 73 && result.errors.contains("changed by another process"), "\(result.errors)")
        #expect(result.errors.contains("your version is saved in Documents"), "\(result.errors)")
        #expect(
            try sandbox.text("App/Documents/Inbox/mail.txt") == "outside"
                && sandbox.text("App/Documents/mail.txt") == "mine")
    }

    @Test("an outside change is noticed, and both versions are kept")
    func outside() throws {
        let sandbox = try SharingSandbox()
        let file = sandbox("App/Documents/a.txt")
        let result = try sandbox.run(
            ["edit", "App/Documents/a.txt"],
            environment: ["EDITOR=f() { printf outside! > '\(file)'; printf mine > \"$1\"; }; f"])
        #expect(result.status == 73 && result.errors.contains("changed by another process"), "\(result.errors)")
        #expect(
            try sandbox.text("App/Documents/a.txt") == "outside!" && sandbox.text("App/Documents/a 2.txt") == "mine")
    }

    @Test("an edited version that cannot be saved is kept, and its path is printed")
    func kept() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let editor = "EDITOR=f() { printf mine > \"$1\"; mv '\(sandbox("App/Documents"))' '\(sandbox("gone"))'; }; f"
        let variables = [editor, "TMPDIR=\(sandbox("temporary"))"]
        let result = try sandbox.run(["edit", "App/Documents/a.txt"], environment: variables)
        #expect(result.status != 0 && result.errors.contains("your text is kept in \(sandbox("temporary"))"))
        let found = try runCommand(["find", sandbox("temporary"), "-name", "a.txt"]).lines
        #expect(try found.map { try readFile(String($0)) } == [Array("mine".utf8)], "\(result.errors)")
    }

    @Test("declining to save prints where the edited version is kept", arguments: ["n\r", "\u{3}"])
    func keptOnRequest(answer: String) throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        // A trash below a file cannot be created, so the old contents could not be restored.
        let terminal = try sandbox.terminal(
            ["edit", "App/Documents/a.txt"],
            environment: [
                "XDG_DATA_HOME": sandbox("Info.plist"), "TMPDIR": sandbox("temporary"),
                "EDITOR": "f() { printf mine > \"$1\"; }; f",
            ])
        try terminal.waitFor("Go on? [y/N]")
        try terminal.send(answer)
        #expect(try terminal.waitForExit() == .exited(128 + SIGINT))
        #expect(terminal.text.contains("your text is kept in \(sandbox("temporary"))"), "\(terminal.text)")
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha")
        let found = try runCommand(["find", sandbox("temporary"), "-name", "a.txt"]).lines
        #expect(try found.map { try readFile(String($0)) } == [Array("mine".utf8)])
    }

    /// The actions of editors on their copy instead of saving it, the report, and the number of items left.
    static let replacements: [(script: String, says: String, left: Int)] = [
        ("rm \"$1\"", "the editor removed its copy", 0),
        ("ln -sf /etc/passwd \"$1\"", "the editor left a symbolic link", 1),
        ("rm \"$1\"; mkfifo \"$1\"", "the editor left a pipe (FIFO)", 1),
        ("rm \"$1\"; mkdir \"$1\"; printf mine > \"$1/inside\"", "the editor left a directory", 2),
        ("mv \"$1\" \"$1.new\"", "the editor removed its copy", 1),
    ]

    @Test(
        "an editor that leaves no file has saved nothing, and only existing items are reported as kept",
        arguments: replacements)
    func noFile(script: String, says: String, left: Int) throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let before = try sandbox.tree("App")
        for path in ["App/Documents/a.txt", "App/Documents/Inbox/mail.txt"] {
            let result = try sandbox.run(
                ["edit", path], environment: ["EDITOR=f() { \(script); }; f", "TMPDIR=\(sandbox("temporary"))"])
            #expect(result.status == 65 && result.errors.contains(says), "\(result.errors)")
            #expect(result.errors.contains("nothing was saved") && !result.errors.contains("your text is"))
            #expect(result.errors.contains("is kept in") == (left > 0), "\(result.errors)")
            let folders = try runCommand(["find", sandbox("temporary"), "-mindepth", "1", "-maxdepth", "1"]).lines
            #expect(folders.count == (left > 0 ? 1 : 0))
            for folder in folders {
                #expect(result.errors.contains("the edited version is kept in \(folder)\n"), "\(result.errors)")
                #expect(try runCommand(["find", String(folder), "-mindepth", "1"]).lines.count == left)
                _ = try runCommand(["rm", "-r", String(folder)])
            }
        }
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.run("journal").text.isEmpty)
    }

    @Test("a missing editor, a failing editor and a missing directory have different errors")
    func failures() throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let cases: [(variable: String, status: Int32, message: String)] = [
            ("EDITOR=/etc/passwd", 69, "/etc/passwd cannot be executed"),
            ("EDITOR=no-such-editor", 69, "no-such-editor was not found"),
            ("EDITOR=exit 3;", 65, "failed with status 3"),
            ("EDITOR=kill -9 $$;", 65, "was killed by signal 9"),
            ("TMPDIR=/no/such", 73, "set $TMPDIR to choose another"),
        ]
        for (variable, status, message) in cases {
            for command in [["edit", "App/Documents/a.txt"], ["rename", "App/Documents/a.txt"]] {
                let result = try sandbox.run(command, environment: [variable])
                #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
            }
        }
        #expect(try sandbox.tree("App") == before)
    }

    @Test("after the program was killed, each command says where the editor's file is until that is removed")
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
            // The editor was still running.
            #expect(try sandbox.text("meanwhile") == "")
            let copy = try runCommand(["find", sandbox("temporary"), "-name", name]).lines.map(String.init)
            let folder = try #require(copy.first).dropLast(name.utf8.count + 1)
            let told = try sandbox.run("journal")
            #expect(told.status == 0 && told.errors.contains("is in \(folder): \(name)\n"), "\(told.errors)")
            // The first report may not have been read.
            #expect(try sandbox.run("journal").errors == told.errors)
            #expect(try runCommand(["tail", "-n", "1", copy[0]]).text.hasSuffix("mine\n"))
            _ = try runCommand(["rm", copy[0]])
        }
        // Editing that ended normally is not reported.
        #expect(try sandbox.run(["edit", "App/Documents/a.txt"], environment: ["EDITOR=echo >>"]).status == 0)
        #expect(try sandbox.run("journal").errors == "")
    }

    @Test("even a command without a journal says where the editor's file is")
    func killedWithoutJournal() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let variables = ["EDITOR=f() { echo mine >> \"$1\"; kill -9 $PPID; }; f", "TMPDIR=\(sandbox("temporary"))"]
        #expect(try sandbox.run(["edit", "App/Documents/a.txt"], environment: variables).status == 128 + 9)
        let told = try runCommand([
            "env", "-u", "HOME", "-u", "XDG_DATA_HOME", "XDG_STATE_HOME=\(sandbox("state"))", sandglass, "rm",
            sandbox("App/Documents/b.txt"),
        ])
        #expect(told.status == 73 && told.errors.contains("a journal cannot be kept"), "\(told.errors)")
        #expect(told.errors.contains("an editor was open when sandglass was killed"), "\(told.errors)")
        #expect(try sandbox.has("App/Documents/b.txt"))
    }

    @Test("a file is locked while it is edited")
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

    @Test(
        "an editor that replaces the directory of its copy has saved nothing: the status is 74, and what is named exists",
        arguments: ["mv \"$d\" \"$d.x\"", "rm -r \"$d\""], [true, false])
    func replacedDirectory(action: String, isMade: Bool) throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let made = isMade ? "; mkdir \"$d\"; printf new > \"$1\"" : ""
        try sandbox.write("editor", "d=$(dirname \"$1\"); \(action)\(made)")
        let result = try sandbox.run(
            ["edit", "App/Documents/a.txt"],
            environment: ["EDITOR=sh \(sandbox("editor"))", "TMPDIR=\(sandbox("temporary"))"])
        #expect(result.status == 74, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha")
        guard isMade else { return }
        let kept = try #require(result.errors.firstMatch(of: /kept in (.*)/)).1
        #expect(try readFile(String(kept)) == Array("new".utf8))
    }
}
