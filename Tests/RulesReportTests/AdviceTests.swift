import ContainerModel
import Inspection
import TestSupport
import Testing

@Suite(.onManyThreads)
struct AdviceTests {
    @Test(
        "the answers lead to the places of the document",
        arguments: [
            ("--setting", "Library/Preferences", "RWDB"), ("--known-at-build", "Bundle container", "R···"),
            ("--user-sees --no-recreatable", "Documents", "RWDB"),
            ("--user-sees --recreatable", "Documents", "RWD·"),
            (
                "--no-setting --no-known-at-build --no-user-sees --persists --no-recreatable",
                "Library/Application Support/<bundle id>", "RWDB"
            ),
            // The user need not see it, it is needed, and nobody can make it again: no question is left.
            ("--no-user-sees --persists --no-recreatable", "Library/Application Support/<bundle id>", "RWDB"),
            ("--no-user-sees --no-persists", "tmp", "RWD·"),
            ("--no-user-sees --recreatable --support", "Library/Application Support/<bundle id>", "RWD·"),
            ("--no-user-sees --recreatable --offline", "Library/Application Support/<bundle id>", "RWD·"),
            ("--no-user-sees --persists --recreatable --no-offline", "Library/Caches", "RWD·"),
            ("--no-setting --no-known-at-build --no-user-sees --no-persists", "tmp", "RWD·"),
        ])
    func flags(flags: String, directory: String, badges: String) throws {
        let result = try runCommand(
            [Products.executable("sandglass"), "advise"] + flags.split(separator: " ").map(String.init)
        )
        let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n")
        #expect(lines.first.map(String.init) == "\(directory)  \(badges)")
    }

    @Test(
        "answers that do not decide leave every place that the missing ones could lead to",
        arguments: [
            // Needed offline says nothing about who sees it or whether it can be made again, but never means tmp.
            (["--offline"], ["user-sees-recreatable", "user-sees", "persists", "recreatable-offline"]),
            (
                ["--recreatable"],
                ["user-sees-recreatable", "until-exit", "support", "recreatable-offline", "recreatable"]
            ),
            (["--recreatable", "--offline"], ["user-sees-recreatable", "recreatable-offline"]),
            (["--no-user-sees", "--recreatable", "--persists"], ["support", "recreatable-offline", "recreatable"]),
            (
                ["--no-user-sees", "--recreatable", "--persists", "--no-support"],
                ["recreatable-offline", "recreatable"]
            ),
        ])
    func undecided(flags: [String], rules: [String]) throws {
        let advise = [Products.executable("sandglass"), "advise"] + flags
        let result = try runCommand(advise + ["--json"])
        let names = try Python.lines(
            """
            import json, sys
            for place in json.loads(sys.argv[1])["possible"]: print(place["advice"]["rule"]["identifier"])
            """, String(decoding: result.stdout, as: UTF8.self))
        #expect(result.status == 0 && names == rules.map { "advice.\($0)" })
        let text = String(decoding: try runCommand(advise).stdout, as: UTF8.self)
        #expect(text.contains("leave \(rules.count) possibilities") && text.contains("    if "))
        #expect(!flags.contains("--offline") || !text.contains("tmp"))
    }

