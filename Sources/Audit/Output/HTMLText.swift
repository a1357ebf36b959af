import Screen

/// Writes HTML in which foreign text can be nothing but text.
enum HTMLText {
    /// Returns a text for the contents of an element or a quoted attribute; characters that control a display are
    /// replaced by what the program shows for them.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in DisplayText(text).description.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns an element with text.
    static func element(_ name: String, class style: String? = nil, _ text: String) -> String {
        "<\(name)\(style.map { " class=\"\($0)\"" } ?? "")>\(escaped(text))</\(name)>"
    }

    /// Returns a text in which what is between grave accents is code.
    static func withCode(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            index % 2 == 0 ? escaped(String(part)) : element("code", String(part))
        }.joined()
    }

    /// Returns a row of a table.
    static func row(_ cells: [String], heading: Bool = false) -> String {
        let cells = cells.map { cell in
            heading ? "<th scope=\"col\">\(escaped(cell))</th>" : element("td", cell)
        }
        return "<tr>" + cells.joined() + "</tr>"
    }

    /// Returns bytes in base64 (RFC 4648, section 4).
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(3 - group.count) * 8
            for index in 0..<4 {
                let isUsed = index <= group.count
                text.append(isUsed ? alphabet[Int(bits >> UInt32(18 - index * 6) & 63)] : 0x3d)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
