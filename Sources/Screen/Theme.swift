/// The meaning of a part of the screen; a theme defines the look of each.
package enum Role: Int, CaseIterable, Sendable {
    case text
    case dimmed
    case heading
    case topLine
    case topLineWarning
    case statusLine
    case statusError
    case separator
    /// The row under the cursor in the pane that has the focus.
    case cursor
    /// The row under the cursor in the other panes.
    case cursorInactive
    case selected
    case directory
    case file
    case link
    case brokenLink
    case special
    case executable
    /// A file that is a picture, by its name; likewise the next ones.
    case picture
    /// A film or a recording.
    case media
    case archive
    /// A database or a property list.
    case data
    /// A standard directory that does not exist.
    case absent
    case badgeRead
    case badgeWrite
    case badgeDelete
    case badgeBackup
    /// The dot of a missing right.
    case badgeNone
    case flagPurgeable
    case flagExcluded
    case flagShared
    case flagProtected
    case flagChanged
    case prompt
    case match
    /// The name of a key of the keyboard, and nothing else.
    case key
    case panel
    case panelBorder
    /// What stands beside the text of a panel's row.
    case panelNote
    /// The name of a value in a tree.
    case valueName
    /// The title of the chosen column of a table.
    case column
    case warning
    case cover
    case coverTitle
}

/// A named set of styles, one for every role.
package struct Theme: Hashable, Sendable {
    package let name: String
    private var styles: [Style]

    /// Creates a theme.
    /// - Parameter styles: The styles by role; a role without one gets the style of `.text`, or the plain style.
    package init(name: String, styles: [Role: Style]) {
        self.name = name
        let text = styles[.text] ?? .plain
        self.styles = Role.allCases.map { styles[$0] ?? text }
    }

    /// Returns the theme with other styles for some roles.
    package func adopting(_ others: [Role: Style]) -> Theme {
        var theme = self
        for (role, style) in others { theme.styles[role.rawValue] = style }
        return theme
    }

    /// The style of a role.
    package subscript(role: Role) -> Style { styles[role.rawValue] }

    /// A theme without colours, for `NO_COLOR` and for when no theme can be read.
    package static let colorless = Theme(
        name: "colorless",
        styles: [
            .heading: Style(attributes: .bold),
            .topLine: Style(attributes: .reverse),
            .topLineWarning: Style(attributes: [.reverse, .bold]),
            .statusLine: Style(attributes: .reverse),
            .statusError: Style(attributes: [.reverse, .bold]),
            .cursor: Style(attributes: .reverse),
            .cursorInactive: Style(attributes: .underline),
            .directory: Style(attributes: .bold),
            .absent: Style(attributes: .dim),
            .dimmed: Style(attributes: .dim),
            .badgeNone: Style(attributes: .dim),
            .match: Style(attributes: .underline),
            .key: Style(attributes: .bold),
            .panelNote: Style(attributes: .dim),
            .valueName: Style(attributes: .bold),
            .column: Style(attributes: [.bold, .underline]),
            .warning: Style(attributes: .bold),
            .coverTitle: Style(attributes: .bold),
        ]
    )
}

extension Role {
    /// The role's name in theme files: `badgeRead` is `badge-read`.
    package var name: String {
        // Not derived from the case name, which would cost a quarter of a millisecond at startup.
        switch self {
        case .text: "text"
        case .dimmed: "dimmed"
        case .heading: "heading"
        case .topLine: "top-line"
        case .topLineWarning: "top-line-warning"
        case .statusLine: "status-line"
        case .statusError: "status-error"
        case .separator: "separator"
        case .cursor: "cursor"
        case .cursorInactive: "cursor-inactive"
        case .selected: "selected"
        case .directory: "directory"
        case .file: "file"
        case .link: "link"
        case .brokenLink: "broken-link"
        case .special: "special"
        case .executable: "executable"
        case .picture: "picture"
        case .media: "media"
        case .archive: "archive"
        case .data: "data"
        case .absent: "absent"
        case .badgeRead: "badge-read"
        case .badgeWrite: "badge-write"
        case .badgeDelete: "badge-delete"
        case .badgeBackup: "badge-backup"
        case .badgeNone: "badge-none"
        case .flagPurgeable: "flag-purgeable"
        case .flagExcluded: "flag-excluded"
        case .flagShared: "flag-shared"
        case .flagProtected: "flag-protected"
        case .flagChanged: "flag-changed"
        case .prompt: "prompt"
        case .match: "match"
        case .key: "key"
        case .panel: "panel"
        case .panelBorder: "panel-border"
        case .panelNote: "panel-note"
        case .valueName: "value-name"
        case .column: "column"
        case .warning: "warning"
        case .cover: "cover"
        case .coverTitle: "cover-title"
        }
    }
}
