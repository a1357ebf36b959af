package import Screen

/// What a program showed, picture by picture, found out from the bytes that it wrote.
///
/// A picture ends where the program says so, by the end of a synchronized update, and where it leaves the alternate
/// screen: what that showed last is what a terminal may bring back.
package struct TerminalRecording {
    /// What the screen showed at a moment.
    package struct Picture: Hashable, Sendable {
        /// What came at that moment.
        package enum End: Hashable, Sendable {
            /// An update was complete.
            case update
            /// The alternate screen is left after it.
            case leaving
            /// The bytes end.
            case output
        }

        /// The picture.
        package let frame: Frame
        /// Whether it stood on the alternate screen.
        package let isAlternateScreen: Bool
        /// What came then.
        package let end: End
        /// How many of the bytes had been written by then.
        package let offset: Int
    }

    /// In the order in which they were shown; the last one is what the screen shows in the end.
    package private(set) var pictures: [Picture] = []

    private static let endOfUpdate = Array("\u{1b}[?2026l".utf8)
    private static let leaving = Array("\u{1b}[?1049l".utf8)

    /// Plays what a program wrote from its start on.
    /// - Parameter size: of the terminal all the while.
    package init(of bytes: [UInt8], size: Size) {
        guard let screen = TerminalScreen(size: size) else { return }
        var start = 0
        func capture(until offset: Int, _ end: Picture.End) {
            screen.feed(bytes[start..<offset])
            start = offset
            pictures.append(
                Picture(frame: screen.frame, isAlternateScreen: screen.isAlternateScreen, end: end, offset: offset))
        }
        var place = 0
        while place < bytes.count {
            if bytes[place...].starts(with: Self.endOfUpdate) {
                place += Self.endOfUpdate.count
                capture(until: place, .update)
            } else if bytes[place...].starts(with: Self.leaving) {
                capture(until: place, .leaving)
                place += Self.leaving.count
            } else {
                place += 1
            }
        }
        capture(until: bytes.count, .output)
    }

    /// The first picture on the alternate screen with anything in it.
    package var first: Picture? { pictures.first { $0.isAlternateScreen && !$0.frame.isBlank } }
}

extension Frame {
    /// Whether there is nothing to be read in it.
    package var isBlank: Bool { cells.allSatisfy { $0.base == " " && $0.firstMark == nil } }
}
