import FoundationEssentials
import TestSupport
import Testing

@Suite("Renaming several items in an editor", .onManyThreads)
struct BulkRenameTests {
    private static let names = ["App/Documents/a.txt", "App/Documents/b.txt"]
    /// An editor that swaps two lines.
    private static let exchanging = "EDITOR=sed -i '1{h;d};2{G}'"

    private struct Report: Decodable {
        struct Item: Decodable {
            let change: String
            let source: Path
            let target: Path
        }
        struct Path: Decodable { let path: String }
        struct Items: Decodable {
            let items: [Item]
            let counts: Counts?
        }
        struct Counts: Decodable { let files: Int }

        let plan: Items?
        let outcome: Items?
    }

    private func run(_ sandbox: SharingSandbox, _ options: String...) throws -> CommandResult {
        try sandbox.run(["rename"] + options + Self.names, environment: [Self.exchanging])
    }

    /// Returns the old and new names of the reported items.
    private func told(_ items: [Report.Item]) -> Set<[String]> {
        Set(
            items.map { item in
                [item.source.path, item.target.path].map { String($0.split(separator: "/").last ?? "") }
            })
    }

    @Test("an exchange of names is reported as two files, without the temporary name")
    func exchange() throws {
        let sandbox = try SharingSandbox()
        let both: Set = [["a.txt", "b.txt"], ["b.txt", "a.txt"]]
        let planned = try run(sandbox, "--dry-run")
        #expect(planned.lines.count == 3 && planned.lines.last == "2 files, 9 bytes", "\(planned.lines)")
        let plan = try JSONDecoder().decode(Report.self, from: Data(try run(sandbox, "--dry-run", "--json").stdout))
            .plan
        #expect(told(try #require(plan).items) == both && plan?.counts?.files == 2)
        let first = try run(sandbox)
        #expect(first.status == 0 && Set(first.lines.map { String($0) }) == Set(Self.names), "\(first.lines)")
        #expect(first.errors.contains("rename: 2 files"), "\(first.errors)")
        let second = try run(sandbox, "--json")
        let outcome = try JSONDecoder().decode(Report.self, from: Data(second.stdout)).outcome
        #expect(told(try #require(outcome).items) == both)
        #expect(second.errors.contains("rename: 2 files") || second.errors.isEmpty, "\(second.errors)")
        let undone = try sandbox.run("undo", "--container", "App")
        #expect(
            undone.status == 0 && undone.errors.contains(", rename of ") && undone.errors.contains(" and 1 more"),
            "\(undone.errors)")
        #expect(Set(undone.lines.map { String($0) }) == Set(Self.names), "\(undone.lines)")
        let journal = try sandbox.run("journal")
        #expect(
            journal.lines.count == 2 && journal.lines.allSatisfy { $0.hasSuffix(" and 1 more") }, "\(journal.lines)")
        for line in try sandbox.run("journal", "--json").lines {
            #expect(told(try JSONDecoder().decode(Report.Items.self, from: Data(line.utf8)).items) == both)
        }
        #expect(try sandbox.text(Self.names[0]) == "beta")
    }

    @Test(
        "a failed exchange changes nothing, and its error shows no temporary name")
    func failingExchange() throws {
        for number in 1...4 {
            let sandbox = try SharingSandbox()
            let before = try sandbox.tree("App")
            let variables = ["state", "data", "config"].map { "XDG_\($0.uppercased())_HOME=\(sandbox($0))" }
            let result = try runCommand(
                ["env", "-C", sandbox("")] + variables + [Self.exchanging]
                    + ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=renameat2:error=EIO:when=\(number)"]
                    + [sandglass, "rename"] + Self.names)
            #expect(!result.errors.contains(".renaming-"), "\(number): \(result.errors)")
            #expect(number > 3 || result.status == 74, "\(number): \(result.errors)")
            if result.status != 0 { #expect(try sandbox.tree("App") == before) }
        }
    }

    @Test("a list saved with Windows line ends gives the names without carriage returns")
    func windowsLines() throws {
        let sandbox = try SharingSandbox()
        let result = try sandbox.run(["rename"] + Self.names, environment: ["EDITOR=sed -i 's/^/new-/;s/$/\\r/'"])
        #expect(result.status == 0, "\(result.errors)")
        let found = try sandbox.text("App/Documents/new-a.txt") + sandbox.text("App/Documents/new-b.txt")
        #expect(found == "alphabeta")
    }

    @Test(
        "an invisible control character in a name is refused, and the list is kept", arguments: ["\\r", "\\x1b"])
    func controls(character: String) throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        let before = try sandbox.tree("App")
        let result = try sandbox.run(
            ["rename"] + Self.names,
            environment: ["TMPDIR=\(sandbox("temporary"))", "EDITOR=sed -i '2s/$/\(character)/'"])
        #expect(result.status == 65 && result.errors.contains("line 2: the name contains an invisible"))
        #expect(result.errors.contains("kept in \(sandbox("temporary"))"), "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
    }
}
