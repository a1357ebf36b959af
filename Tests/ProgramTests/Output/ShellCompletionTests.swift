import Screen
import TestSupport
import Testing

/// What shells complete of names: containers, time points, rules, topics.
@Suite("Completion of names", .onManyThreads)
struct ShellCompletionTests {
    private let sandbox: SharingSandbox

    /// A simulator in the usual place, and a time point.
    init() throws {
        sandbox = try SharingSandbox(
            """
            place = 'Library/Developer/CoreSimulator/Devices/AAAA'
            write(place + '/device.plist', plistlib.dumps({'name': 'iPhone 15', 'UDID': 'AAAA'}))
            for number, name in enumerate(['notes', 'tide']):
                data = f'{place}/data/Containers/Data/Application/00000000-0000-0000-0000-00000000000{number}'
                write(data + '/.com.apple.mobile_container_manager.metadata.plist',
                      plistlib.dumps({'MCMMetadataIdentifier': 'com.example.' + name}))
                write(data + '/Documents/a b.txt')
            """)
        #expect(try sandbox.run(["keep", "App", "--name", "before"]).status == 0)
    }

    /// Returns what the program tells a shell about the last word of a command line.
    private func words(_ kind: String, _ line: [String]) throws -> [Substring] {
        let typed = line.last ?? ""
        let request =
            ["---completion", line[0], "--", kind, "\(line.count)", "\(typed.utf8.count)", "sandglass"] + line
        let variables = ["SAP_SHELL=fish", "HOME=\(sandbox(""))", "SANDGLASS_SIMULATORS="]
        return try sandbox.run(request, environment: variables).lines
    }

    @Test(
        "the program offers what a word begins",
        arguments: [
            ("positional@0", ["ls", "app:"], ["app:com.example.notes/", "app:com.example.tide/"]),
            ("positional@0", ["ls", "app:com.example.t"], ["app:com.example.tide/"]),
            ("positional@0", ["ls", "app:com.example.notes/Doc"], ["app:com.example.notes/Documents/"]),
            ("positional@0", ["ls", "app:com.example.notes/Documents/a"], ["app:com.example.notes/Documents/a b.txt"]),
            ("positional@0", ["ls", "app"], ["app:"]), ("positional@0", ["ls", "sim:"], ["sim:iPhone 15/"]),
            ("positional@0", ["ls", "sim:A"], ["sim:AAAA/"]),
            ("positional@0", ["ls", "sim:AAAA/com.example.n"], ["sim:AAAA/com.example.notes/"]),
            ("positional@0", ["ls", "app:org"], []), ("positional@0", ["ls", "@"], ["@before"]),
            ("positional@0", ["ls", "@before/Documents/In"], ["@before/Documents/Inbox/"]),
            ("positional@0", ["ls", "@none/"], []), ("positional@0", ["restore", "bef"], ["before"]),
            ("--remove", ["keeps", "--remove", ""], ["before"]),
            ("--rules", ["audit", "--rules", "secret,storage.stale"], ["secret,storage.stale-tmp"]),
        ] as [(String, [String], [Substring])])
    func offered(kind: String, line: [String], offers: [Substring]) throws {
        #expect(try words(kind, line) == offers)
    }

    @Test(
        "interactive shells complete them", arguments: ["bash", "zsh", "fish"],
        [
            ("ls app:com.example.no", "example.notes/"), ("app:com.example.no", "example.notes/"),
            ("ls sim:iPh", "15/"), ("ls sim:iPhone\\ 15/com.example.t", "com.example.tide/"), ("ls @be", "before"),
            ("help badg", "badges"), ("audit --rules storage.stale", "storage.stale-tmp"),
        ])
    func interactive(shell: String, line: (typed: String, text: String)) throws {
        let terminal = try sandbox.completing(shell)
        try terminal.send("sandglass \(line.typed)\t")
        try terminal.waitFor(line.text)
    }
}
