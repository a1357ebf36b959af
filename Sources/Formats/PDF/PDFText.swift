/// The text of a PDF document: that of its pages and of what is drawn on them, in the order in which it is drawn, and that of
/// annotations, fields and headings (ISO 32000-1, 9.4).
///
/// Streams that are compressed by Flate are read. What is in a font with an encoding that only the font has is left out, and
/// the losses say so.
package struct PDFText: Sendable {
    /// The lines of the text; empty if there is none.
    package let text: String
    /// Why a part of the text is missing, each as what is not decoded, such as "text in other forms than Flate".
    package let losses: [String]
    /// The number of pages; nil if there are none.
    package let pages: Int?
    /// The title; nil if there is none.
    package let title: String?
    /// The author; nil if there is none.
    package let author: String?

    /// The most bytes of a document that is read.
    package static let maxBytes = 64 << 20

    /// Reads a document.
    /// - Parameter mustStop: Whether reading has to end with what was read; checked between small steps.
    package init(_ bytes: [UInt8], mustStop: @escaping () -> Bool = { false }) {
        var reader = PDFTextReader(bytes, mustStop: mustStop)
        guard !reader.objects.trailers.contains(where: { $0["Encrypt"] != nil }) else {
            (text, losses, pages, title, author) = ("", [Self.words(.encrypted)], nil, nil, nil)
            return
        }
        reader.readAll()
        text = reader.text
        losses = reader.objects.losses.sorted().map(Self.words)
        pages = reader.pages.isEmpty ? nil : reader.pages.count
        let objects = reader.objects
        let information = objects.trailers.lazy.compactMap { objects.dictionary($0["Info"]) }.first
        func fact(_ key: String) -> String? {
            guard case .string(let bytes)? = objects.resolve(information?[key]) else { return nil }
            let words = PDFEncoding.text(bytes).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return words.isEmpty ? nil : String(words.prefix(1_024))
        }
        (title, author) = (fact("Title"), fact("Author"))
    }

    private static func words(_ loss: PDFObjects.Loss) -> String {
        switch loss {
        case .encrypted: "it is encrypted"
        case .filter: "some of it is in streams of other forms than Flate"
        case .kind: "some of its streams are neither contents nor text"
        case .font: "some of it is in fonts with encodings of their own"
        case .damaged: "some of its streams are damaged"
        case .size: "it is larger than what is read"
        case .time: "reading it takes too long"
        }
    }
}

/// Reads the text of a document.
struct PDFTextReader {
    var objects: PDFObjects
    private(set) var text = ""
    /// The numbers of the pages, in order.
    private(set) var pages: [Int] = []
    /// The streams that were read: each is once, however often it is drawn.
    private(set) var read: Set<Int> = []
    private var fonts: [Int: PDFFont] = [:]

    private static let maxText = 8 << 20
    private static let maxDepth = 16
    private static let maxOperands = 64

    init(_ bytes: [UInt8], mustStop: @escaping () -> Bool) { objects = PDFObjects(bytes, mustStop: mustStop) }

    mutating func readAll() {
        findPages()
        for page in pages where !isFull() {
            guard let entries = objects.dictionary(.reference(page)) else { continue }
            let contents = objects.array(entries["Contents"]) ?? [entries["Contents"]].compactMap(\.self)
            var bytes: [UInt8] = []
            for case .reference(let number) in contents where read.insert(number).inserted {
                // An operator may end in the next stream, but none is cut.
                bytes += (objects.decoded(number) ?? []) + [0x0a]
            }
            endLine()
            run(bytes, resources: inherited("Resources", of: entries), depth: 0)
        }
        let others = objects.objects.keys.sorted()
        for number in others where !isFull() {
            guard let object = objects.objects[number], object.data != nil,
                let entries = objects.dictionary(object.value)
            else { continue }
            // What is drawn for annotations and fields.
            if Self.isDrawn(entries, objects) { readForm(number, resources: [:], depth: 0) }
        }
        addOtherStreams()
        for number in others where !isFull() {
            if let value = objects.objects[number]?.value { addTexts(of: value, depth: 0) }
        }
        endLine()
    }

