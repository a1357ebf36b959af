/// The characters of a font, by the codes in strings of contents (ISO 32000-1, 9.6, 9.7 and 9.10).
struct PDFFont {
    /// The bytes of a code.
    private var codeLength = 1
    private var characters: [UInt32: String] = [:]
    /// The encoding of codes without a character of their own; nil for one that only the font has.
    private var encoding: PDFEncoding?

    /// That of text without a font.
    static let unknown: PDFFont = {
        var font = PDFFont()
        font.encoding = .windows
        return font
    }()

    private init() {}

    init(_ entries: [String: PDFParser.Value], _ objects: inout PDFObjects) {
        let isComposite = objects.name(entries["Subtype"]) == "Type0"
        if isComposite {
            codeLength = 2
        } else {
            encoding = Self.encoding(entries, objects)
            addDifferences(objects.dictionary(entries["Encoding"]), objects)
        }
        guard case .reference(let number)? = entries["ToUnicode"], let map = objects.decoded(number) else { return }
        let found = PDFCharacterMap(map)
        characters.merge(found.characters) { _, mapped in mapped }
        if isComposite, let length = found.codeLength { codeLength = length }
    }

    private static func encoding(_ entries: [String: PDFParser.Value], _ objects: PDFObjects) -> PDFEncoding? {
        let named = objects.dictionary(entries["Encoding"]).map { $0["BaseEncoding"] } ?? entries["Encoding"]
        if let name = objects.name(named) { return PDFEncoding(name: name) }
        // Without a name, it is that of the font's own file.
        let font = objects.name(entries["BaseFont"]) ?? ""
        guard objects.name(entries["Subtype"]) != "Type3", !font.contains("Symbol"), !font.contains("Dingbats") else {
            return nil
        }
        guard let descriptor = objects.dictionary(entries["FontDescriptor"]) else { return .standard }
        let isEmbedded = ["FontFile", "FontFile2", "FontFile3"].contains { descriptor[$0] != nil }
        let isSymbolic = (objects.integer(descriptor["Flags"]) ?? 0) & 4 != 0
        return isEmbedded || isSymbolic ? nil : .standard
    }

    /// Adds the codes that an encoding gives to other glyphs: numbers, each before the names of those from there on.
    private mutating func addDifferences(_ encoding: [String: PDFParser.Value]?, _ objects: PDFObjects) {
        var code: UInt32 = 0
        for item in encoding.flatMap({ objects.array($0["Differences"]) }) ?? [] {
            switch item {
            case .integer(let number): code = UInt32(clamping: number)
            case .name(let name):
                // One that is not known is not that of the encoding either.
                characters[code] = PDFEncoding.character(ofGlyph: name).map { String($0) } ?? ""
                code &+= 1
            default: break
            }
        }
    }

    /// Returns the text of a string, and whether all of its codes have characters.
    func text(of string: [UInt8]) -> (text: String, isWhole: Bool) {
        var text = ""
        var isWhole = true
        for start in stride(from: 0, to: string.count, by: codeLength) {
            let code = string[start...].prefix(codeLength)
            let number = code.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if let characters = characters[number], !characters.isEmpty {
                text += characters
            } else if characters[number] == nil, codeLength == 1, let scalar = encoding?.character(code[start]) {
                text.unicodeScalars.append(scalar)
            } else {
                isWhole = false
            }
        }
        // What is searched for is written without ligatures.
        if text.unicodeScalars.contains(where: { ("\u{fb00}"..."\u{fb04}").contains($0) }) {
            for (ligature, letters) in Self.ligatures { text.replace(ligature, with: letters) }
        }
        return (text, isWhole)
    }

    private static let ligatures = [
        ("\u{fb00}", "ff"), ("\u{fb01}", "fi"), ("\u{fb02}", "fl"), ("\u{fb03}", "ffi"), ("\u{fb04}", "ffl"),
    ]
}

/// The characters of codes, as a ToUnicode map has them (ISO 32000-1, 9.10.3).
private struct PDFCharacterMap {
    private(set) var characters: [UInt32: String] = [:]
    private(set) var codeLength: Int?

    private static let maxCharacters = 65_536

    init(_ bytes: [UInt8]) {
        var parser = PDFParser(bytes)
        var operands: [PDFParser.Value] = []
        while !parser.isAtEnd {
            guard let value = parser.value() else {
                parser.skip()
                continue
            }
            guard case .word(let word) = value else {
                if operands.count < 3 * Self.maxCharacters { operands.append(value) }
                continue
            }
            switch word {
            case "endcodespacerange":
                if case .string(let code)? = operands.last { codeLength = max(1, min(4, code.count)) }
            case "endbfchar": addCharacters(operands)
            case "endbfrange": addRanges(operands)
            default: break
            }
            operands = []
        }
    }

    private static func code(_ value: PDFParser.Value) -> UInt32? {
        guard case .string(let bytes) = value, bytes.count <= 4 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func add(_ code: UInt32, _ units: [UInt16]) {
        guard characters.count < Self.maxCharacters, !units.isEmpty, units.count <= 16 else { return }
        characters[code] = String(decoding: units, as: UTF16.self)
    }

    private mutating func addCharacters(_ operands: [PDFParser.Value]) {
        for index in stride(from: 0, to: operands.count - 1, by: 2) {
            guard let code = Self.code(operands[index]), case .string(let text) = operands[index + 1] else { continue }
            add(code, text.bigEndianUnits)
        }
    }

    private mutating func addRanges(_ operands: [PDFParser.Value]) {
        for index in stride(from: 0, to: operands.count - 2, by: 3) {
            guard let first = Self.code(operands[index]), let last = Self.code(operands[index + 1]), first <= last,
                last - first < Self.maxCharacters
            else { continue }
            switch operands[index + 2] {
            case .string(let text):
                var units = text.bigEndianUnits
                for code in first...last {
                    guard characters.count < Self.maxCharacters else { return }
                    add(code, units)
                    if let end = units.indices.last { units[end] &+= 1 }
                }
            case .array(let texts):
                for (offset, text) in texts.prefix(Int(last - first) + 1).enumerated() {
                    if case .string(let bytes) = text { add(first + UInt32(offset), bytes.bigEndianUnits) }
                }
            default: continue
            }
        }
    }
}
