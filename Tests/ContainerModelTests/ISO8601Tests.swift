import ContainerModel
import TestSupport
import Testing

@Suite("Times in JSON")
struct ISO8601Tests {
    @Test("a time is what Python makes of the same seconds")
    func seconds() throws {
        var generator = SeededGenerator(seed: 8_601)
        let bounds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
        // Both ends, the days around 29 February of leap years and of other years, and random times.
        let fixed: [Int64] = [
            bounds.lowerBound, bounds.upperBound, -1, 0, 951_782_399, 951_782_400, 951_868_800, -2_203_977_600,
            -2_203_891_201, 4_107_542_399, 4_107_542_400, 1_549_107_062,
        ]
        let times = fixed + (0..<5_000).map { _ in Int64.random(in: bounds, using: &generator) }
        let script = """
            import sys
            from datetime import datetime, timedelta
            for seconds in sys.argv[1:]:
                print((datetime(1970, 1, 1) + timedelta(seconds=int(seconds))).isoformat() + "Z")
            """
        #expect(try times.map { ISO8601.text(secondsSince1970: $0) } == Python.lines(script, times.map(String.init)))
    }

    @Test(
        "times of the year 0 are said as date(1) says them",
        arguments: [
            -62_167_219_200, -62_162_121_600, -62_162_035_201, -62_162_035_200, -62_135_769_600, -62_135_596_801,
        ] as [Int64])
    func yearZero(seconds: Int64) throws {
        let result = try runCommand(["date", "-u", "-d", "@\(seconds)", "+%4Y-%m-%dT%H:%M:%SZ"])
        #expect(ISO8601.text(secondsSince1970: seconds) == result.lines.first.map { String($0) })
    }

    @Test(
        "a time whose year has no four digits has no text",
        arguments: [.min, .max, -62_167_219_201, 253_402_300_800] as [Int64])
    func outside(seconds: Int64) {
        #expect(ISO8601.text(secondsSince1970: seconds) == nil)
    }

    @Test("an exact time has all digits of its nanoseconds, or none where they are not known")
    func exact() {
        #expect(ISO8601.exactText(secondsSince1970: 0, nanoseconds: 5) == "1970-01-01T00:00:00.000000005Z")
        #expect(ISO8601.exactText(secondsSince1970: 0, nanoseconds: 0) == "1970-01-01T00:00:00.000000000Z")
        #expect(ISO8601.exactText(secondsSince1970: 0, nanoseconds: nil) == "1970-01-01T00:00:00Z")
        #expect(ISO8601.exactText(secondsSince1970: .max, nanoseconds: 7) == "@9223372036854775807.000000007")
        #expect(ISO8601.exactText(secondsSince1970: .max, nanoseconds: nil) == "@9223372036854775807")
    }
}