    // MARK: Pages

    /// Finds the pages in the order of the tree; those that are in none are the last.
    private mutating func findPages() {
        var visited: Set<Int> = []
        var waiting: [Int] = []
        let roots = objects.trailers.compactMap { objects.dictionary($0["Root"]) }
        for case .reference(let number)? in roots.map({ $0["Pages"] }) { waiting.append(number) }
        waiting.reverse()
        while let number = waiting.popLast() {
            guard visited.insert(number).inserted, let entries = objects.dictionary(.reference(number)) else {
                continue
            }
            if let kids = objects.array(entries["Kids"]) {
                waiting += kids.reversed().compactMap { if case .reference(let kid) = $0 { kid } else { nil } }
            } else {
                pages.append(number)
            }
        }
        pages += objects.objects.keys.sorted().filter { number in
            !visited.contains(number) && objects.objects[number].flatMap { objects.type(of: $0.value) } == "Page"
        }
    }

    /// Returns an entry of a page, or of the nodes above it.
    private func inherited(_ key: String, of page: [String: PDFParser.Value]) -> [String: PDFParser.Value] {
        var entries: [String: PDFParser.Value]? = page
        for _ in 0..<Self.maxDepth {
            if let found = objects.dictionary(entries?[key]) { return found }
            entries = objects.dictionary(entries?["Parent"])
        }
        return [:]
    }

    // MARK: Texts of objects

    private static let keys = ["Contents", "V", "TU", "Alt", "ActualText", "Title", "Subj", "JS"]

    private mutating func addTexts(of value: PDFParser.Value, depth: Int) {
        guard depth < Self.maxDepth else { return }
        switch value {
        case .array(let items): for item in items { addTexts(of: item, depth: depth + 1) }
        case .dictionary(let entries):
            for key in Self.keys {
                guard case .string(let bytes)? = objects.resolve(entries[key]), !bytes.isEmpty else { continue }
                endLine()
                append(PDFEncoding.text(bytes))
            }
            for key in entries.keys.sorted() {
                if let inner = entries[key] { addTexts(of: inner, depth: depth + 1) }
            }
        default: break
        }
    }

    // MARK: Contents

    /// Whether a stream has contents that are drawn on a page or as a pattern.
    private static func isDrawn(_ entries: [String: PDFParser.Value], _ objects: PDFObjects) -> Bool {
        objects.name(entries["Subtype"]) == "Form" || objects.integer(entries["PatternType"]) == 1
    }

    private mutating func readForm(_ number: Int, resources: [String: PDFParser.Value], depth: Int) {
        guard depth < Self.maxDepth, let entries = objects.dictionary(.reference(number)),
            Self.isDrawn(entries, objects), read.insert(number).inserted,
            let bytes = objects.decoded(number)
        else { return }
        run(bytes, resources: objects.dictionary(entries["Resources"]) ?? resources, depth: depth + 1)
    }

    private mutating func font(_ name: String, _ resources: [String: PDFParser.Value]) -> PDFFont {
        let value = objects.dictionary(resources["Font"])?[name]
        if case .reference(let number)? = value, let known = fonts[number] { return known }
        let font = objects.dictionary(value).map { PDFFont($0, &objects) } ?? .unknown
        if case .reference(let number)? = value { fonts[number] = font }
        return font
    }

