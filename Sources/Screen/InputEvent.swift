/// A key that was pressed, with the modifiers that terminals can report.
package enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Unicode.Scalar)
    /// A letter or symbol pressed together with Control, in lower case: `control("d")`.
    case control(Unicode.Scalar)
    /// A character pressed together with Alt.
    case alt(Unicode.Scalar)
    /// F1 to F12 and beyond.
    case function(Int)
    case enter
    case escape
    case tab
    case backTab
    case backspace
    case delete
    case insert
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
}

/// A mouse action and its position.
package struct MouseEvent: Hashable, Sendable {
    /// The action of the left button, a press of the right one, or a step of the wheel.
    package enum Action: Hashable, Sendable {
        case press
        case doublePress
        /// The right button.
        case secondaryPress
        /// The pointer has moved to another cell while the button is held.
        case drag
        case release
        case scrollUp
        case scrollDown
    }

    package var action: Action
    package var position: Position

    /// Creates an event.
    package init(action: Action, position: Position) {
        self.action = action
        self.position = position
    }
}

/// Any input from the terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// The terminal has a new size.
    case resize(Size)
    /// The terminal window got the focus (`ESC [ I`).
    case focusGained
    /// The terminal window lost the focus (`ESC [ O`).
    case focusLost
    /// A bracketed paste, as bytes that have not been sanitized.
    case paste([UInt8])
}
