import Configuration
import Screen
import System
import Testing
import Themes

@Suite("The built-in themes")
struct BuiltInThemeTests {
    static let names = ["dark", "light", "high-contrast", "mono", "eight"]
    let loader = ThemeLoader(directory: ConfigurationDirectory(path: nil))

    @Test("the built-in themes are those with the known names")
    func named() {
        #expect(Themes.names == Self.names)
        #expect(Self.names.allSatisfy { Themes.toml($0) != nil })
        #expect(Self.names.contains(ThemeLoader.defaultName))
        let counts = [0, 8, 16, 256, 1 << 24]
        let onDark = counts.map { ThemeLoader.defaultName(colorCount: $0) }
        let onLight = counts.map { ThemeLoader.defaultName(colorCount: $0, on: .light) }
        #expect(onDark == ["mono", "eight", "dark", "dark", "dark"])
        #expect(onLight == ["mono", "eight", "light", "light", "light"])
        // It stands for a theme, and is none.
        #expect(!loader.names().contains(ThemeLoader.automaticName))
    }

    @Test("the name of a role is its case with hyphens")
    func roleNames() {
        for role in Role.allCases {
            let spelled = String(describing: role).map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
            #expect(role.name == spelled)
        }
    }

    @Test("every built-in theme sets every role and has a description", arguments: names)
    func complete(name: String) throws {
        let check = try ThemeCheck(builtIn: name)
        #expect(Set(Role.allCases).subtracting(check.roles).isEmpty)
        #expect(!check.description.isEmpty && check.description.count < 60)
        #expect(check.assumedForeground != nil && check.assumedBackground != nil)
    }

    @Test("the contrast of every role is at least 4.5", arguments: names)
    func contrast(name: String) throws {
        let theme = try loader.load(name)
        let check = try ThemeCheck(builtIn: name)
        let minimum = name == "high-contrast" ? 7 : 4.5
        for role in Role.allCases {
            let style = theme[role]
            let value = contrast(style, check)
            // A separator is not text, and WCAG requires less of it (3:1, 1.4.11).
            #expect(value >= (role == .separator ? 3 : minimum), "\(role.name): \(value)")
        }
    }

    @Test("badges and text are readable under the cursor of the inactive pane", arguments: names)
    func badgesOnRows(name: String) throws {
        let theme = try loader.load(name)
        let check = try ThemeCheck(builtIn: name)
        for role in [Role.badgeRead, .badgeWrite, .badgeDelete, .badgeBackup, .text, .directory] {
            let style = theme[role].on(theme[.cursorInactive].background)
            if theme[.cursorInactive].background != .terminalDefault {
                #expect(contrast(style, check) >= 4.5, "\(role.name)")
            }
        }
    }

    @Test("a selected row and the rows under the cursors look different", arguments: names)
    func selection(name: String) throws {
        let theme = try loader.load(name)
        let rows = [theme[.text], theme[.selected], theme[.cursor], theme[.cursorInactive]]
        #expect(Set(rows).count == 4)
        // Never by the colour of the text alone.
        for row in rows.dropFirst() {
            let byAttributes = !row.attributes.isDisjoint(with: [.reverse, .underline, .bold])
            #expect(byAttributes || row.background != theme[.text].background)
        }
    }

    @Test("each badge has its own style where there are colours", arguments: names.filter { $0 != "mono" })
    func badges(name: String) throws {
        let theme = try loader.load(name)
        let badges = [Role.badgeRead, .badgeWrite, .badgeDelete, .badgeBackup, .badgeNone].map { theme[$0] }
        #expect(Set(badges).count == 5)
    }

    @Test(
        "the colours of two badges differ by more than a shade",
        arguments: names.filter { $0 != "mono" })
    func badgeColors(name: String) throws {
        let theme = try loader.load(name)
        let check = try ThemeCheck(builtIn: name)
        let badges = [Role.badgeRead, .badgeWrite, .badgeDelete, .badgeBackup]
        for (index, one) in badges.enumerated() {
            for other in badges[(index + 1)...] {
                let value = difference(theme[one], theme[other], check)
                #expect(value >= 35, "\(one.name), \(other.name): \(value)")
            }
        }
    }

