import FoundationEssentials
import TestSupport
import Testing

/// A command, and an item that another process keeps renaming while the command runs.
struct RenamingRace: CustomTestStringConvertible, Sendable {
    /// The words of the command, which is run with `--on-conflict replace`.
    let words: String
    /// The item that is renamed.
    let racing: String
    /// The only item that may be replaced.
    let target: String
    /// Whether the item is exchanged with a directory instead of being absent for a moment.
    var isExchange = false

    var testDescription: String { "\(words), while \(racing) is \(isExchange ? "exchanged" : "away and back")" }

    var isMove: Bool { words.hasPrefix("mv") }

    static let all = [
        RenamingRace(
            words: "import host/file.txt --to App/Documents", racing: "App/Documents",
            target: "App/Documents/file.txt"),
        RenamingRace(
            words: "import host/file.txt --to App/Documents", racing: "App/Documents/file.txt",
            target: "App/Documents/file.txt"),
        RenamingRace(
            words: "import host/file.txt --to App/Documents", racing: "App/Documents/file.txt",
            target: "App/Documents/file.txt", isExchange: true),
        RenamingRace(
            words: "import host/file.txt --to App/Documents/Album/", racing: "App/Documents/Album",
            target: "App/Documents/Album/file.txt"),
        // While there is no directory of that name, it is the file's new name.
        RenamingRace(
            words: "import host/file.txt --to App/Documents/Album", racing: "App/Documents/Album",
            target: "App/Documents/Album"),
        RenamingRace(
            words: "import host/Album --to App/Documents", racing: "App/Documents", target: "App/Documents/Album"),
        RenamingRace(
            words: "import host/Album --to App/Documents", racing: "App/Documents/Album",
            target: "App/Documents/Album"),
        RenamingRace(
            words: "cp App/tmp/file.txt App/Documents/", racing: "App/Documents", target: "App/Documents/file.txt"),
        RenamingRace(
            words: "mv App/tmp/file.txt App/Documents", racing: "App/Documents", target: "App/Documents/file.txt"),
        RenamingRace(
            words: "mv App/tmp/file.txt App/Documents/", racing: "App/Documents/file.txt",
            target: "App/Documents/file.txt", isExchange: true),
    ]
}

@Suite("Destinations that another process renames away and back", .onManyThreads)
struct RenamedDestinationTests {
    /// The result of a try.
    struct Try: Decodable {
        let status: Int32
        let errors: String
        /// Whether the next command had to complete a rollback that was impossible at the time.
        let isRecovered: Bool
        /// The paths of each content. Renaming by the other process does not count, except for exchanges.
        let places: [String: [String]]
    }

    /// Runs the command repeatedly from the same initial state, while another process renames; prints the initial state
    /// and then each try.
    private static let script = Script.text("renamed_destination")

    @Test(
        "only the named item is replaced, and only completed changes are reported as done",
        arguments: RenamingRace.all)
    func race(race: RenamingRace) throws {
        let news =
            race.words.hasPrefix("import")
            ? "write('host/file.txt', b'new'); write('host/Album/new.png', b'new')"
            : "write('App/tmp/file.txt', b'new')"
        let sandbox = try SharingSandbox(
            """
            for name in ['link', 'linked directory']: os.unlink('App/Documents/' + name)
            for name in ['file.txt', 'Album/1.png', 'Album/deep/2.png']:
                write('App/Documents/' + name, b'old ' + name.encode())
            os.mkdir('aside')
            \(news)
            \(race.isExchange ? "write('aside/file.txt/kept', b'kept')" : "")
            """)
        let (tries, seconds) = runsLongTests ? ("3000", "120") : ("6", "2")
        let seed = RandomSeed.generator(for: "renaming while \(race.words)").description
        let printed = try python(
            Self.script, sandbox(""), sandglass, race.racing, "\(race.isExchange)", tries, seconds,
            sandbox.variables.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"), "\(RandomSeed.value)", race.words
        )
        let states = try printed.split(separator: "\n").map { try JSONDecoder().decode(Try.self, from: Data($0.utf8)) }
        let before = try #require(states.first).places
        #expect(states.count > 1)
        for state in states.dropFirst() { expectUnharmed(state, race, before, seed) }
    }

    private func expectUnharmed(_ state: Try, _ race: RenamingRace, _ before: [String: [String]], _ seed: String) {
        func isTarget(_ path: String) -> Bool { "\(path)/".hasPrefix("\(race.target)/") }
        let comment: Comment = "\(seed), \(state)"
        // A trap or a signal would give another status.
        #expect([0, 66, 73, 74, 75, 77].contains(state.status), comment)
        let new = state.places["new"] ?? []
        // An operation that could be neither finished nor rolled back was completed by the next command.
        if state.isRecovered { #expect(state.errors.contains("the next start completes the rollback"), comment) }
        let isDone = state.status == 0 || state.isRecovered && new.contains(where: isTarget)
        for (content, places) in before where content != "new" {
            let now = state.places[content] ?? []
            if places.allSatisfy(isTarget), isDone {
                // Replaced and in the trash, or absent at the moment of the replacement.
                #expect(now.count == 1, comment)
            } else if race.isExchange, places.contains(where: { $0.hasPrefix(race.racing) || $0.hasPrefix("aside/") }) {
                // It may end up in either place.
                #expect(now.count == 1 && now.first?.hasPrefix("data/") == false, comment)
            } else {
                #expect(now == places, comment)
            }
        }
        if !state.isRecovered { #expect(new.contains(where: isTarget) == (state.status == 0), comment) }
        #expect(
            new.contains { !isTarget($0) } == (before["new"] != nil && !(race.isMove && new.contains(where: isTarget))),
            comment)
    }
}
