import System
import TestSupport
import Testing

/// Every command and every form of output over names and contents that would act on a terminal.
@Suite("What reaches a terminal", .onManyThreads)
struct OutputGateTests {
    /// Where output goes, and in which locale.
    struct Mode: Sendable, CustomStringConvertible {
        let isTerminal: Bool
        let locale: String

        var description: String { "\(isTerminal ? "terminal" : "pipe"), \(locale)" }

        /// Whether a run is worth its time: all are on a terminal, and there are other tests of text in a pipe.
        func covers(_ run: String) -> Bool {
            guard isTerminal else {
                return ["bad.zip", "bad.tar", "nul.zip", "broken", "help ", "--as "].contains { run.contains($0) }
                    && !["--as csv", "--as raw"].contains { run.contains($0) }
            }
            // LocaleTests run each command in it.
            return locale != "C" || run.hasPrefix("show ") || run.contains("bad.zip")
        }
    }

    /// One run of the program, as words of the shell.
    private static func runs(_ mode: Mode) -> [String] {
        let withJSON = Set(ParsedCommand.all.filter { $0.has("--json") }.map(\.description))
        let ofCommands = HostileCommands.all.flatMap { command, arguments in
            let runs = arguments.map { "\(command) \($0)" }.filter { mode.covers($0) }
            return runs
                + (mode.locale != "C" && withJSON.contains(command) ? ["\(command) --json \(arguments[0])"] : [])
        }
        return ofCommands + HostileCommands.others
    }

    @Test("every command and every form of show is in the table")
    func completeness() throws {
        let commands = Set(try ParsedCommand.read().map(\.description))
        #expect(Set(HostileCommands.all.map(\.command)) == commands)
        let show = try #require(ParsedCommand.all.first { $0.commandName == "show" })
        let forms = try #require(show.shownArguments.first { $0.shown == "--as" }?.allValues)
        let arguments = HostileCommands.all.first { $0.command == "show" }?.arguments ?? []
        for form in forms { #expect(arguments.contains { $0.hasPrefix("--as \(form) ") }, "\(form)") }
    }

    @Test(
        "no command lets control characters, C1, controls of direction or bytes that are not UTF-8 through",
        arguments: [
            Mode(isTerminal: true, locale: "C.UTF-8"), Mode(isTerminal: true, locale: "C"),
            Mode(isTerminal: false, locale: "C.UTF-8"),
        ])
    func nothingActs(mode: Mode) throws {
        let scene = try HostileScene()
        let runs = Self.runs(mode)
        let script =
            HostileScene.preamble + """
                export EDITOR="$PWD/editor" NO_COLOR=1 LC_ALL=\(mode.locale)
                P="App/Documents/$ODD"
                "$program" hash App > manifest 2> notes
                run() { n=$1; shift; "$program" "$@" < /dev/null; printf '\\n=== %s %s\\n' "$n" "$?"; }

                """ + runs.enumerated().map { "run \($0.offset) \($0.element)\n" }.joined()
        try scene.sandbox.write("script", script)
        let output: [UInt8]
        if mode.isTerminal {
            let terminal = try PseudoTerminal(
                "/bin/sh", ["script"], environment: scene.sandbox.variables, directory: scene.sandbox(""))
            _ = try terminal.waitForExit(timeoutSeconds: 600)
            output = terminal.output
        } else {
            let variables = scene.sandbox.variables.map { "\($0.key)=\($0.value)" }
            output = try runCommand(
                ["env", "-C", scene.sandbox("")] + variables + ["/bin/sh", "-c", "sh script 2>&1 | cat"]
            ).stdout
        }
        var results: [Int: (text: [UInt8], status: Int)] = [:]
        var text: [UInt8] = []
        for line in Self.plain(output).split(separator: 0x0a, omittingEmptySubsequences: false) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            if words.count == 3, words[0] == "===", let number = Int(words[1]), let status = Int(words[2]) {
                results[number] = (text, status)
                text = []
            } else {
                text += line + [0x0a]
            }
        }
        #expect(results.count == runs.count)
        for (number, run) in runs.enumerated() {
            guard let (text, status) = results[number] else { continue }
            #expect(status < 126, "\(run): \(status)")
            #expect(text.contains { $0 != 0x0a }, "\(run) printed nothing")
            // XML is indented by tabs, and a text keeps its own.
            let allowsTabs = run.contains("--as xml") || run.contains("--as raw")
            let problem = Self.problem(in: text, allowsTabs: allowsTabs, isASCII: mode.locale == "C")
            #expect(problem == nil, "\(run): \(problem ?? "")")
            // Only a file's own lines are lines.
            let hasLines =
                run.contains("--as raw") || run.contains("--as text") || run.contains("text.txt")
                || run.hasPrefix("show \"$P\"")
            #expect(hasLines || !text.contains("\nINJECTED".utf8), "\(run): a name begins a line")
        }
    }

    /// Returns output without the terminal's additions to lines, and without the program's own sequences for its
    /// progress line and for colors.
    private static func plain(_ output: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = output[...]
        while let byte = rest.first {
            let sequence = rest.prefix(16)
            if byte == 0x0d {
                rest.removeFirst()
            } else if byte == 0x1b, sequence.dropFirst().first == 0x5b,
                let end = sequence.dropFirst(2).firstIndex(where: { !(0x30...0x3b).contains($0) }),
                sequence[end] == 0x6d || sequence[end] == 0x4b
            {
                rest = rest[(end + 1)...]
            } else {
                plain.append(byte)
                rest.removeFirst()
            }
        }
        return plain
    }

    /// Returns the part that must not reach a terminal; nil if there is none.
    private static func problem(in bytes: [UInt8], allowsTabs: Bool, isASCII: Bool) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8" }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0a: continue
            case 0x09 where allowsTabs: continue
            case ..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: break
            default:
                if !isASCII || scalar.isASCII { continue }
            }
            return "U+\(String(scalar.value, radix: 16)) in \(text.debugDescription.prefix(600))"
        }
        return nil
    }
}
