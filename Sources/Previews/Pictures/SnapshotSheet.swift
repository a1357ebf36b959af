import ContainerModel
package import Documents
package import FileTree
import Formats
package import Inspection
import Screen
import Synchronization

/// App-switcher snapshots side by side, each with what it is below its picture.
package struct SnapshotSheet: PreviewContent {
    /// The width of a snapshot in cells.
    private static let columns = 22
    /// The blanks between two.
    private static let gap = 2
    /// The height of a picture.
    private static let pictureRows = 12
    /// The height of a snapshot: its picture, three lines, and an empty one.
    private static let rows = pictureRows + captionRows + 1
    /// The lines below a picture.
    private static let captionRows = 3

    private let snapshots: [SnapshotInventory.Row]
    private let tree: any FileTree
    private let pictures = SheetPictures()

    /// Creates the sheet of snapshots in a tree.
    package init(_ snapshots: [SnapshotInventory.Row], in tree: any FileTree) {
        (self.snapshots, self.tree) = (snapshots, tree)
    }

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        let number = max(1, (request.fit.columns + Self.gap) / (Self.columns + Self.gap))
        let total = (snapshots.count + number - 1) / number * Self.rows
        var page = PreviewPage()
        page.total = UInt64(total)
        if !snapshots.isEmpty {
            page.tiles = TileLayout(
                items: snapshots.map(\.rawPath), perRow: number, width: min(Self.columns, request.fit.columns),
                gap: Self.gap, height: Self.rows, captionHeight: Self.captionRows)
        }
        var wanted = request.range.map { $0.clamped(to: 0..<total) } ?? max(0, total - request.fit.rows)..<total
        // Each picture takes a while; those far below are drawn when one comes near them.
        if let screen = request.screenRows, request.range != nil { wanted = wanted.prefix(2 * screen + Self.rows) }
        var end = wanted.lowerBound
        while end < wanted.upperBound, !limits.mustStop {
            let band = end / Self.rows
            let first = band * number
            let lines = lines(of: first..<min(first + number, snapshots.count), request.fit, within: limits)
            let last = min((band + 1) * Self.rows, wanted.upperBound)
            for row in end..<last {
                page.lines.append(PageLine(lines[row - band * Self.rows], at: UInt64(row)))
            }
            end = last
        }
        page.isComplete = end == total
        return page
    }

    /// Returns the lines of some snapshots that stand beside each other.
    private func lines(of indices: Range<Int>, _ fit: PreviewViewport, within limits: DocumentLimits) -> [PreviewLine] {
        let columns = min(Self.columns, fit.columns)
        let drawn = indices.map { index in
            pictures.picture(index) {
                SheetPicture(of: snapshots[index], in: tree, within: limits)
            }
        }
        let pages = drawn.map { picture -> [PreviewLine] in
            let space = PreviewViewport(
                columns: columns, isASCII: fit.isASCII, rows: Self.pictureRows, colors: fit.colors,
                pictures: fit.pictures)
            var request = PageRequest(space)
            request.screenRows = Self.pictureRows
            return picture.content?.page(request, within: limits).lines.map(\.line) ?? []
        }
        return (0..<Self.rows).map { row in
            var spans: [PreviewLine.Span] = []
            var strips: [PreviewLine.Strip] = []
            for (place, index) in indices.enumerated() {
                let column = place * (Self.columns + Self.gap)
                let missing = column - spans.reduce(0) { $0 + $1.text.width }
                if missing > 0 { spans.append(.init(DisplayText(String(repeating: " ", count: missing)), .text)) }
                // The pictures stand on their captions.
                let offset = row - (Self.pictureRows - pages[place].count)
                if row < Self.pictureRows {
                    guard offset >= 0 else { continue }
                    let line = pages[place][offset]
                    spans += line.spans
                    strips += line.strips.map { PreviewLine.Strip($0.strip, column: column + $0.column) }
                } else {
                    let caption = drawn[place].caption(of: snapshots[index], row - Self.pictureRows, fit)
                    let shown = caption.truncated(to: columns, keeping: .bothEnds, ellipsis: fit.glyphs.ellipsis)
                    spans.append(.init(shown, row == Self.pictureRows ? .text : .dimmed))
                }
            }
            var line = PreviewLine(spans)
            line.strips = strips
            return line
        }
    }
}

