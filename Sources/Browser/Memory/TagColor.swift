package import Screen

/// The colours of tags, those of the Finder. A letter stands beside the colour, which not every terminal shows.
package enum TagColor: String, CaseIterable, Hashable, Sendable {
    case red
    case orange
    case yellow
    case green
    case blue
    case purple
    case gray

    /// The first letter, which no two share but green and gray.
    package var letter: Character { self == .gray ? "a" : rawValue.first ?? "?" }

    /// The colour on a terminal: of the basic sixteen where there is one, so that it suits the terminal's background.
    package var color: Color {
        switch self {
        case .red: .palette(1)
        case .orange: .palette(208)
        case .yellow: .palette(3)
        case .green: .palette(2)
        case .blue: .palette(4)
        case .purple: .palette(5)
        case .gray: .palette(8)
        }
    }
}
