import FoundationEssentials
import Screen

/// Control sequences that every use of a terminal shares.
enum ControlSequence {
    /// Has the terminal report changes of its background (mode 2031).
    static let backgroundReports = "\u{1b}[?2031h"

    /// Asks for the background (`OSC 11`).
    static let backgroundQuestion = Array("\u{1b}]11;?\u{1b}\\".utf8)
    /// Asks for the primary device attributes (DA1).
    static let attributesQuestion = Array("\u{1b}[c".utf8)

    /// Asks the terminal to put bytes on its clipboard (`OSC 52`, xterm's control sequences, "Operating System
    /// Commands"). Terminals that do not know the request, or do not permit it, ignore it.
    static func clipboard(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1b}]52;c;\(Data(bytes).base64EncodedString())\u{1b}\\".utf8)
    }

    /// Sends something from a cell on, and puts the cursor and its attributes back (DECSC, DECRC).
    static func at(_ column: Int, _ row: Int, _ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1b}7\u{1b}[\(row + 1);\(column + 1)H".utf8) + bytes + Array("\u{1b}8".utf8)
    }

    /// Overwrites cells with blanks: erasing does not remove pictures everywhere.
    static func blanks(_ area: Rectangle) -> [UInt8] {
        let blanks = Array("\u{1b}[m".utf8) + Array(repeating: 0x20, count: area.columns)
        return (area.row..<area.endRow).reduce([]) { $0 + at(area.column, $1, blanks) }
    }

    /// Shows a PNG file in some cells, as iTerm2's documentation, "Inline Images Protocol", has it.
    static func inlinePicture(_ placement: PicturePlacement) -> [UInt8] {
        let (bytes, area) = (placement.picture.bytes, placement.area)
        let arguments =
            "inline=1;size=\(bytes.count);width=\(area.columns);height=\(area.rows);preserveAspectRatio=0"
        return Array("\u{1b}]1337;File=\(arguments):\(Data(bytes).base64EncodedString())\u{7}".utf8)
    }
}
