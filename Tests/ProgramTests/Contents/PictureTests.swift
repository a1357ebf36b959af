import Screen
import System
import TestSupport
import Testing

@testable import VirtualTerminal

@Suite("Pictures in the program", .onManyThreads)
struct PictureTests {
    private let directory = TemporaryDirectory()

    /// Writes a PNG of 60 × 40 pixels, half black and half white, with EXIF by the tables of TIFF 6.0 and EXIF 2.32.
    private static let script = Script.text("picture")

    @Test("show draws a picture below its metadata, the GPS position first")
    func show() throws {
        try Python.run(Self.script, [directory("a.png")])
        let lines = try runCommand([sandglass, "show", directory("a.png")]).lines
        #expect(lines.first == "PNG picture, 60 × 40 pixels, RGB")
        #expect(lines.dropFirst().first == "GPS position: 52.5200, 13.4050")
        // No control character reaches the terminal.
        #expect(lines.dropFirst(2).first == "camera: Apple␛[31m")
        let drawn = lines.dropFirst(3)
        // Black, which leaves cells empty, and white, which fills them.
        let halves = drawn.map { ($0.prefix(30), $0.dropFirst(30).prefix(30)) }
        #expect(drawn.count == 20 && drawn.allSatisfy { $0.count >= 60 })
        #expect(halves.allSatisfy { black, white in black.allSatisfy { $0 == " " } && !white.contains(" ") })
    }

    @Test("show --json prints the format, the size, the colors and the metadata")
    func json() throws {
        try Python.run(Self.script, [directory("a.png")])
        let shown = try runCommand([sandglass, "show", "--json", directory("a.png")])
        let facts = try Python.lines(
            """
            import json, sys
            facts = json.loads(sys.argv[1])
            for key in ('format', 'width', 'height', 'colorSpace', 'bitsPerChannel'): print(facts[key])
            print(round(facts['exif']['position']['latitude'], 6), facts['exif']['orientation'])
            """, [shown.text])
        #expect(facts == ["PNG", "60", "40", "RGB", "8", "52.52 1"])
    }

    @Test("a damaged picture is named as such, and its size is shown")
    func damaged() throws {
        try Python.run(Self.script, [directory("a.png")])
        try directory.write(Array(try readFile(directory("a.png")).prefix(60)), to: "b.png")
        let shown = try runCommand([sandglass, "show", directory("b.png")])
        #expect(
            shown.lines.first == "PNG picture, 60 × 40 pixels, RGB"
                && shown.text.contains("it cannot be drawn: it is damaged"))
    }

    /// Returns the decoder that a browser of the container started.
    private func decoder(of container: SampleContainer) throws -> RunningProcess? {
        for process in RunningProcess.all.compactMap({ RunningProcess($0) }) {
            guard let command = try? readFile("/proc/\(process.number)/cmdline"),
                String(decoding: command, as: UTF8.self).contains("--decode"),
                let parent = try? readFile("/proc/\(process.parent)/cmdline"),
                String(decoding: parent, as: UTF8.self).contains(container.path)
            else { continue }
            return process
        }
        return nil
    }

    @Test("the browser starts the decoder with the first picture, and takes it along when it is killed")
    func killed() throws {
        let container = try SampleContainer()
        try Python.run(Self.script, [container.path + "/Documents/a.png"])
        let terminal = try PseudoTerminal(
            sandglass, [container.path],
            environment: [
                "TERM": "xterm-256color", "XDG_STATE_HOME": directory("state"), "XDG_DATA_HOME": directory("data"),
                "XDG_CONFIG_HOME": directory("config"), "XDG_CACHE_HOME": directory("cache"), "LC_ALL": "C.UTF-8",
            ],
            size: Size(columns: 120, rows: 40))
        try terminal.waitFor("Documents/")
        #expect(try decoder(of: container) == nil)
        try terminal.go(to: "Documents/a.png")
        try terminal.waitFor("GPS position: 52.5200")
        try terminal.waitUntil("the white half") { terminal in
            (0..<40).contains { row in
                (0..<120).contains { terminal.cell(column: $0, row: row).style.background == .palette(231) }
            }
        }
        let process = try #require(try decoder(of: container))
        #expect(getsid(process.number) == process.number)
        kill(process.parent, SIGKILL)
        try waitUntil("the decoder ends") { RunningProcess(process.number)?.hasExited != false }
    }
}
