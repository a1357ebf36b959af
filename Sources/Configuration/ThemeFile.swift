import Screen
import TOMLKit

/// The contents of a theme file, without inherited ones.
struct ThemeFile {
    var description = ""
    var inherits: String?
    /// The colours behind "default" that the theme was designed for; used only by checks.
    var assumedForeground: Color?
    var assumedBackground: Color?
    var styles: [Role: Style] = [:]

    private let file: String
    private var palette: [String: Color] = [:]

    static let roles: [String: Role] = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0.name, $0) })

    init(_ table: TOMLTable, file: String) throws(ConfigurationError) {
        self.file = file
        if let value = table["palette"] { try readPalette(value) }
        for key in table.keys {
            guard let value = table[key] else { continue }
            switch key {
            case "palette": break
            case "description": description = try string(value, key)
            case "inherits": inherits = try string(value, key)
            case "assumed-foreground": assumedForeground = try color(value, key)
            case "assumed-background": assumedBackground = try color(value, key)
            default:
                guard let role = Self.roles[key] else {
                    let names = Role.allCases.map(\.name)
                    throw wrong(
                        key,
                        "There is no part of the screen with this name." + Suggestion.sentence(for: key, among: names))
                }
                styles[role] = try style(value, key)
            }
        }
    }

    private func wrong(_ key: String, _ message: String) -> ConfigurationError {
        ConfigurationError(.value, file: file, key: key, message)
    }

    private func string(_ value: any TOMLValueConvertible, _ key: String) throws(ConfigurationError) -> String {
        guard let string = value.string else { throw wrong(key, "This must be text in quotes.") }
        return string
    }

    private mutating func readPalette(_ value: any TOMLValueConvertible) throws(ConfigurationError) {
        guard let table = value.table else {
            throw wrong("palette", "This must be a table of named colours: [palette].")
        }
        for name in table.keys {
            guard let value = table[name] else { continue }
            // Palette colours cannot refer to each other, so their order does not matter and there are no cycles.
            palette[name] = try color(value, "palette.\(name)")
        }
    }

    private func style(_ value: any TOMLValueConvertible, _ key: String) throws(ConfigurationError) -> Style {
        guard let table = value.table else { return Style(foreground: try color(value, key)) }
        var foreground = Color.terminalDefault
        var background = Color.terminalDefault
        // Not `[]`: the generic initializer of sets takes a fifth of a millisecond when it is first called.
        var attributes = TextAttributes(rawValue: 0)
        for name in table.keys {
            guard let value = table[name] else { continue }
            let path = "\(key).\(name)"
            switch name {
            case "fg": foreground = try color(value, path)
            case "bg": background = try color(value, path)
            default:
                guard let attribute = Self.attributes.first(where: { $0.0 == name })?.1 else {
                    let names = ["fg", "bg"] + Self.attributes.map(\.0)
                    throw wrong(path, "A style has no such key." + Suggestion.sentence(for: name, among: names))
                }
                guard let isOn = value.bool else { throw wrong(path, "This must be true or false.") }
                if isOn { attributes.insert(attribute) }
            }
        }
        return Style(foreground: foreground, background: background, attributes: attributes)
    }

    private static let attributes: [(String, TextAttributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ]

    private func color(_ value: any TOMLValueConvertible, _ key: String) throws(ConfigurationError) -> Color {
        if let number = value.int {
            guard let index = UInt8(exactly: number) else { throw wrong(key, "A colour number is 0 to 255.") }
            return .palette(index)
        }
        guard let name = value.string else {
            throw wrong(key, "This must be a colour: \"#rrggbb\", a name, or a number from 0 to 255.")
        }
        if let color = palette[name] ?? ColorName.color(name) { return color }
        let names = palette.keys.sorted() + ColorName.basic + ["default"]
        throw wrong(
            key,
            "\"\(name)\" is not a colour; write \"#rrggbb\", a number from 0 to 255, or a name."
                + Suggestion.sentence(for: name, among: names)
        )
    }
}
