import Previews
import Screen

/// The cursor of contents whose items stand beside each other, as snapshots do.
extension Viewer {
    /// Goes to the beginning or the end; of items, to the first or the last one.
    mutating func go(
        to anchor: PageRequest.Anchor, _ landing: Landing, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        if let tiles = level.page.tiles { level.tile = landing == .last ? tiles.items.count - 1 : 0 }
        return readPage(anchor, landing, &context)
    }

    /// Moves the cursor to an item before or after.
    mutating func moveTile(by distance: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let tiles = level.page.tiles else { return [] }
        return chooseTile(tiles.item(level.tile, by: distance), &context)
    }

    /// Moves the cursor by rows of items: by as many as a screen has if that is what the lines are.
    mutating func moveTile(byLines distance: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let tiles = level.page.tiles else { return [] }
        let screen = rows(of: context.screen.size)
        let isPage = distance.magnitude > 1 && distance.magnitude >= screen / 2
        let rows = isPage ? distance.signum() * max(1, screen / tiles.height) : distance
        return chooseTile(tiles.item(level.tile, movedByRows: rows), &context)
    }

    /// Moves the cursor to an item, and brings that on the screen.
    mutating func chooseTile(_ item: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        level.tile = item
        return showTile(&context) ?? []
    }

    /// Returns the first line of a screen with the item under the cursor, or at least with its name.
    /// - Returns: nil if it is there.
    private func wantedTop(of tiles: TileLayout, rows: Int) -> UInt64? {
        guard level.page.lines.indices.contains(level.top) else { return nil }
        let top = Int(clamping: level.page.lines[level.top].position)
        let caption = tiles.captionLines(of: level.tile)
        let (first, end) = (tiles.firstLine(of: level.tile), caption.upperBound)
        if end > top + rows { return UInt64(max(0, end - rows)) }
        let fits = end - first <= rows
        guard first < top, fits || caption.lowerBound < top else { return nil }
        return UInt64(fits ? first : max(0, end - rows))
    }

    /// Brings the item under the cursor on the screen.
    /// - Returns: nil if it is there.
    mutating func showTile(_ context: inout ComponentContext) -> [BrowserEffect]? {
        guard let tiles = level.page.tiles else { return nil }
        level.tile = min(level.tile, tiles.items.count - 1)
        let rows = rows(of: context.screen.size)
        guard let wanted = wantedTop(of: tiles, rows: rows) else { return nil }
        let lines = level.page.lines
        guard let index = lines.firstIndex(where: { $0.position == wanted }),
            level.page.isComplete || index + rows <= lines.count
        else { return readPage(.from(wanted), .keeping(top: wanted, cursor: wanted), &context) }
        return scroll(by: index - level.top, &context)
    }
}

extension Action {
    /// The actions for items that stand beside each other in the viewer; the others are those of the viewer.
    static let sheet: [Action] = [
        Action("sheet-right", "Go to the next snapshot", .movement, keys: ["l", "Right"]) { $0.view(.tile(by: 1)) }
            .counted { $0.view(.tile(by: $1)) },
        Action("sheet-left", "Go to the snapshot before", .movement, keys: ["h", "Left"]) { $0.view(.tile(by: -1)) }
            .counted { $0.view(.tile(by: -$1)) },
    ]
}
