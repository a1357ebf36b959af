package import Screen

/// The pictures that a program showed, reconstructed from its output.
///
/// A picture ends with a synchronized update, and when the program leaves the alternate screen, because a terminal may
/// bring back the last contents of that screen.
package struct TerminalRecording {
    /// The contents of the screen at one moment.
    package struct Picture: Hashable, Sendable {
        /// The event that ended a picture.
        package enum End: Hashable, Sendable {
            /// An update was complete.
            case update
            /// The program leaves the alternate screen after it.
            case leaving
            /// The output ended.
            case output
        }

        /// The contents of the screen.
        package let frame: Frame
        /// Whether it was on the alternate screen.
        package let isAlternateScreen: Bool
        /// The event that ended the picture.
        package let end: End
        /// The number of bytes of output up to that moment.
        package let offset: Int
    }

    /// The pictures in the order in which they were shown; the last one is the final contents of the screen.
    package private(set) var pictures: [Picture] = []

    private static let endOfUpdate = Array("\u{1b}[?2026l".utf8)
    private static let leaving = Array("\u{1b}[?1049l".utf8)

    /// Replays the complete output of a program.
    /// - Parameter size: The size of the terminal throughout.
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

    /// The first picture on the alternate screen that is not blank.
    package var first: Picture? { pictures.first { $0.isAlternateScreen && !$0.frame.isBlank } }
}

extension Frame {
    /// Whether the frame contains no visible characters.
    package var isBlank: Bool { cells.allSatisfy { $0.base == " " && $0.firstMark == nil } }
}
