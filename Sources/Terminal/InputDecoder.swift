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

    /// A sequence that a slow terminal or connection delivers in pieces.
    private struct Unfinished {
        /// The part of it that is awaited.
        enum Rest {
            /// The rest of a control sequence.
            case control
            /// The rest of a string, up to BEL or ST.
            case string
            /// The backslash of ST.
            case terminator
            /// The rest of a mouse report, after its numbers so far.
            case mouse([Int])
        }

        let rest: Rest
        /// The number of bytes after its introducer.
        let count: Int
        /// When its first piece ended, in milliseconds.
        let since: Int
    }

    /// The time limit for the rest of a sequence, in milliseconds; input after that is keys.
    private static let patience = 5_000

    init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

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
            if Self.milliseconds - begun.since < Self.patience { return finish(begun, with: code) }
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
    /// to ignore.
    private mutating func afterEscape() -> InputEvent? {
        let code = next()
        switch code {
        case ERR: return .key(.escape)
        case 0x1b:
            pushedBack = code
            return .key(.escape)
        case 0x5b, 0x4f: return skipControlSequence(introducer: UInt8(code))
        case 0x5d, 0x50, 0x58, 0x5e, 0x5f: return skipString(introducer: UInt8(code))
        case 0x20..<0x100 where code != 0x7f: return character(UInt8(code)).map { .key(.alt($0)) }
        case 0..<0x100: return .key(KeySequences.control(UInt8(code)))
        default: return event(code)
        }
    }

    /// Decodes or skips the next piece of a sequence.
    private mutating func finish(_ begun: Unfinished, with code: Int32) -> InputEvent? {
        pushedBack = code
        switch begun.rest {
        case .control: return skipControlSequence(introducer: 0x5b, after: begun)
        case .string: return skipString(introducer: 0x5d, after: begun)
        case .mouse(let numbers): return mouse(after: numbers, begun)
        case .terminator:
            if code == 0x5c { pushedBack = nil }
            return nil
        }
    }

    /// Skips an unknown control sequence, so that its bytes are not interpreted as keys.
    /// - Parameter begun: Its beginning, if that arrived before.
    private mutating func skipControlSequence(introducer: UInt8, after begun: Unfinished? = nil) -> InputEvent? {
        var count = begun?.count ?? 0
        while true {
            let code = next()
            guard code != ERR else {
                if count == 0 { return .key(.alt(Unicode.Scalar(introducer))) }
                return wait(for: .control, count, begun)
            }
            guard code >= 0x20, code < 0x7f else {
                pushedBack = code
                return nil
            }
            if code >= 0x40 || introducer == 0x4f { return nil }
            count += 1
        }
    }

    /// Skips a string sent by the terminal, such as a reply, up to BEL or ST.
    /// - Parameter begun: Its beginning, if that arrived before.
    private mutating func skipString(introducer: UInt8, after begun: Unfinished? = nil) -> InputEvent? {
        var count = begun?.count ?? 0
        while count < 4096 {
            let code = next()
            if code == ERR {
                if count == 0 { return .key(.alt(Unicode.Scalar(introducer))) }
                return wait(for: .string, count, begun)
            }
            if code == 0x07 { return nil }
            if code == 0x1b {
                let final = next()
                if final == ERR { return wait(for: .terminator, count, begun) }
                if final != 0x5c { pushedBack = final }
                return nil
            }
            // Keys such as ^C and the loss of the focus are not part of any string.
            guard code >= 0x20, code < 0x100 else {
                pushedBack = code
                return nil
            }
            count += 1
        }
        return nil
    }

    /// Has the rest of a sequence decoded or skipped when it arrives.
    private mutating func wait(for rest: Unfinished.Rest, _ count: Int, _ begun: Unfinished?) -> InputEvent? {
        unfinished = Unfinished(rest: rest, count: count, since: begun?.since ?? Self.milliseconds)
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
    ///   - begun: Its beginning, if that arrived before.
    private mutating func mouse(after numbers: [Int] = [0], _ begun: Unfinished? = nil) -> InputEvent? {
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
            case ERR: return wait(for: .mouse(numbers), 1, begun)
            case 0x20..<0x40:
                return skipControlSequence(
                    introducer: 0x5b, after: begun ?? Unfinished(rest: .control, count: 1, since: Self.milliseconds))
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
