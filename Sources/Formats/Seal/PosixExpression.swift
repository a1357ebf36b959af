/// POSIX extended regular expressions (POSIX.1-2017, Base Definitions, 9.4) for PCRE2.
enum PosixExpression {
    /// Returns the PCRE2 expression that is equivalent to a POSIX expression.
    ///
    /// The differences: `^` and `$` stand for the beginning and the end of the text alone, a period for any character,
    /// and a backslash between brackets for itself.
    static func translated(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case "^": result.append(contentsOf: "\\A".unicodeScalars)
            case "$": result.append(contentsOf: "\\z".unicodeScalars)
            case ".": result.append(contentsOf: "(?s:.)".unicodeScalars)
            case "\\":
                result.append(scalar)
                guard index < scalars.count else { break }
                result.append(scalars[index])
                index += 1
            case "[": index = bracket(scalars, from: index, to: &result)
            case "(":
                result.append(scalar)
                // A question mark has nothing to repeat here, and is not an extension of PCRE2's.
                if index < scalars.count, scalars[index] == "?" || scalars[index] == "*" {
                    result.append("\\")
                    result.append(scalars[index])
                    index += 1
                }
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Translates a bracket expression, whose `[` has been read.
    /// - Returns: The index behind it.
    private static func bracket(
        _ scalars: [Unicode.Scalar], from start: Int, to result: inout String.UnicodeScalarView
    ) -> Int {
        result.append("[")
        var index = start
        if index < scalars.count, scalars[index] == "^" {
            result.append("^")
            index += 1
        }
        let first = index
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case "]" where index - 1 > first:
                result.append("]")
                return index
            case "[" where index < scalars.count && scalars[index] == ":":
                // A class: [:alpha:].
                result.append("[")
                while index < scalars.count, scalars[index] != "]" {
                    result.append(scalars[index])
                    index += 1
                }
                if index < scalars.count {
                    result.append("]")
                    index += 1
                }
            case "\\", "[", "]":
                result.append("\\")
                result.append(scalar)
            default: result.append(scalar)
            }
        }
        return index
    }
}
