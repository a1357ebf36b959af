import CTerminal
import Screen

/// The key sequences that ncurses is taught, and the meaning of its key codes.
enum KeySequences {
    /// Key codes of the program, above those that ncurses assigns.
    static let focusGained: Int32 = 0x4000
    static let focusLost: Int32 = 0x4001
    static let pasteBegin: Int32 = 0x4002
    static let pasteEnd: Int32 = 0x4003
    /// The introducers of mouse reports, in SGR form and in the old form.
    static let mouse: Int32 = 0x4004
    static let oldMouse: Int32 = 0x4005

    /// Teaches ncurses the sequences that descriptions omit: focus, paste, and the keys of both cursor key modes.
    static func teach() {
        let sequences: [(String, Int32)] = [
            ("\u{1b}[I", focusGained), ("\u{1b}[O", focusLost),
            ("\u{1b}[200~", pasteBegin), ("\u{1b}[201~", pasteEnd),
            ("\u{1b}[<", mouse), ("\u{1b}[M", oldMouse),
            ("\u{1b}[A", KEY_UP), ("\u{1b}[B", KEY_DOWN), ("\u{1b}[C", KEY_RIGHT), ("\u{1b}[D", KEY_LEFT),
            ("\u{1b}OA", KEY_UP), ("\u{1b}OB", KEY_DOWN), ("\u{1b}OC", KEY_RIGHT), ("\u{1b}OD", KEY_LEFT),
            ("\u{1b}[H", KEY_HOME), ("\u{1b}[F", KEY_END), ("\u{1b}OH", KEY_HOME), ("\u{1b}OF", KEY_END),
            ("\u{1b}[1~", KEY_HOME), ("\u{1b}[4~", KEY_END), ("\u{1b}[7~", KEY_HOME), ("\u{1b}[8~", KEY_END),
            ("\u{1b}[Z", KEY_BTAB),
        ]
        for (sequence, code) in sequences { define_key(sequence, code) }
    }

    /// Returns the key for an ncurses code above 255, or nil if the program does not use it.
    static func key(_ code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_HOME, KEY_A1, KEY_FIND: .home
        case KEY_END, KEY_C1, KEY_LL, KEY_SELECT: .end
        case KEY_A3: .pageUp
        case KEY_C3: .pageDown
        case KEY_BTAB: .backTab
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        case KEY_IC: .insert
        case KEY_ENTER: .enter
        default: sgt_function_key(code) > 0 ? .function(Int(sgt_function_key(code))) : nil
        }
    }

    /// Returns the key for a control character.
    static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x09: .tab
        case 0x0a, 0x0d: .enter
        case 0x1b: .escape
        case 0x08, 0x7f: .backspace
        case 0x00: .control(" ")
        case 0x01...0x1a: .control(Unicode.Scalar(byte + 0x60))
        // ^\ ^] ^^ ^_
        default: .control(Unicode.Scalar(byte + 0x40))
        }
    }
}
