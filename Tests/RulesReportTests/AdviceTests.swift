import ContainerModel
import Inspection
import TestSupport
import Testing

@Suite(.enabled(if: Python.isThere))
struct AdviceTests {
    @Test(
        "the answers lead to the places of the document",
        arguments: [
            ("--setting", "Library/Preferences", "RWDB"), ("--known-at-build", "Bundle container", "R···"),
            ("--user-sees", "Documents", "RWDB"), ("--persists", "Library/Application Support/<bundle id>", "RWDB"),
            ("--recreatable", "Library/Caches", "RWD·"), ("--no-persists", "tmp", "RWD·"),
            ("--recreatable --offline", "Library/Application Support/<bundle id>", "RWD·"),
            ("--persists --recreatable", "Library/Application Support/<bundle id>", "RWD·"),
        ])
    func flags(flags: String, directory: String, badges: String) throws {
        let result = try runCommand(
            [Products.executable("sandglass"), "advise"] + flags.split(separator: " ").map(String.init)
        )
        let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n")
        #expect(lines.first.map(String.init) == "\(directory)  \(badges)")
    }

    @Test("every sequence of answers ends, with the same advice as the flags")
    func questions() {
        for number in 0..<64 {
            var answers: [Advice.Question: Bool] = [:]
            let all = Advice.Question.allCases
            while let question = Advice.nextQuestion(after: answers), answers.count <= all.count {
                answers[question] = all.firstIndex(of: question).map { number >> $0 & 1 == 1 }
            }
            #expect(answers.count <= all.count)
            let complete = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, number >> $0 & 1 == 1) })
            #expect(Advice(for: answers).rule == Advice(for: complete).rule, "\(number)")
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
            ("Library/Application Support/loose.bin", "no", "wrong place", "application-support.subdirectory"),
            ("Library/Application Support/org.example.app/fine.bin", "no", "in the right place", ""),
            ("Library/Application Support/org.example.app/Cache/big", "no", "wrong place", "sandglass exclude"),
            ("Library/Preferences/notes.dat", "no", "wrong place", "preferences.use-defaults"),
            ("Library/Preferences/org.example.app.plist", "no", "in the right place", ""),
            ("Library/Caches", "no", "in the right place", ""),
            ("iTunesMetadata.plist", "no", "belongs to the system", ""),
        ])
    func placement(path: String, sharing: String, says: String, also: String) throws {
        let fixture = try Fixture()
        let output = try fixture.run("advise", "--file-sharing", sharing, fixture.path + "/" + path)
        #expect(output.status == 0)
        #expect(output.text.contains(says) && (also.isEmpty || output.text.contains(also)), "\(output.text)")
    }

    @Test("a database is moved together with its log, by a command that a shell can run")
    func companions() throws {
        let fixture = try Fixture(
            "write(\"Library/Application Support/it's.db\", 1); write(\"Library/Application Support/it's.db-wal\", 1)")
        let output = try fixture.run("advise", fixture.path + "/Library/Application Support/it's.db")
        let command = output.lines.first { $0.contains("sandglass mv") } ?? ""
        let words = try runCommand([
            "sh", "-c", "for word in \(command.replacing("sandglass mv", with: "")); do echo \"$word\"; done",
        ])
        let support = fixture.path + "/Library/Application Support"
        #expect(
            String(decoding: words.stdout, as: UTF8.self).split(separator: "\n").map(String.init) == [
                support + "/it's.db", support + "/it's.db-wal", support + "/org.example.app/",
            ]
        )
    }
}
