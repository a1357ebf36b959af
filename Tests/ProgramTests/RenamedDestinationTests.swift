import FoundationEssentials
import TestSupport
import Testing

/// A command, and what somebody else renames all the time while it runs.
struct RenamingRace: CustomTestStringConvertible, Sendable {
    /// The words, run with `--on-conflict replace`.
    let words: String
    /// What is renamed.
    let racing: String
    /// The one item that may be replaced.
    let target: String
    /// Whether the item changes places with a directory instead of being away for a moment.
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
        // Where there is no directory of that name at any moment, it is the file's new name.
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

@Suite("Destinations that somebody renames away and back", .enabled(if: hasCommand("python3")))
struct RenamedDestinationTests {
    /// How a try ended.
    struct Try: Decodable {
        let status: Int32
        let errors: String
        /// Whether the next command had something to bring to its end, since nothing could be put back at the time.
        let isRecovered: Bool
        /// Where each content is; what was renamed away counts as being where it was, but for exchanges.
        let places: [String: [String]]
    }

    /// Runs the command again and again from the same beginning, each time while another process renames; prints how
    /// it was at the beginning, and then each try.
    private static let script = """
        import ctypes, json, os, random, shutil, subprocess, sys, time
        home, program, racing, is_exchange, tries, seconds, variables, words = sys.argv[1:]
        os.chdir(home)
        os.environ.update(entry.split('=', 1) for entry in variables.split('\\n'))
        rename = ctypes.CDLL(None).renameat2
        flag = 2 if is_exchange == 'true' else 1 # RENAME_EXCHANGE, RENAME_NOREPLACE
        # Out of the way of what is nearly named.
        aside = 'aside/' + os.path.basename(racing)
        def swap(one, other): return rename(-100, one.encode(), -100, other.encode(), flag) == 0
        def race(begun):
            chance = random.Random()
            def pause(): time.sleep(chance.choice([0, 0, 1e-5, 1e-4, 1e-3, 4e-3]))
            while not os.path.exists('stop'):
                is_away = swap(racing, aside)
                if begun: os.close(begun); begun = None
                pause()
                # Something else has the name by now.
                if is_away and not swap(aside, racing): break
                pause()
            os._exit(0)
        def run(words):
            return subprocess.run([program] + words, capture_output=True, stdin=subprocess.DEVNULL)
        def tell(status, errors, is_recovered):
            found = {}
            for directory, _, names in (entry for top in ['App', 'aside', 'data/Trash/files'] for entry in os.walk(top)):
                for name in names:
                    path = os.path.join(directory, name)
                    is_back = flag == 1 and (path + '/').startswith(aside + '/')
                    content = open(path, 'rb').read().decode('latin-1')
                    found.setdefault(content, []).append(racing + path[len(aside):] if is_back else path)
            print(json.dumps({'status': status, 'errors': errors, 'isRecovered': is_recovered, 'places': found}))
        for name in ['App', 'aside']: shutil.copytree(name, name + ' at first', symlinks=True)
        tell(0, '', False)
        end = time.monotonic() + float(seconds)
        for _ in range(int(tries)):
            if time.monotonic() > end: break
            for name in ['App', 'aside', 'state', 'data']: shutil.rmtree(name, ignore_errors=True)
            if os.path.exists('stop'): os.remove('stop')
            for name in ['App', 'aside']: shutil.copytree(name + ' at first', name, symlinks=True)
            begun, into = os.pipe()
            child = os.fork()
            if child == 0: race(into)
            os.close(into); os.read(begun, 1); os.close(begun)
            result = run(words.split() + ['--on-conflict', 'replace'])
            open('stop', 'w').close()
            os.waitpid(child, 0)
            trash = 'data/Trash/files'
            needs_recovery = result.returncode != 0 and os.path.isdir(trash) and os.listdir(trash) != []
            if needs_recovery: run(['journal'])
            tell(result.returncode, result.stderr.decode(errors='replace'), needs_recovery)
        """

    @Test(
        "nothing but the named item is replaced, and nothing is said to be done that is not",
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
        let (tries, seconds) = runsLongTests ? ("3000", "120") : ("12", "4")
        let printed = try python(
            Self.script, sandbox(""), sandglass, race.racing, "\(race.isExchange)", tries, seconds,
            sandbox.variables.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"), race.words)
        let states = try printed.split(separator: "\n").map { try JSONDecoder().decode(Try.self, from: Data($0.utf8)) }
        let before = try #require(states.first).places
        #expect(states.count > 1)
        for state in states.dropFirst() { expectUnharmed(state, race, before) }
    }

    private func expectUnharmed(_ state: Try, _ race: RenamingRace, _ before: [String: [String]]) {
        func isTarget(_ path: String) -> Bool { "\(path)/".hasPrefix("\(race.target)/") }
        let comment: Comment = "\(state)"
        // What traps, or is ended by a signal, has another status.
        #expect([0, 66, 73, 74, 75, 77].contains(state.status), comment)
        let new = state.places["new"] ?? []
        // What could neither be finished nor taken back at the time was finished by the next command.
        if state.isRecovered { #expect(state.errors.contains("the next start completes the rollback"), comment) }
        let isDone = state.status == 0 || state.isRecovered && new.contains(where: isTarget)
        for (content, places) in before where content != "new" {
            let now = state.places[content] ?? []
            if places.allSatisfy(isTarget), isDone {
                // Replaced and in the trash, or away at the moment when it would have been.
                #expect(now.count == 1, comment)
            } else if race.isExchange, places.contains(where: { $0.hasPrefix(race.racing) || $0.hasPrefix("aside/") }) {
                // It may end in either place.
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
