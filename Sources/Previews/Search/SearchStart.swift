/// Where a search begins, and which way it goes.
package struct SearchStart: Hashable, Sendable {
    /// The beginning of the search.
    package enum Origin: Hashable, Sendable {
        /// A line: it is searched too if the search goes forwards.
        case line(UInt64)
        /// The place of an earlier match, which is not found again.
        case place(UInt64)
    }

    /// The beginning of the search.
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

/// A place in contents that the user names.
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
    /// The place itself, from which a search continues: an offset in a text, otherwise the position of the line.
    package var place: UInt64
    /// The number of columns to skip on the left so that the place is visible; nil if it is, as the contents are laid
    /// out.
    package var skipped: Int?
    /// The nodes of an outline whose folding differs from the first one, so that the line is visible; nil if there are
    /// none to be changed.
    package var folds: Set<OutlinePath>?
    /// The column of a table in which it is.
    package var column: Int?
    /// A remark about it: the column of a table in which it is, and the text around it if that is cut off on the
    /// screen; that there is no such line.
    package var remark: String?

    package init(line: UInt64, place: UInt64? = nil) {
        self.line = line
        self.place = place ?? line
    }
}
