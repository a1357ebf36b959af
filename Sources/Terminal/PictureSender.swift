import Screen

/// Shows pictures on a terminal, and remembers what the terminal has of them.
///
/// By kitty's protocol each picture is sent once, in parts between which keys are read, and then shown, moved and
/// removed by its number. A picture that is no longer wanted before its last part is abandoned: the latest one wins.
struct PictureSender {
    /// The protocol that the terminal understands.
    enum Method: Hashable, Sendable {
        /// None: pictures stay cells.
        case cells
        case kitty
        case sixel
        case iterm
    }

    /// What has to be sent.
    struct Changes {
        /// Bytes to be sent before the cells.
        var before: [UInt8] = []
        /// Rows whose cells have to be sent again.
        var rows: [Range<Int>] = []
        /// Bytes to be sent after the cells.
        var after: [UInt8] = []
        /// The placements that the terminal shows then, in place of their cells.
        var shown: [PicturePlacement] = []
    }

    /// A picture that the terminal has.
    private struct Image {
        let picture: TerminalPicture
        /// The number of bytes that were sent.
        var sent = 0
        /// The placements by their numbers.
        var placements: [Int: PicturePlacement] = [:]
        /// When it was wanted last.
        var use = 0

        var isComplete: Bool { sent >= picture.bytes.count }
    }

    /// The protocol that is used.
    private(set) var method = Method.cells
    /// The images by their numbers; nil where the terminal has none.
    private var images: [Image?] = []
    /// The image that is being sent.
    private var sending: Int?
    /// The placements that the last frame had.
    private var wanted: [PicturePlacement] = []
    /// What the terminal shows by a protocol without numbers.
    private var drawn: [PicturePlacement] = []
    private var uses = 0

    /// The number of images that the terminal may have: those from 0 on.
    var imageCount: Int { images.count }
    /// Whether parts of a picture are still to be sent.
    var isSending: Bool { sending != nil }

    /// The most bytes of pictures that are sent together with a frame, and then at once between keys.
    private static let budget = 48 << 10

    /// Adopts a protocol, of a terminal that has no pictures.
    mutating func adopt(_ method: Method) {
        self.method = method
        forget()
    }

    /// Assumes that the terminal has no pictures any more.
    mutating func forget() {
        images = []
        sending = nil
        wanted = []
        drawn = []
    }

    /// Returns what deletes everything that the terminal has, and forgets it.
    mutating func deleteAll() -> Changes {
        var changes = Changes()
        if !images.isEmpty { changes.after = KittyGraphics.deleteAll(images.count) }
        overwrite(drawn, &changes)
        forget()
        return changes
    }

    /// Returns what makes the terminal show the pictures of a frame, as far as it has them or can be given them at
    /// once.
    mutating func show(_ placements: [PicturePlacement]) -> Changes {
        switch method {
        case .cells: Changes()
        case .kitty: place(placements)
        case .sixel: draw(placements.filter { $0.isWhole && $0.picture.encoding == .sixel })
        case .iterm: draw(placements.filter { $0.isWhole && $0.picture.encoding == .png })
        }
    }

    // MARK: kitty

    private mutating func place(_ placements: [PicturePlacement]) -> Changes {
        var changes = Changes()
        if let image = sending, placements != wanted {
            // No other command may come between the parts of an image.
            changes.after += KittyGraphics.abandon(image)
            images[image] = nil
            sending = nil
        }
        wanted = placements
        uses += 1
        if sending == nil {
            removeUnwanted(&changes)
            var budget = Self.budget
            for placement in placements where sending == nil && budget > 0 {
                show(placement, &changes, &budget)
            }
        }
        changes.shown = placements.filter { placement in
            images.contains { $0?.placements.values.contains(placement) == true }
        }
        return changes
    }

    private mutating func removeUnwanted(_ changes: inout Changes) {
        for (number, image) in images.enumerated() {
            for (key, placement) in image?.placements ?? [:] where !wanted.contains(placement) {
                changes.after += KittyGraphics.remove(number, key)
                images[number]?.placements[key] = nil
            }
        }
    }

    private mutating func show(_ placement: PicturePlacement, _ changes: inout Changes, _ budget: inout Int) {
        let number = number(for: placement.picture, &changes)
        images[number]?.use = uses
        changes.after += sendParts(of: number, &budget)
        guard let image = images[number], image.isComplete else {
            sending = number
            return
        }
        guard !image.placements.values.contains(placement) else { return }
        let key = (1...).first { image.placements[$0] == nil } ?? 1
        images[number]?.placements[key] = placement
        changes.after += KittyGraphics.place(number, key, placement)
    }

    /// Returns the number of a picture: its own, one that is free, or that of the picture that was wanted least
    /// recently.
    private mutating func number(for picture: TerminalPicture, _ changes: inout Changes) -> Int {
        if let number = images.firstIndex(where: { $0?.picture == picture }) { return number }
        // Few are kept besides those on the screen: they are the terminal's memory.
        let kept = Set(wanted.map(\.picture))
        let spare = images.indices.filter { index in images[index].map { !kept.contains($0.picture) } ?? false }
        let limit = wanted.count + Self.maxKept
        if let free = images.firstIndex(where: { $0 == nil }) {
            images[free] = Image(picture: picture)
            return free
        }
        if images.count < min(limit, KittyGraphics.maxImages) || spare.isEmpty {
            images.append(Image(picture: picture))
            return images.count - 1
        }
        let oldest = spare.min { (images[$0]?.use ?? 0) < (images[$1]?.use ?? 0) } ?? 0
        changes.after += KittyGraphics.delete(oldest)
        images[oldest] = Image(picture: picture)
        return oldest
    }

    /// The number of pictures that the terminal keeps although they are not on the screen.
    private static let maxKept = 4

    /// Returns parts of an image as far as the budget allows.
    private mutating func sendParts(of number: Int, _ budget: inout Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while budget > 0, let image = images[number], !image.isComplete {
            bytes += KittyGraphics.part(number, of: image.picture.bytes, from: image.sent)
            images[number]?.sent += KittyGraphics.chunk
            budget -= KittyGraphics.chunk
        }
        return bytes
    }

    /// Returns the next parts of the image that is being sent; after the last one, the frame has to be drawn again.
    mutating func nextParts() -> [UInt8] {
        guard let number = sending else { return [] }
        var budget = Self.budget
        let bytes = sendParts(of: number, &budget)
        if images[number]?.isComplete != false { sending = nil }
        return bytes
    }

    // MARK: Protocols without numbers

    private mutating func draw(_ placements: [PicturePlacement]) -> Changes {
        var changes = Changes()
        overwrite(drawn.filter { !placements.contains($0) }, &changes)
        for placement in placements where !drawn.contains(placement) {
            let bytes = method == .iterm ? ControlSequence.inlinePicture(placement) : placement.picture.bytes
            changes.after += ControlSequence.at(placement.area.column, placement.area.row, bytes)
        }
        drawn = placements
        changes.shown = placements
        return changes
    }

    private func overwrite(_ placements: [PicturePlacement], _ changes: inout Changes) {
        for placement in placements {
            changes.before += ControlSequence.blanks(placement.area)
            changes.rows.append(placement.area.row..<placement.area.endRow)
        }
    }
}
