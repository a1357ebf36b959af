import Screen
import System
import TestSupport
import Testing

/// The topics of help: each example in them is run.
@Suite("The topics of help", .onManyThreads)
struct HelpTopicTests {
    /// Examples that open the browser; each is opened on a terminal.
    private static let browsing = [
        "sandglass /tmp/App.xcappdata", "sandglass /tmp/bug.xcappdata.zip", "sandglass /tmp/App.ipa",
        "sandglass --read-only App.xcappdata", "sandglass --theme mine.toml App.xcappdata",
        "sandglass run caches flat --at App.xcappdata", "sandglass demo --ignore-snapshot",
        "sandglass demo --declare UIApplicationExitsOnSuspend", "sandglass demo --no-cover", "sandglass demo",
        "sandglass App.xcappdata", "sandglass /tmp/Backup",
    ]
    /// Examples that are not run here: they take seconds and have a suite (`SnapshotHideTests`), or wait for a choice
    /// (`BrowsingTests`).
    private static let excluded = [
        "sandglass demo snapshot-hide", "sandglass demo snapshot-hide --keep /tmp/screens",
        "sandglass demo snapshot-hide --of App.xcappdata", "sandglass demo snapshot-hide --record talk.cast",
        "sandglass browse --choose App.xcappdata | xargs -d '\\n' file",
    ]

    /// The names of the topics in the list of help.
    private static let topics: [String] = (try? HelpTopicTests.names()) ?? []

    private static func names() throws -> [String] {
        try run("help").lines.filter { $0.hasPrefix("  ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// A command line in a text, and the exit status that the text gives it.
    private struct Example {
        var line: String
        var note = ""

        /// The number in parentheses or behind "# status"; 0 if there is none.
        var status: Int32 {
            let text = note + " " + (line.split(separator: "# status ").dropFirst().last.map { "(\($0))" } ?? "")
            let match = text.firstMatch(of: /\((\d{1,2})( if [^)]*)?\)/)
            return match.flatMap { Int32($0.1) } ?? 0
        }
    }

    /// Returns the examples in a printed topic: the lines that begin with a dollar sign, with the indented ones below.
    private static func examples(in text: String) -> [Example] {
        var examples: [Example] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  $ ") {
                examples.append(Example(line: String(line.dropFirst(4))))
                isOpen = true
            } else if isOpen, line.hasPrefix("    "), examples.last?.line.hasSuffix("|") == true {
                examples[examples.count - 1].line += " " + line.drop { $0 == " " }
            } else if isOpen, line.hasPrefix("      ") {
                examples[examples.count - 1].note += " " + line.drop { $0 == " " }
            } else {
                isOpen = false
            }
        }
        return examples
    }

    private static func allExamples() throws -> [Example] {
        try topics.flatMap { examples(in: try run("help", $0).text) }
    }

    @Test("each example of a topic ends with the status that the topic gives it", arguments: HelpTopicTests.topics)
    func succeeds(topic: String) throws {
        let unattended = Self.browsing + Self.excluded
        let examples = Self.examples(in: try run("help", topic).text).filter { !unattended.contains($0.line) }
        guard !examples.isEmpty else { return }
        let scene = try TopicScene()
        let (statuses, text) = try scene.run(examples.map(\.line))
        try #require(statuses.count == examples.count, "\(text)")
        for (example, status) in zip(examples, statuses) {
            #expect(status == example.status, "\(example.line)\n\(text)")
        }
    }

    /// A scene that no example changes.
    private static let browsed = Result {
        let scene = try TopicScene()
        scene.removeAtExit()
        _ = try scene.run(["sandglass themes dark > mine.toml"])
        return scene
    }

