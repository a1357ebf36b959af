/// Writes a property list as XML, without recursion.
struct XMLPropertyListWriter {
    /// The steps still to be performed, the next one last.
    private enum Step {
        case value(PropertyListValue, indent: Int)
        case key(String, indent: Int)
        case end(String, indent: Int)
    }

    private let isASCII: Bool
    private let base: [UInt8]
    private var text: [UInt8] = []

    /// Creates a writer.
    /// - Parameters:
    ///   - isASCII: Whether characters beyond ASCII are written as references.
    ///   - base: The blanks that come before the tabs of every line.
    init(isASCII: Bool, base: [UInt8] = []) { (self.isASCII, self.base) = (isASCII, base) }

    mutating func write(_ value: PropertyListValue) -> [UInt8] {
        line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        line(
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
        )
        line("<plist version=\"1.0\">")
        writeElements(of: value)
        line("</plist>")
        return text
    }

    /// Returns the element of a value alone, from its first tag to its last. The lines between have their indentation.
    mutating func element(of value: PropertyListValue) -> [UInt8] {
        writeElements(of: value)
        return Array(text.dropFirst(base.count).dropLast())
    }

    private mutating func writeElements(of value: PropertyListValue) {
        var steps: [Step] = [.value(value, indent: 0)]
        while let step = steps.popLast() {
            switch step {
            case .key(let key, let indent): element("key", key, indent)
            case .end(let name, let indent): line("</\(name)>", indent)
            case .value(let value, let indent): steps.append(contentsOf: write(value, indent).reversed())
            }
        }
    }

    /// Writes a scalar or the start of a collection; returns the steps that follow.
    private mutating func write(_ value: PropertyListValue, _ indent: Int) -> [Step] {
        switch value {
        // XML has no null; see `PropertyListWriter.firstUnwritable`.
        case .null: element("string", "$null", indent)
        case .string(let string): element("string", string, indent)
        case .integer(let number): line("<integer>\(number)</integer>", indent)
        case .wide(let number): line("<integer>\(number)</integer>", indent)
        case .real(let number): line("<real>\(Self.real(number))</real>", indent)
        case .boolean(let boolean): line(boolean ? "<true/>" : "<false/>", indent)
        case .date(let seconds): line("<date>\(PropertyListDate.text(secondsSince2001: seconds))</date>", indent)
        case .data(let bytes): data(bytes, indent)
        case .uid(let number):
            return write(.dictionary(["CF$UID": .integer(exactly: number)]), indent)
        case .array(let elements), .set(let elements):
            let steps = elements.map { Step.value($0, indent: indent + 1) }
            return openElement("array", steps, indent)
        case .dictionary(let dictionary):
            let steps = dictionary.pairs(lastCounts: true).flatMap { pair in
                [Step.key(pair.key, indent: indent + 1), .value(pair.value, indent: indent + 1)]
            }
            return openElement("dict", steps, indent)
        }
        return []
    }

    private mutating func openElement(_ name: String, _ children: [Step], _ indent: Int) -> [Step] {
        guard !children.isEmpty else {
            line("<\(name)/>", indent)
            return []
        }
        line("<\(name)>", indent)
        return children + [.end(name, indent: indent)]
    }

    /// The shortest text that parses as the same number, with infinities spelled as in CoreFoundation.
    private static func real(_ number: Double) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
        return number.description
    }

    // MARK: Lines

    private mutating func line(_ string: String, _ indent: Int = 0) {
        self.indent(indent)
        text.append(contentsOf: string.utf8)
        text.append(UInt8(ascii: "\n"))
    }

    private mutating func indent(_ count: Int) {
        text += base
        for _ in 0..<count { text.append(UInt8(ascii: "\t")) }
    }

    /// Writes lines of base64 that end at column 76 with a tab width of 8, and have at least 16 characters.
    private mutating func data(_ bytes: [UInt8], _ indent: Int) {
        line("<data>", indent)
        let digits = XMLData.text(of: bytes)
        let digitsPerLine = max(16, 76 - 8 * indent) / 4 * 4
        for start in stride(from: 0, to: digits.count, by: digitsPerLine) {
            self.indent(indent)
            text.append(contentsOf: digits[start..<min(start + digitsPerLine, digits.count)])
            text.append(UInt8(ascii: "\n"))
        }
        line("</data>", indent)
    }

    private mutating func element(_ name: String, _ content: String, _ indent: Int) {
        self.indent(indent)
        text.append(contentsOf: "<\(name)>".utf8)
        Self.escape(content, isASCII: isASCII, into: &text)
        text.append(contentsOf: "</\(name)>\n".utf8)
    }

    /// Appends the content of an element for a text.
    static func escape(_ content: String, isASCII: Bool, into text: inout [UInt8]) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text.append(contentsOf: "&amp;".utf8)
            case "<": text.append(contentsOf: "&lt;".utf8)
            case ">": text.append(contentsOf: "&gt;".utf8)
            // XML readers convert a bare carriage return to a line feed.
            case "\r": text.append(contentsOf: "&#13;".utf8)
            case "\t", "\n": text.append(contentsOf: scalar.utf8)
            case "\u{20}"..."\u{fffd}", "\u{10000}"...:
                if scalar.isActive || isASCII && !scalar.isASCII {
                    text.append(contentsOf: "&#x\(String(scalar.value, radix: 16, uppercase: true));".utf8)
                } else {
                    text.append(contentsOf: scalar.utf8)
                }
            // Use different pictures rather than a single replacement, so that keys that differ in these characters
            // stay different.
            case "\0"..."\u{1f}": text.append(contentsOf: (Unicode.Scalar(0x2400 + scalar.value) ?? scalar).utf8)
            default: text.append(contentsOf: "\u{fffd}".utf8)
            }
        }
    }
}
