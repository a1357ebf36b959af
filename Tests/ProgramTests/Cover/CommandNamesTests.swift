import CStart
import System
import TestSupport
import Testing

@Suite("The commands known before any Swift code runs", .onManyThreads)
struct CommandNamesTests {
    /// The commands that take the screen, and then all others, each in the order of the alphabet; `help` is the
    /// parser's own.
    private static func commands() throws -> [(name: String, takesScreen: Bool)] {
        let parsed = try ParsedCommand.read().filter { $0.words.count == 1 }
        let commands = parsed.map { ($0.commandName, $0.has("--no-guard")) } + [("help", false)]
        return commands.sorted { ($0.1 ? 0 : 1, $0.0) < ($1.1 ? 0 : 1, $1.0) }
    }

    @Test("their names come from the list of subcommands")
    func generated() throws {
        let path = try #require(packageRoot(of: #filePath)) + "/Sources/CStart/commands.h"
        let written = String(decoding: try readFile(path), as: UTF8.self)
        let mark = "} commands[] = {\n"
        let head = try #require(written.firstRange(of: mark).map { written[..<$0.upperBound] })
        let rows = try Self.commands().map { "    {\"\($0.name)\", \($0.takesScreen)},\n" }
        let expected = head + rows.joined() + "};\n"
        if getenv("SANDGLASS_REWRITE_COMMANDS") != nil {
            let file = try #require(fopen(path, "w"))
            fputs(String(expected), file)
            fclose(file)
            return
        }
        #expect(written == expected, "SANDGLASS_REWRITE_COMMANDS=1 rewrites \(path)")
    }

    @Test("they are all commands, and nothing else is one")
    func names() throws {
        var known: [String] = []
        while let name = sandglass_command(Int32(known.count)) { known.append(String(cString: name)) }
        #expect(try known == Self.commands().map(\.name))
        for name in known { #expect(sandglass_is_command(name)) }
        for path in ["lS", "l", "", "./ls", "browse/"] { #expect(!sandglass_is_command(path)) }
    }

    @Test("the list in the help, by which a named command is found, has the names that the commands have")
    func listed() throws {
        let lines = try runCommand([Products.executable("sandglass"), "--help"]).lines
        // Columns of groups, names and summaries, two spaces apart; the first line of a group names it.
        let names = lines.filter { $0.contains("  ") && !$0.hasPrefix("Usage") }.flatMap { line in
            let columns = line.split(separator: "  ", omittingEmptySubsequences: true)
            let isFirst = !line.hasPrefix(" ")
            return columns.dropFirst(isFirst ? 1 : 0).first.map { $0.drop { $0 == " " }.split(separator: ", ") } ?? []
        }
        #expect(try names.map(String.init).sorted() == Self.commands().map(\.name).filter { $0 != "help" }.sorted())
    }

    @Test("the guard is for commands that take the screen, and for paths")
    func guarded() throws {
        for (name, takesScreen) in try Self.commands() {
            #expect(Self.mayBrowse([name]) == takesScreen, "\(name)")
            #expect(Self.mayBrowse([name, "x"]) == takesScreen, "\(name)")
        }
        for line in [[], ["./ls"], ["x", "ls"], ["--theme", "dark", "x"], ["--", "--help"]] {
            #expect(Self.mayBrowse(line), "\(line)")
        }
        for line in [["--help"], ["x", "-h"], ["browse", "--version"], ["x", "--no-guard"], ["--linear", "x"]] {
            #expect(!Self.mayBrowse(line), "\(line)")
        }
    }

    private static func mayBrowse(_ line: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        return sandglass_may_browse(Int32(line.count), &arguments)
    }
}
