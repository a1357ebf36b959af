import CTerminal
import Screen
import System

/// Converts what ncurses reads to input events.
struct InputDecoder {
    /// The maximum length of a paste, in bytes; the rest is dropped.
    static let pasteLimit = 1 << 20

    let isUTF8: Bool
    /// The bytes of an unfinished paste.
    private var paste: [UInt8]?
    private var lastPress: (position: Position, milliseconds: Int)?
    /// A byte or key code that was read ahead and belongs to the next event.
    private var pushedBack: Int32?
    /// A sequence whose end has not arrived yet.
    private var unfinished: Unfinished?

    /// What the terminal has reported.
    private var replies: [TerminalReply] = []
    /// Until when an answer of the terminal is awaited, in milliseconds.
    private var awaitedUntil = 0

    /// A sequence that a slow terminal or connection delivers in pieces.
    private struct Unfinished {
        /// The part of it that is awaited.
        enum Rest {
            /// All but the ESC, of an answer that is awaited.
            case introducer
            /// The rest of a sequence.
            case sequence(ReplyParser)
            /// The rest of a mouse report, after its numbers so far.
            case mouse([Int])
        }

        let rest: Rest
        /// When its first piece ended, in milliseconds.
        let since: Int
        /// The time limit for the rest, in milliseconds.
        var patience = InputDecoder.patience
        /// The key that it is if nothing follows it soon.
        var key: Key?
    }

    /// The time limit for the rest of a sequence, and for an answer, in milliseconds; input after that is keys.
    private static let patience = 5_000
    /// The same where the beginning may be a key. While an answer is awaited, that key is reported after this time: a
    /// delay that is hardly felt, and longer than packets of one answer are apart.
    private static let keyPatience = 100
    /// The time limit for the next piece of a sequence that is longer than any answer.
    private static let garbagePatience = 1_000

    init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

    /// Awaits an answer of the terminal, which may arrive in pieces: an ESC may be its first byte.
    mutating func awaitAnswer() { awaitedUntil = Self.milliseconds + Self.patience }

    /// Returns what the terminal has reported since the last call.
    mutating func takeReplies() -> [TerminalReply] {
        defer { replies = [] }
        return replies
    }

    /// How long a key is held back because it may be the beginning of an answer, in milliseconds; nil if none is.
    var millisecondsToKey: Int? {
        guard let begun = unfinished, begun.key != nil else { return nil }
        return max(0, begun.since + Self.keyPatience - Self.milliseconds)
    }

    /// Returns the key that was held back, if no answer has followed it in time.
    mutating func overdueKey() -> Key? {
        guard let key = unfinished?.key, millisecondsToKey == 0 else { return nil }
        unfinished = nil
        return key
    }

    /// Returns all pending input without waiting, except up to 25 ms for the rest of an escape sequence or character.
    mutating func events() -> [InputEvent] {
        var events: [InputEvent] = []
        while true {
            if paste != nil {
                guard let event = continuePaste() else { return events }
                events.append(event)
                continue
            }
            let code = next()
            if code == ERR { return events }
            if let event = event(code) { events.append(event) }
        }
    }

    private mutating func next() -> Int32 {
        if let code = pushedBack {
            pushedBack = nil
            return code
        }
        return sgt_next_key()
    }

    private mutating func event(_ code: Int32) -> InputEvent? {
        if let begun = unfinished {
            unfinished = nil
            // A key would have been reported by now if the input had not been there in time.
            let isInTime = begun.key != nil || Self.milliseconds - begun.since < begun.patience
            if isInTime { return finish(begun, with: code) }
        }
        switch code {
        case KeySequences.focusGained: return .focusGained
        case KeySequences.focusLost: return .focusLost
        case KeySequences.pasteBegin:
            paste = []
            return nil
        case KeySequences.pasteEnd: return nil
        case KeySequences.mouse: return mouse()
        case KeySequences.oldMouse: return oldMouse()
        case 0x1b: return afterEscape()
        case 0..<0x20, 0x7f: return .key(KeySequences.control(UInt8(code)))
        case 0x20..<0x100: return character(UInt8(code)).map { .key(.character($0)) }
        default: return KeySequences.key(code).map { .key($0) }
        }
    }

    /// Decodes input after an ESC that begins no sequence ncurses knows: the key itself, Alt with a key, or a sequence
    /// of the terminal.
    private mutating func afterEscape() -> InputEvent? {
        let code = next()
        switch code {
        case ERR:
            guard awaitsAnswer else { return .key(.escape) }
            unfinished = Unfinished(rest: .introducer, since: Self.milliseconds, key: .escape)
            return nil
        case 0x1b:
            pushedBack = code
            return .key(.escape)
        case 0x20..<0x100 where code != 0x7f:
            if let introducer = Self.introducer(code) { return readSequence(ReplyParser(introducer)) }
            return character(UInt8(code)).map { .key(.alt($0)) }
        case 0..<0x100: return .key(KeySequences.control(UInt8(code)))
        default: return event(code)
        }
    }

