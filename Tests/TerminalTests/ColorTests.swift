import Screen
import TestSupport
import Testing

@Suite("Colours", .onManyThreads)
struct ColorTests {
    /// A terminal, and how it shows orange-red `#e04030` and yellow (3) on blue (4).
    struct Sample: CustomTestStringConvertible {
        let term: String
        let environment: [String: String]
        let red: Color
        let yellow: Color
        let blue: Color

        var testDescription: String { "\(term) \(environment)" }
    }

    static let samples = [
        Sample(
            term: "xterm-256color", environment: [:], red: .palette(167), yellow: .palette(3), blue: .palette(4)),
        Sample(
            term: "xterm-256color", environment: ["COLORTERM": "truecolor"], red: .rgb(0xe0, 0x40, 0x30),
            yellow: .palette(3), blue: .palette(4)),
        Sample(
            term: "tmux-256color", environment: ["COLORTERM": "24bit"], red: .rgb(0xe0, 0x40, 0x30),
            yellow: .palette(3), blue: .palette(4)),
        Sample(
            term: "xterm-256color", environment: ["COLORTERM": "yes"], red: .palette(167), yellow: .palette(3),
            blue: .palette(4)),
        Sample(term: "linux", environment: [:], red: .palette(1), yellow: .palette(3), blue: .palette(4)),
        Sample(
            term: "vt100", environment: [:], red: .terminalDefault, yellow: .terminalDefault, blue: .terminalDefault),
        Sample(
            term: "xterm-256color", environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"], red: .terminalDefault,
            yellow: .terminalDefault, blue: .terminalDefault),
        Sample(
            term: "xterm-256color", environment: ["NO_COLOR": ""], red: .palette(167), yellow: .palette(3),
            blue: .palette(4)),
    ]

    @Test("a colour becomes the nearest colour of the terminal", arguments: samples)
    func depths(sample: Sample) throws {
        let terminal = try probe(term: sample.term, environment: sample.environment)
        try terminal.waitFor("blue")
        let red = terminal.cell(column: 0, row: 1).style
        #expect(red.foreground == sample.red)
        #expect(red.background == .terminalDefault)
        #expect(red.attributes.contains(.bold))
        let blue = terminal.cell(column: 4, row: 1).style
        #expect(blue.foreground == sample.yellow)
        #expect(blue.background == sample.blue)
        // The Linux console cannot combine underline and colour (terminfo's `ncv`), but it must still reverse.
        #expect(blue.attributes.contains(.reverse))
        #expect(terminal.cell(column: 0, row: 0).style == .plain)
    }
}
