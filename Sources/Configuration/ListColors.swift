package import Screen
import System

/// The colours of files in `LS_COLORS`, as `ls` and other file managers use them (dir_colors(5)).
package enum ListColors {
    /// The kinds of files, and what stands for them there. Endings differ within a kind: the first one that is given counts.
    private static let keys: [(role: Role, keys: [String])] = [
        (.directory, ["di"]), (.link, ["ln"]), (.brokenLink, ["or", "mi"]), (.special, ["pi", "so", "bd", "cd"]),
        (.executable, ["ex"]), (.file, ["fi"]), (.picture, ["*.png", "*.jpg", "*.jpeg", "*.gif"]),
        (.media, ["*.mov", "*.mp4", "*.m4v", "*.mp3", "*.wav"]), (.archive, ["*.zip", "*.tar", "*.gz"]),
        (.data, ["*.sqlite", "*.db", "*.json", "*.xml"]),
    ]

    /// A longer value is none that anybody has written.
    private static let maxLength = 65_536

    /// Returns the styles that the environment asks for; none if it does not.
    package static func stylesOfEnvironment() -> [Role: Style] {
        getenv("LS_COLORS").map { styles(of: String(cString: $0)) } ?? [:]
    }

    /// Returns the styles of a value, such as `di=01;34:*.png=38;5;13`. What it does not have, or what means nothing, is left
    /// out.
    package static func styles(of value: String) -> [Role: Style] {
        guard value.utf8.count <= maxLength else { return [:] }
        var codes: [Substring: Substring] = [:]
        for entry in value.split(separator: ":") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { codes[parts[0]] = parts[1] }
        }
        return keys.reduce(into: [:]) { styles, row in
            let style = row.keys.lazy.compactMap { codes[$0[...]].flatMap { Self.style($0) } }.first
            if let style { styles[row.role] = style }
        }
    }

    /// Returns the style of the codes of SGR (ECMA-48, 8.3.117); nil if there are others.
    private static func style(_ codes: Substring) -> Style? {
        var numbers = codes.split(separator: ";").map { Int($0) ?? -1 }[...]
        var attributes: TextAttributes = []
        var (foreground, background) = (Color.terminalDefault, Color.terminalDefault)
        while let code = numbers.popFirst() {
            switch code {
            case 0: (attributes, foreground, background) = ([], .terminalDefault, .terminalDefault)
            case 1: attributes.formUnion(.bold)
            case 2: attributes.formUnion(.dim)
            case 3: attributes.formUnion(.italic)
            case 4: attributes.formUnion(.underline)
            case 5, 6, 22...29: break
            case 7: attributes.formUnion(.reverse)
            case 30...37: foreground = .palette(UInt8(code - 30))
            case 90...97: foreground = .palette(UInt8(code - 82))
            case 39: foreground = .terminalDefault
            case 40...47: background = .palette(UInt8(code - 40))
            case 100...107: background = .palette(UInt8(code - 92))
            case 49: background = .terminalDefault
            case 38, 48:
                guard let color = color(&numbers) else { return nil }
                if code == 38 { foreground = color } else { background = color }
            default: return nil
            }
        }
        return Style(foreground: foreground, background: background, attributes: attributes)
    }

    /// Takes a colour by its number or its components.
    private static func color(_ numbers: inout ArraySlice<Int>) -> Color? {
        func byte() -> UInt8? { numbers.popFirst().flatMap { UInt8(exactly: $0) } }
        switch numbers.popFirst() {
        case 5: return byte().map { .palette($0) }
        case 2:
            guard let red = byte(), let green = byte(), let blue = byte() else { return nil }
            return .rgb(red, green, blue)
        default: return nil
        }
    }
}
