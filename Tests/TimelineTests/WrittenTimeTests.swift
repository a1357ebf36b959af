import TestSupport
import Testing

@testable import Timeline

@Suite("Times as programs write them")
struct WrittenTimeTests {
    @Test("texts mean what Python's datetime says")
    func texts() throws {
        let lines = try Python.lines(Script.text("written_times"))
        #expect(lines.count > 300)
        for line in lines {
            let fields = line.split(separator: "\t").map(String.init)
            let written = Array(fields[0].utf8).withUnsafeBytes { WrittenTime(whole: $0) }
            #expect(written.map { "\($0.microseconds)" } == fields[1], "\(line)")
            #expect(written.map { $0.zone == .known } == (fields[2] == "1"), "\(line)")
            #expect(written?.hasTimeOfDay == (fields[3] == "1"), "\(line)")
        }
    }

    @Test(
        "what is no time is none",
        arguments: [
            "", "2026", "2026-04", "2026-13-01", "2026-02-30", "2025-02-29", "1900-02-29", "2026-04-3x", "20260430",
            "2026-04-30 24:00:00", "2026-04-30T12", "2026-04-30 12:60", "2026-04-30 and more", "2026-04-301",
            "+026-04-30", "2026-04/30", "2026-04-30T12:00:00.5Z ", "v2026-04-30",
        ])
    func others(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { WrittenTime(whole: $0) } == nil)
    }

    @Test(
        "a line of a log has its time at the beginning, behind a bracket or a word, or in an object",
        arguments: [
            ("2026-04-30T12:00:00Z started", true), ("[2026-04-30 12:00:00.5 +0000] started", true),
            ("INFO 2026-04-30 12:00:00 started", true), ("[WARNING] [2026-04-30T12:00:00Z] started", true),
            (#"{"level":"info","time":"2026-04-30T12:00:00Z"}"#, true), ("2026-04-30 a day is no time", false),
            ("the meeting of 2026-04-30 12:00:00", false), ("    at 2026-04-30", false), ("short", false),
        ])
    func lines(line: String, hasTime: Bool) {
        #expect((Array(line.utf8).withUnsafeBytes { LineTime.time(of: $0) } != nil) == hasTime)
    }
}

@Suite("Numbers and names of times")
struct NumberOfTimeTests {
    /// 2026-04-30T12:00:00Z by what each counts.
    @Test(
        "a number tells what it counts by its size",
        arguments: [
            (1_777_550_400.0, NumberOfTime.secondsSince1970), (1_777_550_400_000, .millisecondsSince1970),
            (1_777_550_400_000_000, .microsecondsSince1970), (1_777_550_400_000_000_000, .nanosecondsSince1970),
            (799_243_200, .secondsSince2001), (13_422_024_000_000_000, .microsecondsSince1601),
        ])
    func size(number: Double, counts: NumberOfTime) {
        #expect(NumberOfTime(plausible: number) == counts)
        #expect(counts.microseconds(number) == 1_777_550_400_000_000)
    }

    @Test(
        "other numbers are no times",
        arguments: [0, -1, 1, 42, 1e6, 1e8, 3e11, 3e14, 1e17, 1e19, .nan, .infinity])
    func others(number: Double) { #expect(NumberOfTime(plausible: number) == nil) }

    @Test(
        "a name tells of times, of ends, or of neither",
        arguments: [
            ("created_at", true, false), ("lastSeen", true, false), ("ZCREATIONDATE", true, false),
            ("mostRecentUserInteractionTime", true, false), ("timestamp", true, false), ("expires", true, true),
            ("expiryDate", true, true), ("valid_until", true, true), ("lastvisittime", true, false),
            ("duration", false, false), ("timeInterval", false, false), ("timeZone", false, false),
            ("playTimeSeconds_count", false, false), ("title", false, false), ("category", false, false),
            ("candidate", false, false), ("", false, false),
        ])
    func names(name: String, tellsTime: Bool, isExpiry: Bool) {
        #expect(DateName(name).tellsTime == tellsTime)
        #expect(DateName(name).isExpiry == isExpiry)
    }
}
