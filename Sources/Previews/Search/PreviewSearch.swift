import Formats

/// A text to be found in contents. The case of ASCII letters matters only if the text has capital ones.
package struct PreviewSearch: Hashable, Sendable {
    /// The text as entered.
    package let text: String
    /// Whether the case of ASCII letters does not matter.
    package let ignoresCase: Bool
    private let pattern: BytePattern

    /// - Returns: nil for an empty or very long text.
    package init?(_ text: String) {
        ignoresCase = !text.utf8.contains { (0x41...0x5a).contains($0) }
        guard let pattern = BytePattern(text.utf8, ignoringCase: ignoresCase) else { return nil }
        self.pattern = pattern
        self.text = text
    }

    /// Returns whether the text occurs in another.
    func occurs(in text: String) -> Bool { pattern.occurs(in: text.utf8) }

    /// Returns where the text first occurs in another; nil if it does not.
    func start(in text: String) -> String.Index? {
        let offset = Array(text.utf8).withUnsafeBytes { pattern.first(in: $0, from: 0) }
        return offset.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    /// Returns whether the text occurs in bytes, as UTF-8.
    func occurs(in bytes: [UInt8]) -> Bool { pattern.occurs(in: bytes) }

    /// Returns the text in an encoding; nil if it cannot be written in it.
    func pattern(in encoding: TextEncoding) -> BytePattern? {
        switch encoding {
        case .ascii, .utf8: return pattern
        case .latin1:
            let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            guard bytes.count == text.unicodeScalars.count else { return nil }
            return BytePattern(bytes, ignoringCase: ignoresCase)
        case .utf16LittleEndian:
            return BytePattern(text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, ignoringCase: ignoresCase)
        case .utf16BigEndian:
            return BytePattern(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }, ignoringCase: ignoresCase)
        }
    }

    /// The text as bytes: those that hexadecimal digits behind `0x` stand for, otherwise UTF-8.
    var bytePattern: BytePattern? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return pattern }
        let digits = text.dropFirst(2).filter { $0 != " " }
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return BytePattern(bytes)
    }
}

/// Where a search begins, and which way it goes.
package struct SearchStart: Hashable, Sendable {
    /// What the search begins with.
    package enum Origin: Hashable, Sendable {
        /// A line: it is searched too if the search goes forwards.
        case line(UInt64)
        /// The place of an earlier match, which is not found again.
        case place(UInt64)
    }

    /// What the search begins with.
    package var origin: Origin
    /// Whether it goes towards the beginning.
    package var isBackwards: Bool

    package init(_ origin: Origin, isBackwards: Bool = false) {
        self.origin = origin
        self.isBackwards = isBackwards
    }

    /// The first place that is searched forwards.
    var first: UInt64 {
        switch origin {
        case .line(let position): position
        case .place(let place): place == .max ? place : place + 1
        }
    }

    /// The end of the places that are searched backwards.
    var end: UInt64 {
        switch origin {
        case .line(let position), .place(let position): position
        }
    }
}

/// A place in contents that somebody names.
package enum PreviewTarget: Hashable, Sendable {
    /// A line of a text or a row, from 1.
    case line(UInt64)
    /// A line of a text, from 1, which has an offset in contents that are not shown as text.
    case textLine(UInt64, offset: UInt64)
    /// An offset in bytes.
    case offset(UInt64)
    /// A part of the whole, in per cent.
    case percentage(UInt64)

    /// Says that there is no such line or row, and that the last one is shown instead.
    static func remark(_ number: UInt64, of count: UInt64, _ unit: String) -> String {
        "\(unit) \(number) of \(count); at the last one"
    }

    /// Parses `120`, `0x3f0` or `50%`.
    /// - Returns: nil for anything else.
    package init?(_ text: String) {
        let text = text.filter { $0 != " " }.lowercased()
        if text.hasSuffix("%") {
            guard let number = UInt64(text.dropLast()), number <= 100 else { return nil }
            self = .percentage(number)
        } else if text.hasPrefix("0x") {
            guard let number = UInt64(text.dropFirst(2), radix: 16) else { return nil }
            self = .offset(number)
        } else {
            guard let number = UInt64(text), number > 0 else { return nil }
            self = .line(number)
        }
    }
}

/// A place in contents that was looked for.
package struct PreviewMatch: Hashable, Sendable {
    /// The position of the line.
    package var line: UInt64
    /// The place itself, from which a search goes on: an offset in a text, otherwise the position of the line.
    package var place: UInt64
    /// The number of columns to skip on the left so that the place is visible; nil if it is, as the contents are laid
    /// out.
    package var skipped: Int?
    /// The nodes of an outline whose folding differs from the first one, so that the line is visible; nil if there are
    /// none to be changed.
    package var folds: Set<OutlinePath>?
    /// The column of a table in which it is.
    package var column: Int?
    /// What is worth saying about it: the column of a table in which it is, and the text around it if that is cut off on the
    /// screen; that there is no such line.
    package var remark: String?

    package init(line: UInt64, place: UInt64? = nil) {
        self.line = line
        self.place = place ?? line
    }
}
