import Formats

extension SetCommand {
    /// Returns the words of a command line with negative numbers behind a `--`, because the parser takes every word that
    /// begins with a hyphen for an option. No option begins with a hyphen and a digit.
    static func puttingNumbersLast(_ words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let numbers = words[..<end].filter(isNegativeNumber)
        guard !numbers.isEmpty else { return words }
        return words[..<end].filter { !isNegativeNumber($0) } + ["--"] + numbers + words[end...].dropFirst()
    }

    private static func isNegativeNumber(_ word: String) -> Bool {
        var rest = word.utf8[...]
        guard rest.popFirst() == 0x2d else { return false }
        if rest.first == 0x2e { rest.removeFirst() }
        return rest.first?.isASCIIDigit ?? false
    }
}
