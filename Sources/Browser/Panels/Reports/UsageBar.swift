import ContainerModel
import Inspection
import Screen

/// A bar as long as a size's share of the largest one, divided by what becomes of the space.
///
/// Its end is exact to an eighth of a cell; what it is divided into takes whole cells. Nothing that takes space is
/// without a cell if there are as many cells as parts.
struct UsageBar: Hashable, Sendable {
    /// A cell of a bar, filled from the left.
    struct BarCell: Hashable, Sendable {
        let storage: StorageClass
        /// From 1 to 8; only the last cell has fewer than 8.
        let eighths: Int
    }

    /// The cells that are not empty, from left to right.
    let cells: [BarCell]

    /// - Parameters:
    ///   - largest: The size that fills the bar, in bytes.
    ///   - columns: The columns of that.
    init(_ usage: Usage, largest: UInt64, columns: Int) {
        let bytes = usage.bytes
        guard bytes > 0, largest > 0, columns > 0 else {
            cells = []
            return
        }
        let room = columns * 8
        let share = Double(bytes) / Double(largest)
        let filled = min(room, max(1, Int((min(1, share) * Double(room)).rounded())))
        let count = (filled + 7) / 8
        let parts = Self.division(of: usage, bytes: bytes, into: count)
        let classes = zip(StorageClass.allCases, parts).flatMap { Array(repeating: $0, count: $1) }
        cells = classes.enumerated().map { index, storage in
            BarCell(storage: storage, eighths: min(8, filled - index * 8))
        }
    }

    /// Returns the number of cells for each storage class; they add up to `count`.
    private static func division(of usage: Usage, bytes: UInt64, into count: Int) -> [Int] {
        let shares = StorageClass.allCases.map { Double(usage[$0]) / Double(bytes) * Double(count) }
        var cells = shares.map { $0 > 0 ? max(1, Int($0.rounded())) : 0 }
        func difference() -> Int { cells.reduce(0, +) - count }
        // The part loses a cell that has the most above its share; if each has one, the smallest does.
        while difference() > 0 {
            let longer = cells.indices.filter { cells[$0] > 1 }
            let longest = longer.max { Double(cells[$0]) - shares[$0] < Double(cells[$1]) - shares[$1] }
            let smallest = cells.indices.filter { cells[$0] > 0 }.min { shares[$0] < shares[$1] }
            guard let loser = longest ?? smallest else { break }
            cells[loser] -= 1
        }
        while difference() < 0 {
            let present = cells.indices.filter { shares[$0] > 0 }
            let found = present.max { shares[$0] - Double(cells[$0]) < shares[$1] - Double(cells[$1]) }
            guard let shortest = found else { break }
            cells[shortest] += 1
        }
        return cells
    }

    /// The characters of the bar.
    /// - Parameter style: How the parts are told apart.
    func text(_ style: UsageBarStyle) -> String {
        String(String.UnicodeScalarView(cells.map { style.character(of: $0) }))
    }

    /// The columns of each part of the bar.
    var parts: [(storage: StorageClass, columns: Range<Int>)] {
        StorageClass.allCases.compactMap { storage in
            guard let first = cells.firstIndex(where: { $0.storage == storage }),
                let last = cells.lastIndex(where: { $0.storage == storage })
            else { return nil }
            return (storage, first..<last + 1)
        }
    }
}

/// How the parts of a bar are told apart: by the colours of badges, or else by characters.
struct UsageBarStyle: Sendable {
    private let glyphs: Glyphs
    /// The colours by storage class; nil where the terminal or the theme has none.
    private let colors: [Style]?

    /// The roles with the colours of storage classes.
    private static let roles: [Role] = [.badgeBackup, .flagPurgeable, .flagExcluded, .panelNote]

    init(_ screen: ScreenContext) {
        glyphs = screen.glyphs
        let colors = Self.roles.map { Style(foreground: screen.theme[$0].foreground) }
        // In ASCII there is no character that fills a cell.
        self.colors =
            screen.colors != .none && !screen.isASCII && Set(colors).count == colors.count ? colors : nil
    }

    /// Whether the parts are told apart by colours.
    var hasColors: Bool { colors != nil }

    /// Returns the colour of a storage class; nil if parts are told apart by characters.
    func color(of storage: StorageClass) -> Style? { colors?[storage.rawValue] }

    /// Returns the character of a cell.
    func character(of cell: UsageBar.BarCell) -> Unicode.Scalar {
        colors == nil ? glyphs.storage[cell.storage.rawValue] : glyphs.eighths[cell.eighths - 1]
    }

    /// Returns the sign of a storage class in the legend.
    func sign(of storage: StorageClass) -> Unicode.Scalar {
        character(of: UsageBar.BarCell(storage: storage, eighths: 8))
    }
}
