import ContainerModel
import Inspection
import Screen
import Testing

@testable import Browser

@Suite("The bars of the usage view")
struct UsageBarTests {
    private static func usage(_ sizes: [UInt64]) -> Usage {
        var usage = Usage()
        for (storage, size) in zip(StorageClass.allCases, sizes) { usage[storage] = size }
        return usage
    }

    private static func style(
        isASCII: Bool = false, colors: ColorDepth = .direct, theme: Theme = RoleMap.theme, hasSymbols: Bool = true
    ) -> UsageBarStyle {
        var screen = ScreenContext()
        screen.adopt(theme: theme, isASCII: isASCII, colors: colors, hasSymbols: hasSymbols)
        return UsageBarStyle(screen)
    }

    private static let tera: UInt64 = 1 << 40

    /// Sizes, the largest one, the columns, and the bar of a size that is backed up.
    private static let bars: [(size: UInt64, largest: UInt64, columns: Int, bar: String)] = [
        (0, tera, 10, ""), (0, 0, 10, ""), (1, tera, 10, "▏"), (1, tera, 1, "▏"), (tera, tera, 10, "██████████"),
        (tera / 2, tera, 10, "█████"), (tera / 2, tera, 1, "▌"), (tera / 2, tera, 5, "██▌"), (3, 80, 10, "▍"),
        (5, 80, 10, "▋"), (79, 80, 10, "█████████▉"), (7, 8, 1, "▉"), (1, 3, 10, "███▍"), (tera, tera, 0, ""),
        (2, 1, 4, "████"), (.max, .max, 3, "███"), (1, .max, 3, "▏"),
    ]

    @Test(
        "a bar is exact to an eighth of a cell, nothing that takes space is without one, and nothing is empty",
        arguments: bars)
    func lengths(_ sample: (size: UInt64, largest: UInt64, columns: Int, bar: String)) {
        let bar = UsageBar(Self.usage([sample.size]), largest: sample.largest, columns: sample.columns)
        #expect(bar.text(Self.style()) == sample.bar)
    }

    /// The sizes of the four classes, the columns, and the cells of each.
    private static let divisions: [(sizes: [UInt64], columns: Int, cells: [Int])] = [
        ([1, 1, 1, 1], 8, [2, 2, 2, 2]), ([1, 0, 0, 1], 4, [2, 0, 0, 2]), ([tera, 1, 0, 0], 10, [9, 1, 0, 0]),
        ([tera, 1, 1, 1], 10, [7, 1, 1, 1]), ([1, 0, 0, tera], 10, [1, 0, 0, 9]), ([4, 3, 2, 1], 3, [1, 1, 1, 0]),
        ([1, 2, 3, 4], 1, [0, 0, 0, 1]), ([0, 0, 5, 0], 6, [0, 0, 6, 0]),
    ]

    @Test(
        "each class that takes space has a cell of a bar that is long enough, and else the larger ones",
        arguments: divisions)
    func divided(_ sample: (sizes: [UInt64], columns: Int, cells: [Int])) {
        let usage = Self.usage(sample.sizes)
        let bar = UsageBar(usage, largest: usage.bytes, columns: sample.columns)
        let cells = StorageClass.allCases.map { storage in bar.cells.count { $0.storage == storage } }
        #expect(cells == sample.cells)
        #expect(bar.cells.allSatisfy { $0.eighths == 8 })
        // In the order of the legend.
        #expect(bar.cells.map(\.storage.rawValue) == bar.cells.map(\.storage.rawValue).sorted())
        #expect(bar.parts.reduce(0) { $0 + $1.columns.count } == bar.cells.count)
    }

    @Test("every bar of every width fits, and only its last cell is in part")
    func widths() {
        for columns in 0...500 {
            for size in [0, 1, 999, 1_000_000, 1 << 33, Self.tera] as [UInt64] {
                let usage = Self.usage([size, size / 3, size / 1_000, 1])
                let cells = UsageBar(usage, largest: Self.tera * 2, columns: columns).cells
                #expect(cells.count <= columns && (columns == 0 || !cells.isEmpty))
                #expect(cells.dropLast().allSatisfy { $0.eighths == 8 } && cells.allSatisfy { 1...8 ~= $0.eighths })
            }
        }
    }

    @Test("where there are no colours, or no blocks, each class has a character")
    func characters() throws {
        let usage = Self.usage([1, 1, 1, 1])
        let bar = UsageBar(usage, largest: 4, columns: 4)
        #expect(bar.text(Self.style(isASCII: true)) == "#%x.")
        #expect(bar.text(Self.style(colors: .none)) == "█▓▒░")
        #expect(bar.text(Self.style(theme: .colorless)) == "█▓▒░")
        #expect(bar.text(Self.style()) == "████")
        let small = UsageBar(Self.usage([0, 1]), largest: Self.tera, columns: 10)
        #expect(small.text(Self.style(isASCII: true)) == "%" && small.text(Self.style(colors: .none)) == "▓")
        #expect(small.text(Self.style(hasSymbols: false)) == "▌")
    }

    @Test("each class has the colour of its badge or flag")
    func colors() {
        let style = Self.style()
        let colors = StorageClass.allCases.map { style.color(of: $0)?.foreground }
        #expect(colors[0] == RoleMap.theme[.badgeBackup].foreground)
        #expect(colors[1] == RoleMap.theme[.flagPurgeable].foreground)
        #expect(colors[2] == RoleMap.theme[.flagExcluded].foreground)
        #expect(Set(colors).count == 4)
    }
}