    private mutating func run(_ bytes: [UInt8], resources: [String: PDFParser.Value], depth: Int) {
        var parser = PDFParser(bytes)
        var operands: [PDFParser.Value] = []
        var place = PDFTextPlace()
        var current = PDFFont.unknown
        var saved: [PDFFont] = []
        var named: [String: PDFFont] = [:]
        var steps = 0
        while !parser.isAtEnd {
            steps += 1
            if steps % 1_024 == 0, isFull() { return }
            guard let value = parser.value() else {
                parser.skip()
                continue
            }
            guard case .word(let word) = value else {
                if operands.count < Self.maxOperands { operands.append(value) }
                continue
            }
            switch word {
            case "q": if saved.count < 256 { saved.append(current) }
            case "Q": current = saved.popLast() ?? current
            case "Tf":
                guard case .name(let name)? = operands.first else { break }
                current = named[name] ?? font(name, resources)
                named[name] = current
            case "Tj", "'", "\"":
                if word != "Tj" { place.beginLine() }
                if case .string(let string)? = operands.last { show(string, current, &place) }
            case "TJ":
                guard case .array(let items)? = operands.last else { break }
                for item in items { show(item, current, &place) }
            case "Do":
                guard case .name(let name)? = operands.last,
                    case .reference(let number)? = objects.dictionary(resources["XObject"])?[name]
                else { break }
                endLine()
                readForm(number, resources: resources, depth: depth)
            case "BI":
                // An image: its data are anything.
                guard let end = parser.place(ofWord: "EI") else { return }
                parser.skip(to: end + 2)
            default: place.move(by: word, operands)
            }
            operands = []
        }
    }

    private mutating func show(_ item: PDFParser.Value, _ font: PDFFont, _ place: inout PDFTextPlace) {
        switch item {
        case .string(let string): show(string, font, &place)
        // A fifth of the size of the font is about what a space is wide.
        case .integer(let number): if number < -180 { place.beginWord() }
        case .real(let number): if number < -180 { place.beginWord() }
        default: break
        }
    }

    private mutating func show(_ string: [UInt8], _ font: PDFFont, _ place: inout PDFTextPlace) {
        let (shown, isWhole) = font.text(of: string)
        if !isWhole { objects.note(.font) }
        guard !shown.isEmpty else { return }
        switch place.separation() {
        case .line: endLine()
        case .word: if let last = text.unicodeScalars.last, !last.properties.isWhitespace { append(" ") }
        case .none: break
        }
        append(shown)
    }

    // MARK: Text

    mutating func append(_ more: String) {
        guard text.utf8.count < Self.maxText else { return objects.note(.size) }
        guard more.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 }) else {
            text += more
            return
        }
        // Line ends of any kind, and no controls.
        let lines = more.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let plain = lines.map { line in
            String(
                String.UnicodeScalarView(
                    line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        }
        text += plain.joined(separator: "\n")
    }

    mutating func endLine() {
        if let last = text.utf8.last, last != 0x0a { text += "\n" }
    }

    mutating func isFull() -> Bool {
        if text.utf8.count >= Self.maxText { objects.note(.size) }
        return text.utf8.count >= Self.maxText || objects.isStopped()
    }
}

/// Where text is drawn, as far as it tells words and lines apart.
private struct PDFTextPlace {
    enum Separation {
        case none
        case word
        case line
    }

    /// The height of the line, which no scale of a whole page changes, and that of the last text.
    private var height = 0.0
    private var scale = 1.0
    private var lastHeight: Double?
    private var isMoved = false

    mutating func beginLine() { lastHeight = nil }

    mutating func beginWord() { isMoved = true }

    mutating func move(by word: String, _ operands: [PDFParser.Value]) {
        let numbers = operands.compactMap { value -> Double? in
            switch value {
            case .integer(let number): Double(number)
            case .real(let number): number
            default: nil
            }
        }
        switch word {
        case "BT": (height, scale, isMoved) = (0, 1, true)
        case "Td", "TD":
            guard numbers.count == 2 else { return }
            height += numbers[1] * scale
            isMoved = true
        case "Tm":
            guard numbers.count == 6 else { return }
            (height, scale, isMoved) = (numbers[5], numbers[3] == 0 ? 1 : numbers[3], true)
        case "T*", "cm": beginLine()
        default: break
        }
    }

    /// Returns what is between the last text and the one that is drawn now.
    mutating func separation() -> Separation {
        defer { (lastHeight, isMoved) = (height, false) }
        guard let lastHeight, abs(height - lastHeight) < 0.01 else { return .line }
        return isMoved ? .word : .none
    }
}