/// A picture of the sheet.
private struct SheetPicture: Sendable {
    /// The picture as contents; nil if it cannot be drawn.
    let content: PictureContent?
    /// Whether it is more than an area of one color; nil if it is not known.
    let showsContent: Bool?
    /// The number of bytes that it takes up.
    let size: Int

    init(of snapshot: SnapshotInventory.Row, in tree: any FileTree, within limits: DocumentLimits) {
        guard snapshot.subject != .terminal, let file = try? DocumentSource(snapshot.rawPath, in: tree),
            case .picture(let source) = DocumentReaders.read(file, within: limits).contents,
            let picture = try? source.reduced(toFit: SheetPictures.side, within: limits).picture
        else {
            (content, showsContent, size) = (nil, nil, 0)
            return
        }
        let side = SheetPictures.side
        let small = max(picture.width, picture.height) > side ? picture.scaled(toSuit: side, by: side) : picture
        content = PictureContent(small)
        showsContent = !small.isOneColor
        size = small.pixels.count
    }

    /// Returns a line about the snapshot: its name, its subject with its size in pixels, and in bytes with what it
    /// shows.
    func caption(of snapshot: SnapshotInventory.Row, _ line: Int, _ fit: PreviewViewport) -> DisplayText {
        switch line {
        case 0: return DisplayText(bytes: snapshot.rawPath.lastComponent ?? [], ascii: fit.isASCII)
        case 1:
            let pixels = snapshot.width.flatMap { width in snapshot.height.map { "\(width) × \($0)" } }
            let subject = snapshot.subject.word + (snapshot.downscaled ? " (small)" : "")
            return DisplayText([subject, pixels].compactMap(\.self).joined(separator: ", "), ascii: fit.isASCII)
        case 2:
            let shown = showsContent.map { $0 ? "shows content" : "one color" }
            let reason = snapshot.subject == .terminal ? nil : shown ?? "not drawn"
            let size = ByteCount.short(snapshot.bytes)
            return DisplayText([size, reason].compactMap(\.self).joined(separator: ", "), ascii: fit.isASCII)
        default: return .empty
        }
    }
}

/// The pictures of a sheet that were drawn last.
private final class SheetPictures: Sendable {
    /// The most pixels of a side: enough for the cells of most fonts.
    static let side = 512
    /// The most bytes that are kept.
    private static let maxSize = 16 << 20

    private let kept = Mutex<[Int: SheetPicture]>([:])

    func picture(_ index: Int, _ make: () -> SheetPicture) -> SheetPicture {
        if let known = kept.withLock({ $0[index] }) { return known }
        let made = make()
        kept.withLock { kept in
            if kept.values.reduce(made.size, { $0 + $1.size }) > Self.maxSize { kept = [:] }
            kept[index] = made
        }
        return made
    }
}

extension SnapshotInventory.Subject {
    /// The word for it.
    fileprivate var word: String {
        switch self {
        case .scene, .launch, .other: rawValue
        case .terminal: "sandglass"
        }
    }
}

extension Picture {
    /// Whether nearly all pixels have the same color, as far as eyes see.
    fileprivate var isOneColor: Bool {
        var counts: [UInt16: Int] = [:]
        let step = max(1, width * height / 20_000)
        var seen = 0
        for pixel in stride(from: 0, to: width * height, by: step) {
            let place = pixel * 4
            let color = (0..<3).reduce(UInt16(0)) { $0 << 5 | UInt16(pixels[place + $1] >> 3) }
            counts[color, default: 0] += 1
            seen += 1
        }
        return (counts.values.max() ?? 0) * 100 >= seen * 98
    }
}