    /// Returns the byte after ESC that begins a sequence; nil for any other code.
    private static func introducer(_ code: Int32) -> ReplyParser.Introducer? {
        UInt8(exactly: code).flatMap(ReplyParser.Introducer.init(rawValue:))
    }

    private var awaitsAnswer: Bool { Self.milliseconds < awaitedUntil }

    /// Decodes the next piece of a sequence.
    private mutating func finish(_ begun: Unfinished, with code: Int32) -> InputEvent? {
        switch begun.rest {
        case .introducer:
            // The awaited answers are control sequences, operating system commands and application commands.
            guard let introducer = Self.introducer(code), introducer.beginsAnswer else {
                pushedBack = code
                return .key(.escape)
            }
            return readSequence(ReplyParser(introducer), since: begun.since)
        case .sequence(let parser):
            pushedBack = code
            // After a pause, an ESC in a string is a key rather than the beginning of what follows.
            let goesOn = code == 0x5c || Self.introducer(code)?.beginsAnswer == true
            if parser.endsWithEscape, !goesOn { return nil }
            guard UInt8(exactly: code).map({ parser.mayGoOn(with: $0) }) ?? true else { return nil }
            return readSequence(parser, since: begun.since)
        case .mouse(let numbers):
            pushedBack = code
            return mouse(after: numbers, since: begun.since)
        }
    }

    /// Reads a sequence to its end, so that its bytes are not interpreted as keys.
    /// - Parameters:
    ///   - begun: Its beginning.
    ///   - since: When that arrived, in milliseconds, if it arrived before.
    private mutating func readSequence(_ begun: ReplyParser, since: Int? = nil) -> InputEvent? {
        var parser = begun
        var since = since
        while true {
            let code = next()
            if code == ERR { return wait(for: parser, since: since) }
            // A key that ncurses has recognized, such as the loss of the focus, is not part of any sequence.
            let progress = UInt8(exactly: code).map { parser.append($0) } ?? .interrupted
            switch progress {
            case .incomplete: break
            case .complete(let reply):
                if let reply { receiveTerminalReply(reply) }
                return nil
            case .interrupted:
                pushedBack = code
                return parser.count == 0 ? .key(parser.introducer.key) : nil
            case .restarted:
                // Not by way of `afterEscape`, which would call this method again for each of a flood of sequences.
                guard let introducer = Self.introducer(code) else {
                    pushedBack = code
                    return afterEscape()
                }
                parser = ReplyParser(introducer)
                since = nil
            }
        }
    }

    private mutating func receiveTerminalReply(_ reply: TerminalReply) {
        if reply == .attributes { awaitedUntil = 0 }
        replies.append(reply)
    }

    /// Has the rest of a sequence read when it arrives.
    private mutating func wait(for parser: ReplyParser, since: Int?) -> InputEvent? {
        let isKey = parser.count == 0
        if isKey, !awaitsAnswer || !parser.introducer.beginsAnswer { return .key(parser.introducer.key) }
        let now = Self.milliseconds
        if isKey {
            unfinished = Unfinished(rest: .sequence(parser), since: now, key: parser.introducer.key)
        } else if parser.count > ReplyParser.limit {
            unfinished = Unfinished(rest: .sequence(parser), since: now, patience: Self.garbagePatience)
        } else {
            unfinished = Unfinished(rest: .sequence(parser), since: since ?? now)
        }
        return nil
    }

    private static var milliseconds: Int { Int(MonotonicClock.now() / 1_000_000) }

    /// Returns the character that begins with `first`, or nil for invalid bytes.
    private mutating func character(_ first: UInt8) -> Unicode.Scalar? {
        if first < 0x80 { return Unicode.Scalar(first) }
        // Of the encodings other than UTF-8, only those whose first 256 characters are Latin-1 are supported.
        guard isUTF8 else { return Unicode.Scalar(first) }
        var bytes = [first]
        let count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
        while bytes.count < count {
            var code = next()
            if code == ERR {
                // The rest of the character is on its way: terminals send it with one write, but reads may split it.
                var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                guard poll(&ready, 1, 25) == 1 else { return nil }
                code = next()
            }
            guard code >= 0x80, code < 0xc0 else {
                if code != ERR { pushedBack = code }
                return nil
            }
            bytes.append(UInt8(code))
        }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        // C1 controls are not keys.
        return scalar.value < 0xa0 ? nil : scalar
    }

