/// The lines of a TOML file that its keys are on, which the TOML library does not report.
///
/// Finds `key = …` with a bare or quoted key, below a table's header or with a dotted key. Keys inside an inline table
/// are not found.
struct KeyLines {
    private var lines: [[String]: Int] = [:]

    init(_ text: String) {
        var table: [String] = []
        let split = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
        for (index, line) in split.enumerated() {
            var rest = line.drop { $0 == " " || $0 == "\t" }
            if rest.first == "[" {
                rest = rest.dropFirst()
                table = Self.key(&rest, end: "]") ?? table
                lines[table] = lines[table] ?? index + 1
            } else if let key = Self.key(&rest, end: "=") {
                lines[table + key] = lines[table + key] ?? index + 1
            }
        }
    }

    /// Returns the line of a key, from 1; nil if it was not found.
    func line(of key: [String]) -> Int? { lines[key] }

    /// Parses a key of one or more parts up to a character.
    private static func key(_ rest: inout Substring, end: Character) -> [String]? {
        var parts: [String] = []
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            if let quote = rest.first, quote == "\"" || quote == "'" {
                let quoted = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(quoted.count + 2)
                parts.append(String(quoted))
            } else {
                let bare = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
                guard !bare.isEmpty else { return nil }
                rest = rest.dropFirst(bare.count)
                parts.append(String(bare))
            }
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard rest.first == "." else { return rest.first == end ? parts : nil }
            rest = rest.dropFirst()
        }
    }
}
