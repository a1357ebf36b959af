/// A terminal that keeps images as kitty's documentation has it ("Terminal graphics protocol"), reduced to what is left
/// in it. Neither erasing text nor leaving the alternate screen removes anything; what follows an unfinished image is
/// taken for its next part.
package struct ImageStore {
    /// An image.
    package struct Image: Hashable {
        /// Its data, decoded from base64.
        package var bytes: [UInt8] = []
        /// Whether the last part has arrived.
        package var isComplete = false
        /// Where it is shown, by the numbers of the placements.
        package var placements: [Int: Placement] = [:]
    }

    /// A place where an image is shown: cells from 1 on, and the rows of pixels.
    package struct Placement: Hashable {
        package var column: Int
        package var row: Int
        package var columns: Int
        package var rows: Int
        package var firstPixelRow: Int
        package var pixelRows: Int

        /// Creates a placement.
        package init(column: Int, row: Int, columns: Int, rows: Int, firstPixelRow: Int, pixelRows: Int) {
            (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
            (self.firstPixelRow, self.pixelRows) = (firstPixelRow, pixelRows)
        }
    }

    /// The images by their numbers.
    package private(set) var images: [Int: Image] = [:]
    /// How often the last image was deleted.
    package private(set) var emptied = 0
    /// How many images were completed.
    package private(set) var transmissions = 0
    /// What a program must not do, or what the terminal answers because it was not told to be silent.
    package private(set) var problems: [String] = []
    /// Whether the terminal was asked if it knows the protocol.
    package private(set) var wasAsked = false

    private var sending: Int?
    private var position = (row: 1, column: 1)
    private var rest: [UInt8] = []

    /// Creates an empty terminal.
    package init() {}

    /// Takes output.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        var place = 0
        while place < rest.count, let end = item(at: place) { place = end }
        rest.removeFirst(place)
    }

    /// Handles what begins at a place, and returns where it ends; nil if it is incomplete.
    private mutating func item(at start: Int) -> Int? {
        guard rest[start] == 0x1b else { return start + 1 }
        guard start + 1 < rest.count else { return nil }
        switch rest[start + 1] {
        case UInt8(ascii: "_"): return application(from: start + 2)
        case UInt8(ascii: "["):
            guard let end = rest[(start + 2)...].firstIndex(where: { (0x40...0x7e).contains($0) || $0 < 0x20 }) else {
                return nil
            }
            let text = String(decoding: rest[start + 2..<end], as: UTF8.self)
            if rest[end] == UInt8(ascii: "H") {
                let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
                position = (numbers.first ?? 1, numbers.count > 1 ? numbers[1] : 1)
            }
            if rest[end] == UInt8(ascii: "J"), ["2", "3"].contains(text) { removePlacements() }
            return rest[end] < 0x20 ? end : end + 1
        default: return start + 2
        }
    }

    /// An application command, up to ST; CAN, SUB and any other ESC cancel it.
    private mutating func application(from start: Int) -> Int? {
        guard let end = rest[start...].firstIndex(where: { [0x18, 0x1a, 0x1b].contains($0) }) else { return nil }
        guard rest[end] == 0x1b else { return end + 1 }
        guard end + 1 < rest.count else { return nil }
        guard rest[end + 1] == UInt8(ascii: "\\") else { return end }
        if rest[start..<end].first == UInt8(ascii: "G") { command(Array(rest[(start + 1)..<end])) }
        return end + 2
    }

    private mutating func removePlacements() {
        for (number, image) in images where !image.placements.isEmpty { images[number] = nil }
    }

    private mutating func command(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let keys = String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",").map {
            $0.split(separator: "=", maxSplits: 1).map(String.init)
        }
        let pairs = keys.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        let values = Dictionary(pairs) { $1 }
        let payload = parts.count > 1 ? Array(parts[1]) : []
        let action = values["a"] ?? "t"
        func number(_ key: String) -> Int { values[key].flatMap { Int($0) } ?? 0 }
        if action == "q" {
            wasAsked = true
            return
        }
        if values["q"] != "2" { problems.append("not silent: \(String(decoding: bytes.prefix(60), as: UTF8.self))") }
        if payload.count > 4_096 { problems.append("a part of \(payload.count) bytes") }
        if let image = sending {
            // Whatever it is: kitty takes it for the next part.
            if values["a"] != nil { problems.append("a=\(action) between the parts of an image") }
            receive(payload, of: image, isLast: values["m"] != "1")
            return
        }
        switch action {
        case "t" where values["i"] != nil:
            images[number("i")] = Image()
            receive(payload, of: number("i"), isLast: values["m"] != "1")
        case "t": if !payload.isEmpty { problems.append("data without an image") }
        case "p":
            guard images[number("i")]?.isComplete == true else {
                problems.append("an image is placed that is not there")
                return
            }
            images[number("i")]?.placements[number("p")] = Placement(
                column: position.column, row: position.row, columns: number("c"), rows: number("r"),
                firstPixelRow: number("y"), pixelRows: number("h"))
        case "d" where values["d"] == "I":
            if images.removeValue(forKey: number("i")) != nil, images.isEmpty { emptied += 1 }
        case "d" where values["d"] == "i": images[number("i")]?.placements[number("p")] = nil
        case "d" where values["d"] == "A": removePlacements()
        default: problems.append("a=\(action), d=\(values["d"] ?? "")")
        }
    }

    private mutating func receive(_ payload: [UInt8], of number: Int, isLast: Bool) {
        images[number]?.bytes += Self.decoded(payload)
        images[number]?.isComplete = isLast
        sending = isLast ? nil : number
        if isLast { transmissions += 1 }
    }

    /// Decodes base64 (RFC 4648, section 4).
    private static func decoded(_ text: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let numbers = Dictionary(uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for character in text {
            guard let number = numbers[character] else { break }
            (bits, count) = (bits << 6 | number, count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
