import TestSupport
import Testing

/// The browser speaks of its keys, and the commands of their options: texts for both name an option only in a whole
/// command, such as `sandglass set --all`.
@Suite("Options and keys in texts", .enabled(if: packageRoot(of: #filePath) != nil))
struct OptionWordsTests {
    private static let root = packageRoot(of: #filePath) ?? ""

    /// The rooms whose texts no browser shows: the commands, and the terminal before there is a browser.
    private static let others = ["sandglass", "benchmarks", "Terminal"]

    /// Parts of lines that may name an option, and why.
    private static let exceptions: [(file: String, part: String, reason: String)] = [
        ("Action+View", "Choose for a script (--choose)", "it is there only for who started with the option"),
        ("BrowserState+Panes", "start with --choose", "it is there only for who started with the option"),
        ("DatabaseCells+Rows", "--all does that", "only an asterisk stands for rows, and no key writes one"),
        ("DatabaseCells+Rows", "--where is for all rows", "the browser has no conditions of changes"),
        ("DatabaseEditor", "--all does that", "the browser runs no triggers"),
        ("BackupWriter", "use --bundle-id", "the browser makes no backups"),
        ("Alternative+Sentences", "(--as ", "the browser has its own sentence"),
        ("VerdictReport", "more: --sources", "the browser does not print reports"),
        ("ContainerStore+Archives", "`--kind data` opens", "the browser is started with it as well"),
        ("ContainerStore+Kind", "--kind is for directories", "the browser is started with it as well"),
        ("ContainerStore", "`--kind data` opens", "the browser is started with it as well"),
        ("ContainerStore", "use --passphrase-file or", "only where there is no terminal"),
        ("DeviceError", "add --device /dev/fuse", "an option of another program"),
        ("DeviceError", "add --cap-add SYS_ADMIN", "an option of another program"),
        ("NamedContainers", "(--in DIRECTORY or", "the browser is started with it as well"),
        ("Wording", "\"verdict --sources\"", "the browser has its own wording"),
        ("RecoveryReport+Notices", "`--roll-back ", "of the command before it"),
        ("RecoveryReport+Notices", "`--abandon ", "of the command before it"),
        ("Recovery", "\"journal --abandon ", "of the whole command that the line before begins"),
        ("UnfinishedTransactions", "`--roll-back ", "of the command before it"),
        ("SideComparison+New", "; --json has all", "the browser does not print differences"),
    ]

    /// An option that is in no whole command.
    private static let bareOption = "(^|[ (`])--[a-z][a-z-]+"

    /// Returns the lines of the sources of rooms that match, without comments, as the name of the file and the text.
    private static func lines(_ expression: String) throws -> [(file: String, text: String)] {
        let excluded = others.map { "--exclude-dir=\($0)" }
        let found = try runCommand(
            ["grep", "-rHE", "--include=*.swift"] + excluded + ["-e", expression, "\(root)/Sources"])
        return found.lines.compactMap { line in
            guard let mark = line.firstRange(of: ".swift:") else { return nil }
            let text = line[mark.upperBound...].drop { $0 == " " }
            guard !text.hasPrefix("//") else { return nil }
            let file = line[..<mark.lowerBound].split(separator: "/").last.map(String.init) ?? ""
            return (file, String(text))
        }
    }

    @Test("texts that the browser may show name no options but in whole commands, with a reason for each other one")
    func options() throws {
        var used = Set<Int>()
        let lines = try Self.lines(#"--[a-z][a-z-]+"#)
        #expect(lines.count > 20)
        for (file, text) in lines {
            let known = Self.exceptions.indices.filter {
                Self.exceptions[$0].file == file && text.contains(Self.exceptions[$0].part)
            }
            used.formUnion(known)
            guard known.isEmpty else { continue }
            // What is left of a line without its whole commands.
            let rest = text.split(separator: "`sandglass ", omittingEmptySubsequences: false).enumerated().map {
                index, part in
                index == 0 ? String(part) : part.split(separator: "`", maxSplits: 1).dropFirst().joined()
            }.joined(separator: " ")
            #expect(rest.firstMatch(of: try Regex(Self.bareOption)) == nil, "\(file): \(text)")
        }
        #expect(Set(Self.exceptions.indices).subtracting(used).map { Self.exceptions[$0] }.map(\.part) == [])
    }

    @Test("commands name no keys of the browser, whose names come from its keymap")
    func keys() throws {
        let found = try runCommand([
            "grep", "-rnE", "--include=*.swift", "--exclude-dir=Help", #"\.key\("[a-z-]+"\)"#,
            "\(Self.root)/Sources/sandglass",
        ])
        #expect(found.status == 1 && found.lines == [])
    }
}
