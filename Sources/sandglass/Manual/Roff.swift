import ContainerModel

/// Text in the language of roff(7).
enum Roff {
    /// Returns the lines that begin a page.
    /// - Parameter section: The section of the manual: 1 for commands, 7 for topics.
    static func head(_ name: String, section: Int, version: String, summary: String) -> [String] {
        let title = "\(argument(name.uppercased())) \(section) \(Release.date) \(argument("sandglass \(version)"))"
        let volume = section == 1 ? "User Commands" : "Miscellaneous Information"
        let purpose = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        return [".TH \(title) \(argument(volume))", ".SH NAME", "\(text(name)) \\- \(text(purpose))"]
    }

    /// Returns a text with escapes for what roff would interpret, in ASCII: other characters by their code points.
    static func text(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\(rs"
            // A hyphen is typeset otherwise than the minus of options.
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += "\\(dq"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                escaped += "\\[u\(padded(String(scalar.value, radix: 16, uppercase: true), to: 4, with: "0"))]"
            }
        }
        return escaped
    }

    /// Returns a text as a line that is not a request.
    static func line(_ text: String) -> String {
        let line = Self.text(text)
        return line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" + line : line
    }

    /// Returns a text as an argument of a macro. Not for text that is escaped later.
    static func argument(_ text: String) -> String { "\"\(text.contains("\\") ? text : Self.text(text))\"" }

    /// Returns the lines of a text with blank lines between its paragraphs; those that are indented are examples.
    static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var isExample = false
        var isBeginning = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let indented = line.hasPrefix("  ")
            if isExample, !indented {
                lines += [".fi", ".RE"]
                isExample = false
            }
            guard !line.allSatisfy(\.isWhitespace) else {
                isBeginning = true
                continue
            }
            if indented, !isExample {
                // The title of a section ends a paragraph by itself.
                lines += (lines.isEmpty ? [] : [".PP"]) + [".RS 4", ".nf"]
                isExample = true
            } else if isBeginning, !lines.isEmpty, !isExample {
                lines.append(".PP")
            }
            isBeginning = false
            lines.append(Self.line(String(indented ? line.dropFirst(2) : line)))
        }
        return lines + (isExample ? [".fi", ".RE"] : [])
    }
}
