import ContainerModel
import Testing

@Suite("Lengths of time")
struct TimeSpanTests {
    @Test(
        "times are digits with a unit",
        arguments: [
            ("0", 0), ("90", 90), ("90s", 90), ("5m", 300), ("12h", 43_200), ("7d", 604_800), ("4w", 2_419_200),
            ("1y", 31_536_000), ("", nil), ("m", nil), ("+5m", nil), ("-5m", nil), ("5 m", nil), (" 5m", nil),
            ("1.5h", nil), ("5M", nil), ("5mm", nil), ("٥m", nil), ("99999999999999999999", nil),
            ("9223372036854775807y", nil),
        ] as [(String, Int64?)]
    )
    func reading(text: String, seconds: Int64?) {
        #expect(TimeSpan.seconds(text, in: 0...Int64.max) == seconds)
    }

    @Test("each place keeps its bounds, and may require a unit")
    func bounds() {
        #expect(TimeSpan.seconds("0s", in: 1...60) == nil)
        #expect(TimeSpan.seconds("60", in: 1...60) == 60)
        #expect(TimeSpan.seconds("61s", in: 1...60) == nil)
        #expect(TimeSpan.seconds("2026", in: 0...Int64.max, needsUnit: true) == nil)
        #expect(TimeSpan.seconds("2026s", in: 0...Int64.max, needsUnit: true) == 2_026)
    }
}
