import ContainerModel

/// The visible parts of file contents after each way out.
package struct ContentsReport: Encodable, Sendable {
    /// Where the contents were shown.
    package enum Place: String, CaseIterable, Codable, Sendable {
        case pane
        case viewer
    }

    /// One time that the screen was left.
    package struct Row: Encodable, Sendable {
        /// The name of the file whose contents were on the screen.
        let file: String
        let place: Place
        /// The way out.
        let way: String
        /// The secrets that were visible afterwards.
        let secrets: [String]
    }

    package init() {}

    /// The times, in order.
    private(set) var rows: [Row] = []

    private enum CodingKeys: String, CodingKey {
        case files, ways, trials, leaks
    }

    /// Adds one time that the screen was left.
    package mutating func add(_ row: Row) { rows.append(row) }

    /// The times when something was visible.
    var leaks: [Row] { rows.filter { !$0.secrets.isEmpty } }

    /// The files, in order and once each.
    var files: [String] { rows.map(\.file).withoutRepetitions }

    /// The ways out, in order and once each.
    var ways: [String] { rows.map(\.way).withoutRepetitions }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(files, forKey: .files)
        try values.encode(ways, forKey: .ways)
        try values.encode(rows.count, forKey: .trials)
        try values.encode(leaks, forKey: .leaks)
    }

    /// One way out, over all the times that it was taken.
    struct Tally: Sendable {
        /// The name of the way out.
        let way: String
        /// How many times it was taken.
        let times: Int
        /// The number of kinds of files that were on the screen.
        let kinds: Int
        /// The secrets that were visible afterwards, once each.
        let secrets: [String]

        /// What was visible afterwards, in words.
        var result: String { secrets.isEmpty ? "nothing" : "LEAK: \(secrets.joined(separator: ", "))" }
    }

    /// The ways out that were taken, in the order of their list.
    var tallies: [Tally] {
        ExitPath.all.compactMap { way in
            let taken = rows.filter { $0.way == way.name }
            guard !taken.isEmpty else { return nil }
            return Tally(
                way: way.name, times: taken.count, kinds: taken.map(\.file).withoutRepetitions.count,
                secrets: taken.flatMap(\.secrets).withoutRepetitions)
        }
    }

    /// The ways out that were taken, as the rows of a table of less than 60 columns, its head first.
    var table: [String] {
        let cells =
            [["way out", "times", "kinds", "visible afterwards"]]
            + tallies.map { [$0.way, "\($0.times)", "\($0.kinds)", $0.result] }
        return cells.map { row in
            let numbers = row[1...2].map { padded($0, to: 7) }.joined()
            return "\(aligned(row[0], to: 21)) \(numbers)  \(row[3])"
        }
    }

    /// The findings, in sentences.
    var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let places = Place.allCases.map { "the \($0.rawValue)" }.joined(separator: " and ")
        let result = leaks.isEmpty ? "nothing of it was visible afterwards" : "LEAKS"
        let summary =
            "contents: \(Pluralized.some(files.count, "kind of file", "kinds of files")) in \(places), left "
            + "\(rows.count) times by \(ways.joined(separator: ", ")): \(result)"
        return [summary]
            + leaks.map {
                "LEAK: \($0.file) in the \($0.place.rawValue), \($0.way): \($0.secrets.joined(separator: ", "))"
            }
    }
}

extension [String] {
    fileprivate var withoutRepetitions: [String] {
        reduce(into: []) { found, text in
            if !found.contains(text) { found.append(text) }
        }
    }
}
