import Formats

/// Texts about what was examined, which may hold secrets themselves: names, versions, sentences with names in them.
package enum SecretText {
    /// Returns a text in which what is a secret by its form is masked.
    package static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var found: [Range<Int>] = []
        bytes.withUnsafeBytes { buffer in
            SecretIndex.shared.forEachPlace(in: buffer, isSharp: true) { row, anchor in
                let start = anchor.lowerBound - SecretIndex.shared.patterns[row].lead
                guard start >= found.last?.upperBound ?? 0, let expression = SecretIndex.shared.expressions[row],
                    let match = try? ContentsFinder(expression).first(in: buffer, from: start)
                else { return true }
                found.append(match.range)
                return true
            }
        }
        guard !found.isEmpty else { return text }
        var (result, end): ([UInt8], Int) = ([], 0)
        for range in found {
            result += bytes[end..<range.lowerBound] + Array(Evidence.nothing.utf8)
            end = range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }
}