    @Test("each example that opens the browser opens it", arguments: HelpTopicTests.browsing)
    func opened(line: String) throws {
        let scene = try Self.browsed.get()
        let command = scene.located(line).replacing("sandglass", with: "exec '\(sandglass)'", maxReplacements: 1)
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "cd '\(scene.path)' && \(command)"],
            environment: [
                "TERM": "xterm-256color", "HOME": "\(scene.path)/home", "XDG_STATE_HOME": "\(scene.path)/state",
            ],
            size: Size(columns: 100, rows: 30))
        func isOpen(_ terminal: PseudoTerminal) -> Bool {
            terminal.text.contains("? help") || terminal.text.contains("Esc")
        }
        try terminal.waitUntil("the browser, or a question") { isOpen($0) || $0.text.contains("[y/N]") }
        if terminal.text.contains("[y/N]") {
            try terminal.send("y\r")
            try terminal.waitUntil("the browser", isOpen)
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("the examples that are not run are examples of topics or of the README")
    func listed() throws {
        let lines = try Self.allExamples().map(\.line) + Self.readmeExamples()
        for line in Self.browsing + Self.excluded { #expect(lines.contains(line), "\(line)") }
    }

    /// The text of the README.
    private static func readme() throws -> String {
        let root = try #require(packageRoot(of: #filePath))
        return String(decoding: try readFile("\(root)/README.md"), as: UTF8.self)
    }

    /// The commands of the README's ten tasks, with the lines that prepare them.
    private static func readmeExamples() throws -> [String] {
        let tasks = try #require(try readme().split(separator: "## Ten tasks").last?.split(separator: "## Keys").first)
        return tasks.split(separator: "\n").compactMap { line in
            if line.hasPrefix("sandglass ") || line.hasPrefix("cd ") { return String(line) }
            let parts = line.split(separator: "`")
            return line.hasPrefix("| ") && parts.count > 1 ? String(parts[parts.count - 2]) : nil
        }
    }

    @Test("the README's ten tasks succeed")
    func tasks() throws {
        let lines = try Self.readmeExamples()
        #expect(lines.count == 12)
        #expect(lines.contains("sandglass demo snapshot-hide"))
        let (statuses, text) = try TopicScene().run(lines.filter { !(Self.browsing + Self.excluded).contains($0) })
        #expect(statuses.allSatisfy { $0 == 0 } && statuses.count == 10, "\(statuses)\n\(text)")
    }

    @Test("the README has at most 12 KB")
    func size() throws {
        #expect(try Self.readme().utf8.count <= 12_288)
    }

    @Test(
        "a topic is printed in 80 columns, begins with its title, and is a page of the manual",
        arguments: HelpTopicTests.topics)
    func form(topic: String) throws {
        let lines = try run("help", topic).lines
        let summary = try #require(try run("help").lines.first { $0.hasPrefix("  \(topic) ") })
            .dropFirst(topic.count + 2).drop { $0 == " " }
        #expect(lines.contains { $0.hasSuffix(": \(summary)") && $0.first?.isUppercase == true })
        for line in lines where !line.hasPrefix("USAGE: ") { #expect(line.count <= 80, "\(line)") }
        let page = try run("manual", topic)
        #expect(
            page.status == 0
                && page.text.hasPrefix(".TH \"SANDGLASS\\-\(topic.uppercased().replacing("-", with: "\\-"))\""))
    }

    @Test(
        "of a name that is a command and a topic, the usage comes first", arguments: ["undo", "keys", "hash", "diff"])
    func usageFirst(name: String) throws {
        let text = try run("help", name).text
        let usage = try #require(text.firstRange(of: "USAGE: sandglass \(name)"))
        let topic = try #require(try run("help").lines.first { $0.hasPrefix("  \(name) ") }?.dropFirst(name.count + 2))
        let title = try #require(text.firstRange(of: topic.drop { $0 == " " }))
        #expect(usage.lowerBound < title.lowerBound)
        #expect(text.hasPrefix(try run(name, "--help").text))
    }

    @Test("the list of commands fits into 45 lines of 80 columns")
    func general() throws {
        for arguments in [["--help"], ["-h"], ["help", "help"]] {
            let lines = try runCommand([sandglass] + arguments).text.split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 46 && lines.allSatisfy { $0.count <= 80 })
        }
    }

    @Test("topics are plain ASCII where the locale is not UTF-8")
    func plain() throws {
        for topic in Self.topics {
            let result = try runCommand(["env", "LC_ALL=C", sandglass, "help", topic])
            #expect(result.status == 0 && result.stdout.allSatisfy { $0 < 0x80 }, "\(topic)")
        }
    }
}
