import ContainerModel
import FileTree
import TestSupport
import Testing

struct LocalTimeTests {
    private static let seconds: [Int64] = [
        0, 1, -1, 1_549_107_062, 951_782_400, 1_711_846_800, 1_698_541_200, 4_102_444_800, -2_208_988_800,
        253_402_300_799,
        -62_135_596_800, 1_763_683_200,
    ]

    @Test("a time is formatted as by date(1), in the local time zone", arguments: seconds)
    func full(seconds: Int64) throws {
        let result = try runCommand(["date", "-d", "@\(seconds)", "+%4Y-%m-%d %H:%M:%S"])
        let expected = String(decoding: result.stdout.dropLast(), as: UTF8.self)
        #expect(LocalTime(secondsSince1970: seconds).full == expected)
    }

    @Test("a time can carry its offset from UTC, as date(1) says it", arguments: seconds)
    func zoned(seconds: Int64) throws {
        let result = try runCommand(["date", "-d", "@\(seconds)", "+%4Y-%m-%d %H:%M:%S %:z"])
        #expect(LocalTime(secondsSince1970: seconds).zoned == String(decoding: result.stdout.dropLast(), as: UTF8.self))
        #expect(LocalTime(year: 2019, month: 2, day: 2).zoned == LocalTime(year: 2019, month: 2, day: 2).full)
    }

    @Test(
        "an offset has a sign, hours and minutes",
        arguments: [(0, "+00:00"), (7_200, "+02:00"), (-12_600, "-03:30"), (20_700, "+05:45")])
    func offset(seconds: Int, text: String) { #expect(LocalTime.text(ofOffset: seconds) == text) }

    @Test(
        "a listing shows the time for today, the day for this year, else the year, in six columns",
        arguments: [
            (LocalTime(year: 2019, month: 2, day: 2, hour: 9, minute: 5), " 09:05"),
            (LocalTime(year: 2019, month: 2, day: 2, hour: 23, minute: 59), " 23:59"),
            (LocalTime(year: 2019, month: 2, day: 1, hour: 23), "Feb  1"),
            (LocalTime(year: 2019, month: 12, day: 31), "Dec 31"),
            (LocalTime(year: 2018, month: 12, day: 31), "  2018"),
            (LocalTime(year: 2020, month: 1, day: 1), "  2020"),
            (LocalTime(year: 1, month: 1, day: 1), "     1"),
            (LocalTime(year: -44, month: 3, day: 15), "   -44"),
            (LocalTime(year: 999_999, month: 3, day: 15), "999999"),
            (LocalTime(year: 1_000_000, month: 3, day: 15), "future"),
            (LocalTime(year: -1_000_000, month: 3, day: 15), "  past"),
        ])
    func short(time: LocalTime, text: String) {
        let now = LocalTime(year: 2019, month: 2, day: 2, hour: 11, minute: 31, second: 2)
        #expect(time.short(seenFrom: now) == text)
        #expect(time.short(seenFrom: now).count == 6)
    }

    @Test(
        "times beyond the system's calendar are shown as past or future, not as another day",
        arguments: [
            (Int64.max, "future"), (Int64.min, "  past"), (1 << 60, "future"), (-1 << 60, "  past"),
        ] as [(Int64, String)])
    func far(seconds: Int64, text: String) {
        let time = LocalTime(secondsSince1970: seconds)
        #expect(time.short(seenFrom: .now) == text)
        #expect((time.year > 0) == (seconds > 0))
        #expect((1...12).contains(time.month) && (1...31).contains(time.day))
    }

    @Test("the current time is formatted as a time of today")
    func now() {
        let now = LocalTime.now
        #expect(now.short(seenFrom: now).contains(":"))
    }
}
