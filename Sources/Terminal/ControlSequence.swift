import FoundationEssentials

/// Control sequences that every use of a terminal shares.
enum ControlSequence {
    /// Has the terminal report changes of its background (mode 2031).
    static let backgroundReports = "\u{1b}[?2031h"

    /// Asks the terminal to put bytes on its clipboard (`OSC 52`, xterm's control sequences, "Operating System
    /// Commands"). Terminals that do not know the request, or do not permit it, ignore it.
    static func clipboard(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1b}]52;c;\(Data(bytes).base64EncodedString())\u{1b}\\".utf8)
    }
}