    @Test("the questions end for all answers, and the answers decide as they do when all are given as flags")
    func questions() {
        for number in 0..<(1 << Advice.Question.allCases.count) {
            var answers: [Advice.Question: Bool] = [:]
            let all = Advice.Question.allCases
            while let question = Advice.nextQuestion(after: answers), answers.count <= all.count {
                #expect(answers[question] == nil)
                answers[question] = all.firstIndex(of: question).map { number >> $0 & 1 == 1 }
            }
            #expect(answers.count <= all.count)
            let complete = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, number >> $0 & 1 == 1) })
            #expect(Advice.possibleRules(after: answers).count == 1)
            #expect(Advice.possibleRules(after: answers) == Advice.possibleRules(after: complete), "\(number)")
        }
    }

    @Test("advise without a terminal and without answers is a usage error")
    func noTerminal() throws {
        #expect(try runCommand([Products.executable("sandglass"), "advise"]).status == 64)
    }

    @Test(
        "advise says whether a file is in the right place",
        arguments: [
            ("Documents/Store.sqlite", "yes", "seems to be in the wrong place", "documents.shared-database"),
            ("Documents/Store.sqlite", "no", "in the right place", ""),
            ("Documents/Store.sqlite", "unknown", "may be in the wrong place", "not known"),
            ("Documents/half.part", "no", "seems to be in the wrong place", "placement.temporary"),
            ("tmp/t1", "no", "in the right place", ""),
            ("Documents/Inbox/mail.pdf", "no", "belongs to the system", ""),
            ("Library/Application Support/Model.sqlite", "no", "in the right place", ""),
            ("Library/Application Support/Model.sqlite-wal", "no", "in the right place", ""),
            ("Library/Application Support/.Model_SUPPORT", "no", "in the right place", ""),
            ("Library/Application Support/default.store", "no", "in the right place", ""),
            ("Library/Application Support/loose.bin", "no", "wrong place", "application-support.subdirectory"),
            ("Library/Application Support/org.example.app/fine.bin", "no", "in the right place", ""),
            ("Library/Application Support/org.example.app/Cache/big", "no", "wrong place", "sandglass exclude"),
            ("Library/Preferences/notes.dat", "no", "wrong place", "preferences.use-defaults"),
            ("Library/Preferences/org.example.app.plist", "no", "in the right place", ""),
            ("Library/Caches", "no", "in the right place", ""),
            ("Documents/debug.LOG", "no", "may be in the wrong place", "placement.internals"),
            ("Library/Application Support/org.example.app/debug.LOG", "no", "in the right place", ""),
            ("Library/Drafts/letter.pages", "no", "may be in the wrong place", "placement.user-data"),
            ("Library/Caches/letter.pages", "no", "may be in the wrong place", "placement.purgeable-user-data"),
            ("tmp/letter.pages", "no", "may be in the wrong place", "if its user made it"),
            ("Documents/letter.pages", "no", "in the right place", ""),
            ("tmp/orders.db", "no", "may be in the wrong place", "placement.purgeable-database"),
            ("Library/Caches/org.example.app/Cache.db", "no", "in the right place", ""),
            ("Library/Application Support/org.example.app/tour.mov", "no", "may need a change", "sandglass exclude"),
            ("iTunesMetadata.plist", "no", "belongs to the system", ""),
        ])
    func placement(path: String, sharing: String, says: String, also: String) throws {
        let fixture = try Fixture(Self.stores)
        let output = try fixture.run("advise", "--file-sharing", sharing, fixture.path + "/" + path)
        #expect(output.status == 0)
        #expect(output.text.contains(says) && (also.isEmpty || output.text.contains(also)), "\(output.text)")
    }

    /// A store of Core Data with its log and its directory of large values, and one of SwiftData, at their default
    /// places.
    private static let stores = Script.text("advice_stores")

    @Test(
        "what must not be stored in iCloud is found there, and no command moves it to a place that is not there",
        arguments: [
            ("Documents/tmp", "placement.icloud-temporary"), ("Documents/half.part", "placement.icloud-temporary"),
            ("Documents/Caches/tile", "placement.icloud-cache"), ("Documents/film.mov", "placement.icloud-download"),
            ("Documents/Store.sqlite", "icloud.no-store"), ("Documents/a.txt", ""), ("Documents/short.mov", ""),
        ])
    func iCloud(path: String, rule: String) throws {
        let fixture = try Fixture(
            """
            root = os.path.join(root, "../../Cloud")
            for path in ["half.part", "Caches/tile", "short.mov", "Store.sqlite", "a.txt", "tmp/x"]: write("Documents/" + path, 9)
            with open(write("Documents/film.mov", 0), "r+b") as film: film.truncate(11 << 20)
            """)
        let cloud = fixture.base + "/Cloud"
        let options = ["--kind", "iCloud", "--container", cloud]
        let advice = try fixture.run(words: ["advise"] + options + [cloud + "/" + path])
        #expect(advice.status == 0, "\(advice.errors)")
        let rules = advice.lines.filter { $0.hasPrefix("  placement.") || $0.hasPrefix("  icloud.") }
        #expect(rules.count == (rule.isEmpty ? 0 : 1), "\(advice.text)")
        let document = "(The Sandbox, slides in Korean)"
        #expect(rules.allSatisfy { $0.hasPrefix("  \(rule): ") && $0.contains(document) }, "\(advice.text)")
        #expect(!advice.text.contains("sandglass mv") && !advice.text.contains("better:"), "\(advice.text)")
    }

    @Test("a database is moved with its log by a command that a shell reads, after a word about the app's code")
    func companions() throws {
        let fixture = try Fixture("write(\"Documents/it's.db\", 1); write(\"Documents/it's.db-wal\", 1)")
        let output = try fixture.run("advise", "--file-sharing", "yes", fixture.path + "/Documents/it's.db")
        let command = output.lines.first { $0.contains("sandglass mv") } ?? ""
        let words = try runCommand([
            "sh", "-c", "for word in \(command.replacing("sandglass mv", with: "")); do echo \"$word\"; done",
        ])
        let support = fixture.path + "/Library/Application Support"
        #expect(
            String(decoding: words.stdout, as: UTF8.self).split(separator: "\n").map(String.init) == [
                fixture.path + "/Documents/it's.db", fixture.path + "/Documents/it's.db-wal",
                support + "/org.example.app/",
            ]
        )
        let warning = output.lines.firstIndex { $0.contains("its code has to be changed") }
        let offer = output.lines.firstIndex { $0.contains("sandglass mv") }
        #expect(try #require(warning) < #require(offer))
    }

    @Test("what Core Data and Realm keep beside a store goes with it, and is not judged alone")
    func storeFiles() throws {
        let fixture = try Fixture(
            """
            write("Documents/S.sqlite", 1); write("Documents/.S_SUPPORT/_EXTERNAL_DATA/1", 1)
            for end in ["", ".lock", ".note", ".management/x"]:
                write("Library/Application Support/default.realm" + end, 1)
            """)
        let store = try fixture.run("advise", "--file-sharing", "yes", fixture.path + "/Documents/S.sqlite")
        #expect(store.lines.contains { $0.contains("sandglass mv") && $0.contains("/Documents/.S_SUPPORT'") })
        for name in ["lock", "note", "management"] {
            let path = "\(fixture.path)/Library/Application Support/default.realm.\(name)"
            let advice = try fixture.run("advise", path)
            #expect(advice.text.contains("in the right place"), "\(advice.text)")
            #expect(!advice.text.contains("sandglass mv"))
        }
    }

    @Test("a directory with a store in it is not moved without a word about the app's code")
    func directoryWithStore() throws {
        let fixture = try Fixture(#"write("Documents/x/Cache/deep/app.sqlite", 1); write("Documents/y/Cache/big", 1)"#)
        for (directory, isWarned) in [("x", true), ("y", false)] {
            let advice = try fixture.run("advise", fixture.path + "/Documents/\(directory)/Cache")
            #expect(advice.text.contains("sandglass mv"), "\(advice.text)")
            #expect(advice.text.contains("its code has to be changed") == isWarned, "\(advice.text)")
        }
    }

    @Test(
        "advise says whether its commands are alternatives or a sequence, and later commands name the new path",
        arguments: [
            (
                "Documents/a.txt", ["--recreatable", "--offline", "--no-user-sees"], "sequence",
                "Both of these, in this order:", "Library/Application Support/org.example.app/a.txt", "RWD·"
            ),
            (
                "Library/Application Support/org.example.app/Cache/big", [], "alternatives",
                "One of these is enough:", "Library/Application Support/org.example.app/Cache/big", "RWD·"
            ),
        ])
    func order(
        path: String, answers: [String], order: String, heading: String, excluded: String, badges: String
    ) throws {
        let fixture = try Fixture(#"write("Library/Application Support/org.example.app/Cache/big", 1)"#)
        let text = try fixture.run(words: ["advise"] + answers + [fixture.path + "/" + path])
        let lines = text.lines
        let first = try #require(lines.firstIndex { $0.contains(heading) }, "\(text.text)")
        #expect(lines[first + 1].contains("sandglass mv "))
        #expect(lines[first + 2].hasSuffix("sandglass exclude '\(fixture.path)/\(excluded)'"), "\(text.text)")
        let better = try #require(lines.first { $0.contains("better: ") })
        #expect(better.contains("  \(badges)"), "\(better)")
        let json = try fixture.run(words: ["advise", "--json"] + answers + [fixture.path + "/" + path])
        #expect(json.text.contains(#""order" : "\#(order)""#), "\(json.text)")
    }

    @Test("where several places remain, each has the commands that lead there")
    func possibilities() throws {
        let fixture = try Fixture(#"write("Documents/app.sqlite", 1); write("Documents/app.sqlite-wal", 1)"#)
        let file = fixture.path + "/Documents/app.sqlite"
        let text = try fixture.run("advise", "--recreatable", file)
        let support = fixture.path + "/Library/Application Support/org.example.app"
        let expected = [
            "advice.user-sees-recreatable", "exclude '\(file)' '\(file)-wal'",
            "advice.until-exit", "mv '\(file)' '\(file)-wal' '\(fixture.path)/tmp/'",
            "advice.support", "mv '\(file)' '\(file)-wal' '\(support)/'",
            "exclude '\(support)/app.sqlite' '\(support)/app.sqlite-wal'",
            "advice.recreatable-offline", "mv '\(file)' '\(file)-wal' '\(support)/'",
            "exclude '\(support)/app.sqlite' '\(support)/app.sqlite-wal'",
            "advice.recreatable:", "mv '\(file)' '\(file)-wal' '\(fixture.path)/Library/Caches/'",
        ]
        let found = text.lines.filter { line in
            line.contains("  sandglass ") || line.contains("  advice.")
        }
        #expect(found.count == expected.count, "\(text.text)")
        for (line, part) in zip(found, expected) { #expect(line.contains(part), "\(line)") }
        let json = try fixture.run("advise", "--recreatable", "--json", file)
        let commands = try Python.lines(
            """
            import json, sys
            row = json.loads(sys.argv[1])
            assert row["commands"] == [] and "target" not in row, row
            for finding in row["findings"]:
                for command in finding["correction"]["commands"]: print(command)
            """, json.text)
        #expect(
            commands
                == found.map { $0.trimmingPrefix { $0 == " " } }.filter { $0.hasPrefix("sandglass") }.map(String.init))
    }

    @Test("the badges of an item that advice is about count its mode")
    func modeOfAdvice() throws {
        let fixture = try Fixture(#"os.chmod(os.path.join(root, "Documents/a.txt"), 0)"#)
        let advice = try fixture.run("advise", fixture.path + "/Documents/a.txt")
        #expect(advice.lines.first?.contains("··DB") == true, "\(advice.text)")
    }

    @Test("a directory is judged with everything in it, and a container from inside it as well")
    func survey() throws {
        let fixture = try Fixture(
            """
            write("Documents/tour.MP4", 12 << 20); write("Documents/clip.mov", 1000)
            write("Documents/Store.sqlite-wal", 1)
            for name in ["a", "b"]: write("Library/Application Support/org.example.app/thumbnails/" + name, 1)
            old = os.path.join(root, "tmp/old")
            write("tmp/old", 1); os.utime(old, (1000000000, 1000000000))
            """)
        let all = try fixture.run("advise", "--file-sharing", "yes", "--json", fixture.path)
        let rows = try Python.lines(
            """
            import json, sys
            for line in sys.argv[1].split("\\n"):
                row = json.loads(line)
                rules = [finding["rule"]["identifier"] for finding in row.get("findings", [])]
                if not row.get("path", "").startswith("tmp/") or row["path"] == "tmp/old":
                    print(row["row"], row.get("path"), row.get("verdict"), *rules)
            """, all.text)
        // The log is judged with its database, and the thumbnails with their directory.
        for row in [
            "item Documents/Store.sqlite wrong documents.shared-database",
            "item Documents/tour.MP4 depends placement.large-media",
            "item Library/Application Support/org.example.app/thumbnails wrong placement.recreatable",
            "item tmp/old depends placement.stale-temporary",
        ] { #expect(rows.contains(row), "\(rows)") }
        #expect(!rows.contains { $0.contains("clip.mov") || $0.contains("thumbnails/") || $0.contains("-wal") })
        #expect(rows.last?.hasPrefix("total") == true)
        let inside = try fixture.run("advise", "--file-sharing", "yes", fixture.path + "/Library")
        #expect(inside.text.contains("org.example.app/thumbnails") && !inside.text.contains("tour.MP4"))
        #expect(inside.lines.last?.contains("examined") == true)
        let clean = try fixture.run("advise", fixture.path + "/Library/Caches")
        #expect(clean.lines.last?.hasSuffix("nothing seems to be in the wrong place") == true)
    }
}
