import CTerminal
import Screen
import System

/// Sends frames to the terminal, passing to ncurses only the rows that changed since the last one, and the pictures
/// over them.
struct Painter {
    let synchronized: Bool
    /// What the terminal has of pictures.
    private(set) var pictures = PictureSender()
    /// Whether it is unknown what the terminal has of them.
    private var mustDeletePictures = false
    /// The number of images that whoever covers deletes.
    private var coveredImages = 0
    /// The last frame, as it was to be drawn.
    private var wanted: Frame?
    /// The protocol for pictures from the next frame on; nil for the present one.
    private var methodToAdopt: PictureSender.Method?
    private var conversion: ColorConversion
    /// The frame on the terminal; nil if its contents are unknown.
    private var shown: Frame?
    private var looks: [UInt64: (attributes: UInt32, pair: Int32)] = [:]
    /// The colour pairs in use: foreground and background.
    private var pairs: Set<UInt64> = []
    private var line: [sgt_cell] = []

    init(depth: ColorDepth, synchronized: Bool) {
        conversion = ColorConversion(depth: depth)
        self.synchronized = synchronized
    }

    /// Discards the known contents of the terminal, so that the next frame is sent whole.
    mutating func forget() {
        shown = nil
        mustDeletePictures = true
        sgt_repaint_all()
    }

    /// Makes the terminal show `frame`, cut to the size of the screen.
    /// - Parameter isCover: Whether the terminal is to keep nothing of earlier frames.
    /// - Returns: false if the terminal no longer accepts output.
    mutating func draw(_ wanted: Frame, isCover: Bool = false) -> Bool {
        self.wanted = wanted
        // ncurses gives the oldest pair to another combination when there are no more, and cells on the screen would
        // change their colours. Only drawings have so many.
        if pairs.count > Self.maxPairs / 2 { forgetPairs() }
        let changes = pictureChanges(for: wanted, isCover: isCover)
        var frame = wanted
        for placement in changes.shown { frame.blank(placement.area, style: placement.ground) }
        let columns = min(frame.size.columns, Int(sgt_screen_columns()))
        let rows = min(frame.size.rows, Int(sgt_screen_rows()))
        let previous = shown?.size == frame.size ? shown : nil
        var hasChanged = false
        for row in 0..<max(0, rows) {
            frame.withRow(row) { new in
                guard previous?.withRow(row, { Self.isSame(new, $0) }) != true else { return }
                hasChanged = true
                put(new[..<columns], row: row)
            }
        }
        if let previous, !hasChanged, previous.cursor == frame.cursor, previous.selection == frame.selection,
            changes.before.isEmpty, changes.after.isEmpty
        {
            return true
        }
        sgt_begin_gathering()
        sgt_gather(changes.before, changes.before.count)
        for rows in changes.rows { sgt_redraw_rows(Int32(rows.lowerBound), Int32(rows.count)) }
        if let place = frame.cursor ?? frame.selection, place.column < columns, place.row < rows {
            sgt_place_cursor(Int32(place.row), Int32(place.column), frame.cursor != nil)
        } else {
            sgt_place_cursor(-1, -1, false)
        }
        shown = frame
        sgt_compose_update()
        sgt_gather(changes.after, changes.after.count)
        return sgt_send_gathered(synchronized)
    }

    /// Has pictures shown by a protocol from the next frame on, or as cells. What the terminal has is deleted then.
    mutating func show(picturesBy method: PictureSender.Method) {
        if pictures.method != .cells { mustDeletePictures = true }
        methodToAdopt = method
    }

    private mutating func pictureChanges(for frame: Frame, isCover: Bool) -> PictureSender.Changes {
        var deletion = PictureSender.Changes()
        if mustDeletePictures || isCover { deletion = pictures.deleteAll() }
        mustDeletePictures = false
        if let method = methodToAdopt { pictures.adopt(method) }
        methodToAdopt = nil
        var changes = pictures.show(isCover ? [] : frame.placements.filter { fits($0.area) })
        changes.before = deletion.before + deletion.after + changes.before
        changes.rows += deletion.rows
        keepCovered()
        return changes
    }

    /// Whether an area is on the screen, which may be smaller than the frame.
    private func fits(_ area: Rectangle) -> Bool {
        area.endColumn <= Int(sgt_screen_columns()) && area.endRow <= Int(sgt_screen_rows())
    }

    /// Has whoever covers delete every image that the terminal may have, before it gets another one.
    private mutating func keepCovered() {
        guard pictures.imageCount > coveredImages else { return }
        coveredImages = pictures.imageCount
        let bytes = KittyGraphics.deleteAll(coveredImages)
        sgt_set_deletion(bytes, bytes.count)
    }

    /// Sends the next parts of a picture, which were left over by the last frame; the last one makes it visible.
    /// - Returns: false if the terminal no longer accepts output.
    mutating func continuePicture() -> Bool {
        let parts = pictures.nextParts()
        sgt_begin_gathering()
        sgt_gather(parts, parts.count)
        guard sgt_send_gathered(false) else { return false }
        guard !pictures.isSending, let wanted else { return true }
        return draw(wanted)
    }

    /// The number of colour pairs that the terminal's description allows, besides its own.
    private static var maxPairs: Int { Int(sgt_color_pairs()) - 1 }

    private mutating func forgetPairs() {
        reset_color_pairs()
        pairs = []
        looks = [:]
        forget()
    }

    /// Returns the number of a pair of colours; the terminal's own pair if none is left.
    private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        guard pairs.contains(key) || pairs.count < Self.maxPairs else { return 0 }
        pairs.insert(key)
        return max(0, alloc_pair(foreground, background))
    }

    private static func isSame(_ one: UnsafeBufferPointer<Cell>, _ other: UnsafeBufferPointer<Cell>) -> Bool {
        // Most rows are unchanged, and most of those are shared.
        guard let left = one.baseAddress, let right = other.baseAddress, left != right else { return true }
        return memcmp(left, right, one.count * MemoryLayout<Cell>.stride) == 0
    }

    private mutating func put(_ cells: Slice<UnsafeBufferPointer<Cell>>, row: Int) {
        guard var style = cells.first?.style else { return }
        line.removeAll(keepingCapacity: true)
        var (look, blank) = (look(of: style), look(of: style.onBlanks))
        for cell in cells {
            if cell.style.bits != style.bits {
                style = cell.style
                (look, blank) = (self.look(of: style), self.look(of: style.onBlanks))
            }
            // Blanks that look alike are alike to ncurses, which writes them again or erases them together.
            let shown = cell.text == 0x20 ? blank : look
            line.append(sgt_cell(text: cell.text, attributes: shown.attributes, pair: shown.pair))
        }
        sgt_put_cells(Int32(row), line, Int32(line.count))
    }

    private mutating func look(of style: Style) -> (attributes: UInt32, pair: Int32) {
        if let look = looks[style.bits] { return look }
        let attributes = style.attributes
        var pair: Int32 = 0
        if conversion.depth != .none {
            let foreground = conversion.number(of: style.foreground)
            let background = conversion.number(of: style.background)
            if foreground >= 0 || background >= 0 { pair = self.pair(foreground, background) }
        }
        let look = (
            attributes: sgt_attributes(
                attributes.contains(.bold),
                attributes.contains(.dim),
                attributes.contains(.italic),
                attributes.contains(.underline),
                attributes.contains(.reverse)
            ),
            pair: pair
        )
        looks[style.bits] = look
        return look
    }
}