    @Test("nothing but a key is bold and yellow", arguments: names.filter { $0 != "mono" })
    func keys(name: String) throws {
        let theme = try loader.load(name)
        let check = try ThemeCheck(builtIn: name)
        #expect(theme[.key].attributes.contains(.bold))
        for role in Role.allCases where role != .key && theme[role].attributes.contains(.bold) {
            let value = difference(theme[role], theme[.key], check)
            #expect(value >= 25, "\(role.name): \(value)")
        }
    }

    @Test("what stands on a panel can be read on it", arguments: names.filter { $0 != "mono" })
    func panels(name: String) throws {
        let theme = try loader.load(name)
        let check = try ThemeCheck(builtIn: name)
        for role in [Role.panel, .panelBorder, .panelNote, .key, .heading] {
            #expect(contrast(theme[role].on(theme[.panel].background), check) >= 4.5, "\(role.name)")
        }
        // The parts of a bar are not text.
        for role in [Role.badgeBackup, .flagPurgeable, .flagExcluded, .panelNote] {
            #expect(contrast(theme[role].on(theme[.panel].background), check) >= 3, "\(role.name)")
        }
    }

    @Test("the title of the chosen column looks different from the row under the cursor", arguments: names)
    func column(name: String) throws {
        let theme = try loader.load(name)
        for role in [Role.cursor, .cursorInactive, .dimmed, .text] { #expect(theme[.column] != theme[role]) }
        #expect(!theme[.column].attributes.contains(.reverse))
    }

    @Test("mono and colorless have no colours")
    func mono() throws {
        for theme in [try loader.load("mono"), .colorless] {
            for role in Role.allCases {
                #expect(theme[role].foreground == .terminalDefault && theme[role].background == .terminalDefault)
            }
        }
    }

    // MARK: - Contrast according to WCAG 2.2

    private func contrast(_ style: Style, _ check: ThemeCheck) -> Double {
        let foreground = luminance(style.foreground, orElse: check.assumedForeground)
        let background = luminance(style.background, orElse: check.assumedBackground)
        return (max(foreground, background) + 0.05) / (min(foreground, background) + 0.05)
    }

    private func luminance(_ color: Color, orElse assumed: Color?) -> Double {
        let (red, green, blue) = components(color == .terminalDefault ? assumed ?? color : color)
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns how different the colours of two texts look: their distance in CIELAB.
    private func difference(_ one: Style, _ other: Style, _ check: ThemeCheck) -> Double {
        let (one, other) = (
            lab(one.foreground, orElse: check.assumedForeground), lab(other.foreground, orElse: check.assumedForeground)
        )
        return zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }

    private func lab(_ color: Color, orElse assumed: Color?) -> [Double] {
        let (red, green, blue) = components(color == .terminalDefault ? assumed ?? color : color)
        let (r, g, b) = (linear(red), linear(green), linear(blue))
        func root(_ value: Double) -> Double { value > 0.008856 ? pow(value, 1.0 / 3) : 7.787 * value + 16.0 / 116 }
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
        let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
        return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
    }

    /// Returns the components of a colour; the first 16 colours are the darkest of the Linux console and xterm.
    private func components(_ color: Color) -> (Double, Double, Double) {
        switch color.kind {
        case .rgb(let red, let green, let blue): return (Double(red), Double(green), Double(blue))
        case .palette(let index):
            let on = index >= 8 ? 255.0 : 170.0
            return (index & 1 == 0 ? 0 : on, index & 2 == 0 ? 0 : on, index & 4 == 0 ? 0 : on)
        case .terminalDefault: return (0, 0, 0)
        }
    }

    private func linear(_ value: Double) -> Double {
        let value = value / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