    /// Decodes `ESC [ < button ; column ; row M`, with `m` for a release
    /// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Mouse Tracking").
    /// - Parameters:
    ///   - numbers: Those that arrived before, the last one perhaps in part.
    ///   - since: When its beginning arrived, in milliseconds, if it arrived before.
    private mutating func mouse(after numbers: [Int] = [0], since: Int? = nil) -> InputEvent? {
        var numbers = numbers
        while true {
            switch next() {
            case let code where code >= 0x30 && code <= 0x39:
                numbers[numbers.count - 1] = min(100_000, numbers[numbers.count - 1] * 10 + Int(code) - 0x30)
            case 0x3b where numbers.count < 3: numbers.append(0)
            case 0x4d where numbers.count == 3: return mouse(button: numbers[0], column: numbers[1], row: numbers[2])
            case 0x6d where numbers.count == 3:
                return mouse(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: true)
            case 0x6d: return nil
            case ERR:
                unfinished = Unfinished(rest: .mouse(numbers), since: since ?? Self.milliseconds)
                return nil
            case 0x20..<0x40:
                // Not a mouse report, but some control sequence that begins like one.
                var parser = ReplyParser(.control)
                _ = parser.append(0x3c)
                return readSequence(parser, since: since)
            case let code:
                if code < 0x20 || code > 0x7e { pushedBack = code }
                return nil
            }
        }
    }

    /// Decodes `ESC [ M` and three bytes, each of them 32 plus its value.
    private mutating func oldMouse() -> InputEvent? {
        var numbers: [Int] = []
        for _ in 0..<3 {
            let code = next()
            guard code >= 0x20, code < 0x100 else { return nil }
            numbers.append(Int(code) - 0x20)
        }
        return mouse(button: numbers[0], column: numbers[1], row: numbers[2])
    }

    private mutating func mouse(button: Int, column: Int, row: Int, isRelease: Bool = false) -> InputEvent? {
        guard column > 0, row > 0 else { return nil }
        let position = Position(column: column - 1, row: row - 1)
        // Bits 2 to 4 are Shift, Alt and Control, which are ignored.
        switch button & ~0b11100 {
        case 64: return .mouse(MouseEvent(action: .scrollUp, position: position))
        case 65: return .mouse(MouseEvent(action: .scrollDown, position: position))
        case 0 where isRelease, 3: return .mouse(MouseEvent(action: .release, position: position))
        case 32: return .mouse(MouseEvent(action: .drag, position: position))
        case 2 where !isRelease: return .mouse(MouseEvent(action: .secondaryPress, position: position))
        case 0: break
        default: return nil
        }
        let milliseconds = Self.milliseconds
        if let last = lastPress, last.position == position, milliseconds - last.milliseconds < 400 {
            lastPress = nil
            return .mouse(MouseEvent(action: .doublePress, position: position))
        }
        lastPress = (position, milliseconds)
        return .mouse(MouseEvent(action: .press, position: position))
    }

    /// Continues a paste, bypassing ncurses, which would take parts of it for keys.
    private mutating func continuePaste() -> InputEvent? {
        guard var collected = paste else { return nil }
        paste = nil
        let end: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]
        var waiting = Int(sgt_bytes_waiting(STDIN_FILENO))
        collected.reserveCapacity(collected.count + waiting)
        var chunk: [UInt8] = [0, 0, 0, 0, 0, 0]
        // The length of the longest prefix of the end marker that ends the bytes read so far.
        var begun = (0..<end.count).last { collected.suffix($0) == end.prefix($0) } ?? 0
        while waiting > 0 {
            // Never more than may remain of the end marker: the input after it is for ncurses to read.
            let count = read(STDIN_FILENO, &chunk, min(waiting, end.count - begun))
            guard count > 0 else { break }
            waiting -= count
            for byte in chunk[..<count] {
                collected.append(byte)
                // The end marker's first byte occurs nowhere else in it.
                begun = byte == end[begun] ? begun + 1 : byte == end[0] ? 1 : 0
            }
            if begun == end.count {
                collected.removeLast(end.count)
                return .paste(Array(collected.prefix(Self.pasteLimit)))
            }
            // Beyond the limit only the end marker matters.
            let tooMany = collected.count - Self.pasteLimit - end.count
            if tooMany > 0 { collected.removeSubrange(Self.pasteLimit..<Self.pasteLimit + tooMany) }
            if waiting == 0 { waiting = Int(sgt_bytes_waiting(STDIN_FILENO)) }
        }
        paste = collected
        return nil
    }
}

extension ReplyParser.Introducer {
    /// Whether the answers that are awaited may begin with it.
    fileprivate var beginsAnswer: Bool {
        self == .control || self == .operatingSystemCommand || self == .applicationCommand
    }

    /// The key that sends ESC and this byte, with nothing after it.
    fileprivate var key: Key { .alt(Unicode.Scalar(rawValue)) }
}
