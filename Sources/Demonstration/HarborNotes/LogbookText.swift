/// Generates reproducible text for the notes from a few sentences.
enum LogbookText {
    /// Returns logbook entries, one per watch.
    static func log(_ title: String, watches: Int, seed: Int) -> String {
        var text = "# \(title)\n"
        for watch in 0..<watches {
            let hour = watch * 4 % 24
            text += "\n## \(hour < 10 ? "0" : "")\(hour):00\n\n"
            text += paragraph(sentences: 3 + (watch + seed) % 4, seed: seed * 31 + watch * 7) + "\n"
        }
        return text
    }

    /// Returns a paragraph with the given number of sentences.
    static func paragraph(sentences count: Int, seed: Int) -> String {
        (0..<count).map { sentences[(seed + $0 * 5) % sentences.count] }.joined(separator: " ")
    }

    private static let sentences = [
        "Wind north-west 4, gusting 5 off the headland.",
        "Barometer 1012 and steady.",
        "Passed the lighthouse two cables to starboard.",
        "The tide turned twenty minutes later than the table says.",
        "A ferry crossed our bow and answered on channel 16.",
        "Changed the small jib for the genoa.",
        "Coffee, and the first warm sun of the year.",
        "Depth sounder lost the bottom for a moment; a shoal of fish, most likely.",
        "The engine ran for half an hour to charge the batteries.",
        "Visibility dropped to a mile in the drizzle.",
        "Two dolphins stayed with us until the breakwater.",
        "Logged 5.4 knots over ground with one knot of current against us.",
        "The new block squeaks; grease it in the morning.",
        "Anchor down in six metres, good holding in mud.",
        "Harbour master took the lines and asked for forty litres of patience.",
        "Nothing to report, which is the best report.",
        "Sent the position home by satellite, since the phone had no signal.",
    ]

    /// Returns the times and heights of the tides, one line per day.
    static func tides(days: Int, seed: Int) -> [String] {
        (1...max(1, days)).map { day in
            let first = (seed + day * 50) % 720
            let height = 280 + (day * 37 + seed) % 140
            return "\(day < 10 ? " " : "")\(day)   high \(clock(first))  \(metres(height)) m   low "
                + "\(clock(first + 372))  \(metres(height - 240)) m   high \(clock(first + 745))  "
                + "\(metres(height + 12)) m"
        }
    }

    private static func clock(_ minutes: Int) -> String {
        let (hour, minute) = (minutes / 60 % 24, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    private static func metres(_ centimetres: Int) -> String {
        "\(centimetres / 100).\(centimetres / 10 % 10)\(centimetres % 10)"
    }
}
