import TestSupport
import Testing

@Suite("The help of commands", .onManyThreads)
struct CommandHelpTests {
    private static let common = [
        "STATE OF THE APP AND THE DEVICE:", "THE CONTAINER AND ITS APP:", "THE CONTAINERS AND THEIR APPS:",
    ]

    @Test(
        "a command's own options come first, and those of many commands are named at the end",
        arguments: ParsedCommand.all)
    func order(command: ParsedCommand) throws {
        let lines = try runCommand([sandglass] + command.words + ["--help"]).text
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let places = Self.common.compactMap { lines.firstIndex(of: $0) }
        guard let first = places.min(), command.words != ["app-info"] else { return }
        let own = try #require(lines.firstIndex(of: "OPTIONS:"))
        #expect(own < first)
        // Nothing but their names: three lines or four for each group.
        let shared = lines[first...].filter { !$0.isEmpty }
        #expect(shared.count <= places.count * 6, "\(shared)")
        #expect(shared.count(where: { $0.hasPrefix("  Explained by `sandglass help options`: --") }) == places.count)
        #expect(shared.allSatisfy { $0.count <= 80 })
        // All options that the parser knows are there.
        let words = Set(lines.joined(separator: " ").split { " ,/[]".contains($0) }.map(String.init))
        for argument in command.shownArguments where argument.names != nil { #expect(words.contains(argument.shown)) }
    }

    @Test("the topic explains the options of many commands as the commands' own descriptions do")
    func topic() throws {
        let ls = try #require(ParsedCommand.all.first { $0.words == ["ls"] })
        let help = try run("ls", "--help").text
        let start = try #require(help.firstRange(of: "STATE OF THE APP AND THE DEVICE:")?.lowerBound)
        let names = help[start...].matches(of: /--[a-z-]+/).map { String($0.0) }
        #expect(names.contains("--running") && names.contains("--file-sharing") && names.contains("--passphrase-fd"))
        let topic = try run("help", "options").text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for name in names {
            let argument = try #require(ls.shownArguments.first { $0.shown == name })
            let text = try #require(argument.abstract).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(topic.contains(name) && topic.contains(text.prefix(60)), "\(name)")
        }
    }
}
