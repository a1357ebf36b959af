import Screen

/// What a terminal reports about itself, as far as the program uses it.
enum TerminalReply: Hashable, Sendable {
    /// The background: an answer to `OSC 11 ; ?`, or a report of mode 2031.
    case background(Background)
    /// Whether the terminal knows kitty's graphics protocol: its answer to the question.
    case pictures(Bool)
    /// The primary device attributes, which every terminal sends when asked.
    case attributes
}

/// Recognizes, byte by byte, a sequence that a terminal sends: its end, and its meaning if it has one for the program
/// (ECMA-48, 5.4 and 5.6; xterm's control sequences, "Operating System Commands").
struct ReplyParser: Hashable, Sendable {
    /// The maximum number of bytes that are kept; a longer sequence has no meaning.
    static let limit = 4_096

    /// The byte after ESC that begins a sequence.
    enum Introducer: UInt8, CaseIterable, Sendable {
        case control = 0x5b
        case singleShift = 0x4f
        case operatingSystemCommand = 0x5d
        case deviceControl = 0x50
        case startOfString = 0x58
        case privacyMessage = 0x5e
        case applicationCommand = 0x5f
    }

    /// The result of a byte.
    enum Progress: Hashable, Sendable {
        /// More of the sequence is to come.
        case incomplete
        /// The sequence is complete.
        case complete(TerminalReply?)
        /// The byte is not part of the sequence, which is discarded.
        case interrupted
        /// The byte before was an ESC that begins another sequence, and this one follows it.
        case restarted
    }

    let introducer: Introducer
    /// The number of bytes after the introducer, including those that are not kept.
    private(set) var count = 0
    /// Whether the last byte was an ESC, which may begin the terminator of a string.
    private(set) var endsWithEscape = false
    private var bytes: [UInt8] = []

    /// Begins a sequence.
    init(_ introducer: Introducer) { self.introducer = introducer }

    /// Takes the next byte of the sequence.
    mutating func append(_ byte: UInt8) -> Progress {
        switch introducer {
        case .singleShift: return (0x20..<0x7f).contains(byte) ? .complete(nil) : .interrupted
        case .control:
            guard (0x20..<0x7f).contains(byte) else { return .interrupted }
            guard byte >= 0x40 else {
                keep(byte)
                return .incomplete
            }
            return .complete(meaningOfControlSequence(final: byte))
        case .operatingSystemCommand, .deviceControl, .startOfString, .privacyMessage, .applicationCommand:
            if endsWithEscape {
                endsWithEscape = false
                return byte == 0x5c ? .complete(meaningOfString) : .restarted
            }
            if byte == 0x07 { return .complete(meaningOfString) }
            if byte == 0x1b {
                endsWithEscape = true
                count += 1
                return .incomplete
            }
            // Keys such as ^C are not part of any string.
            guard byte >= 0x20 else { return .interrupted }
            keep(byte)
            return .incomplete
        }
    }

    /// Returns whether a byte that comes after a pause may be part of the sequence. The answer to `OSC 11 ; ?` may have
    /// been cut off: what is no part of a colour is a key then.
    func mayGoOn(with byte: UInt8) -> Bool {
        guard introducer == .operatingSystemCommand, !endsWithEscape, bytes.starts(with: "11;rgb".utf8) else {
            return true
        }
        let isInColor =
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || Character(Unicode.Scalar(byte)).isHexDigit
        return isInColor || byte == 0x07 || byte == 0x1b
    }

    private mutating func keep(_ byte: UInt8) {
        count += 1
        if bytes.count < Self.limit { bytes.append(byte) }
    }

    private func meaningOfControlSequence(final: UInt8) -> TerminalReply? {
        guard count <= Self.limit, bytes.first == UInt8(ascii: "?") else { return nil }
        let parameters = bytes.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard bytes.dropFirst().allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: ";") }) else { return nil }
        switch final {
        case UInt8(ascii: "c"): return .attributes
        // https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
        case UInt8(ascii: "n") where parameters.count == 2 && parameters[0].elementsEqual("997".utf8):
            if parameters[1].elementsEqual("1".utf8) { return .background(.dark) }
            return parameters[1].elementsEqual("2".utf8) ? .background(.light) : nil
        default: return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private var meaningOfString: TerminalReply? {
        let answer = KittyGraphics.beginningOfAnswer
        if introducer == .applicationCommand, count <= Self.limit, bytes.starts(with: answer) {
            return .pictures(bytes.dropFirst(answer.count).elementsEqual("OK".utf8))
        }
        let prefix = Array("11;".utf8)
        guard introducer == .operatingSystemCommand, count <= Self.limit, bytes.starts(with: prefix) else { return nil }
        return Self.background(bytes.dropFirst(prefix.count)).map { .background($0) }
    }

    /// Parses a colour as XParseColor(3) writes it: `rgb:` and three channels, or `rgba:` and four, each of one to four
    /// hexadecimal digits.
    private static func background(_ text: ArraySlice<UInt8>) -> Background? {
        let forms = [(Array("rgb:".utf8), 3), (Array("rgba:".utf8), 4)]
        guard let (prefix, number) = forms.first(where: { text.starts(with: $0.0) }) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let channels = parts.compactMap(channel)
        guard parts.count == number, channels.count == number else { return nil }
        return Background(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// Returns a channel, scaled to 16 bits.
    private static func channel(_ digits: ArraySlice<UInt8>) -> Int? {
        // Without the check, a sign would be allowed.
        let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard (1...4).contains(digits.count), isHexadecimal,
            let value = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return value * 0xffff / ((1 << (4 * digits.count)) - 1)
    }
}
