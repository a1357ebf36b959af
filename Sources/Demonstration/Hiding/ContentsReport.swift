import ContainerModel

/// The visible parts of file contents after each way out.
package struct ContentsReport: Encodable {
    /// Where the contents were shown.
    enum Place: String, CaseIterable, Codable, Sendable {
        case pane
        case viewer
    }

    /// One time that the screen was left.
    struct Row: Encodable {
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

    mutating func add(_ row: Row) { rows.append(row) }

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
