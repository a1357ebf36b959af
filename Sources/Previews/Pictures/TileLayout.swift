package import ContainerModel

/// Where items are that stand beside and below each other in the lines of a page, each as wide and as high as any other.
package struct TileLayout: Hashable, Sendable {
    /// The items, from the container's root, row by row.
    package let items: [ContainerPath]
    /// The number of items beside each other.
    package let perRow: Int
    /// The columns of an item.
    package let width: Int
    /// The blank columns between two.
    package let gap: Int
    /// The lines of an item, the last of which is empty.
    package let height: Int
    /// The lines of an item that name it, above the empty one.
    package let captionHeight: Int

    /// The position of the first line of an item.
    package func firstLine(of item: Int) -> Int { item / perRow * height }

    /// The lines that name an item.
    package func captionLines(of item: Int) -> Range<Int> {
        let end = firstLine(of: item) + height - 1
        return end - captionHeight..<end
    }

    /// The columns of an item.
    package func columns(of item: Int) -> Range<Int> {
        let first = item % perRow * (width + gap)
        return first..<first + width
    }

    /// Returns the item at a place; nil beside them.
    package func item(atLine line: Int, column: Int) -> Int? {
        let place = column / (width + gap)
        let item = line / height * perRow + place
        guard place < perRow, items.indices.contains(item), columns(of: item).contains(column) else { return nil }
        return item
    }

    /// Returns the item to which a cursor moves from another one by rows, or by single items; the item itself at the
    /// ends.
    package func item(_ item: Int, movedByRows rows: Int = 0, by distance: Int = 0) -> Int {
        guard !items.isEmpty else { return 0 }
        let lastRow = (items.count - 1) / perRow
        let row = min(max(0, (item / perRow).addingReportingOverflow(rows).partialValue), lastRow)
        return min(max(0, row * perRow + item % perRow + distance), items.count - 1)
    }
}
