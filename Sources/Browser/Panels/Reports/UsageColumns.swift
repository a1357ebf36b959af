import ContainerModel
import Inspection
import Screen

/// The columns of a row of the usage view: size, share, name and bar. The bar gets the room that is left.
struct UsageColumns {
    private static let size = 8
    private static let share = 5
    private static let gap = 2
    /// Fewer cells are no bar.
    private static let leastBar = 4
    private static let leastName = 12

    /// The columns of a row.
    let all: Int
    /// The columns of the bar; 0 if there is no room for one.
    let bar: Int
    /// The columns of the name; longer ones are cut.
    private let name: Int
    private let hasShare: Bool

    init(_ report: UsageReport, _ screen: ScreenContext) {
        // Inside the border of the panel and a blank on either side.
        all = max(0, screen.size.columns - 4)
        let withShare = Self.size + Self.gap + Self.share + Self.gap
        hasShare = all >= withShare + Self.leastName
        let room = max(0, all - (hasShare ? withShare : Self.size + Self.gap))
        let longest = report.rows.reduce(0) { max($0, Self.name(of: $1, screen).width) }
        let name = min(longest, max(Self.leastName, room / 2))
        let left = room - name - Self.gap
        bar = left >= Self.leastBar ? left : 0
        self.name = left >= Self.leastBar ? name : room
    }

    private static func name(of row: UsageReport.Row, _ screen: ScreenContext) -> DisplayText {
        screen.display(row.name) + DisplayText(row.kind == .directory ? "/" : "")
    }

    /// Returns what the columns of a row say, uncut, without its bar.
    static func texts(of row: UsageReport.Row, share: String, _ screen: ScreenContext) -> [DisplayText] {
        [DisplayText(ByteCount.short(row.usage.bytes)), DisplayText(share), name(of: row, screen)]
    }

    /// Returns a row without its bar.
    func text(of row: UsageReport.Row, share: String, _ screen: ScreenContext) -> DisplayText {
        let gap = String(repeating: " ", count: Self.gap)
        let figures =
            padded(ByteCount.short(row.usage.bytes), to: Self.size) + gap
            + (hasShare ? padded(share, to: Self.share) + gap : "")
        let shown = Self.name(of: row, screen).truncated(
            to: name, keeping: .bothEnds, ellipsis: screen.glyphs.ellipsis)
        let blanks = bar > 0 ? max(0, name - shown.width) + Self.gap : 0
        return DisplayText(figures) + shown + DisplayText(String(repeating: " ", count: blanks))
    }
}
