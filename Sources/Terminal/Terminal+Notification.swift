import CTerminal

/// How a terminal can draw the attention of a user who looks elsewhere.
package enum TerminalNotification: String, Hashable, Sendable, CaseIterable {
    /// The bell, which many terminals show as a mark on their tab.
    case bell
    /// A notification of the desktop with a text: `OSC 9`, as iTerm2's documentation, "Proprietary Escape Codes", has
    /// it. Terminals that do not know it ignore it.
    case osc9
}

extension Terminal {
    /// Draws attention.
    /// - Parameter text: A text for the notification. Anything but printable ASCII is left out.
    package func notify(_ text: String, by notification: TerminalNotification) {
        switch notification {
        case .bell: send([0x07])
        case .osc9:
            guard isECMA48 else { return send([0x07]) }
            let printable = text.utf8.filter { (0x20..<0x7f).contains($0) }
            send(Array("\u{1b}]9;".utf8) + printable + Array("\u{1b}\\".utf8))
        }
    }
}
