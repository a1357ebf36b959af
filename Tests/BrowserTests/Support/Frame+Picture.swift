import Screen

/// The roles of a picture's cells.
///
/// Golden pictures show them below the text, one character for each cell: which answer has the focus, which cells are
/// dimmed, where the cursor is. They do not depend on the colours of a theme.
enum RoleMap {
    /// The character of each role. `.` is plain text.
    private static let characters: [Role: Character] = [
        .text: ".", .dimmed: "-", .heading: "h", .topLine: "t", .topLineWarning: "T", .statusLine: "s",
        .statusError: "E", .separator: "|", .selected: "x", .directory: "d", .file: "f", .link: "l",
        .brokenLink: "b", .special: "p", .executable: "e", .picture: "y", .media: "j", .archive: "q", .data: "z",
        .absent: "a", .badgeRead: "R", .badgeWrite: "W",
        .badgeDelete: "D", .badgeBackup: "B", .badgeNone: "n", .flagPurgeable: "g", .flagExcluded: "u",
        .flagShared: "i", .flagProtected: "o", .flagChanged: "c", .prompt: "P", .match: "m", .key: "k",
        .panel: "_", .panelBorder: "+", .panelNote: ":", .valueName: "v", .column: "=", .warning: "w", .cover: "C",
        .coverTitle: "V",
        // A row under the cursor, whatever the roles of its text.
        .cursor: "^", .cursorInactive: "~",
    ]

    /// The roles that are recognized by their background.
    private static let backgrounds: [Role] = [.cursor, .cursorInactive]

    /// A theme in which every role has a distinct style.
    static let theme = Theme(
        name: "roles",
        styles: Dictionary(
            uniqueKeysWithValues: Role.allCases.map { role in
                let color = color(of: role)
                let background = backgrounds.contains(role) ? color : Color.terminalDefault
                return (role, Style(foreground: color, background: background))
            }))

    private static func color(of role: Role) -> Color { .palette(UInt8(role.rawValue + 1)) }

    private static func role(of color: Color) -> Role? {
        guard case .palette(let index) = color.kind else { return nil }
        return Role(rawValue: Int(index) - 1)
    }

    static func character(of style: Style) -> Character {
        let role = role(of: style.background) ?? role(of: style.foreground) ?? .text
        return characters[role] ?? "?"
    }

    /// Returns the legend of the characters in a map.
    static func legend(of map: String) -> String {
        let used = Role.allCases.filter { role in characters[role].map { $0 != "." && map.contains($0) } ?? false }
        return used.map { "\(characters[$0] ?? "?") \($0.name)" }.joined(separator: ", ")
    }
}

extension Frame {
    /// The text, the roles of the cells, and the legend of the roles.
    var picture: String {
        let map = (0..<size.rows).map(roles)
        return ([text, "roles: \(RoleMap.legend(of: map.joined()))"] + map).joined(separator: "\n")
    }

    private func roles(of row: Int) -> String {
        var line = self.row(row).filter { !$0.isContinuation }.map { RoleMap.character(of: $0.style) }
        while line.last == "." { line.removeLast() }
        return String(line)
    }
}
