/// Whether a program is in the middle of a synchronized update (mode 2026): whether what it has written ends with half a
/// frame.
struct UpdateMarks {
    /// Whether an update has begun, and has not ended.
    private(set) var isOpen = false

    /// Both marks but for the last byte, which is `h` for the beginning and `l` for the end.
    private static let mark = Array("\u{1b}[?2026".utf8)

    /// Reads on in the output of a program.
    /// - Parameters:
    ///   - output: All of it.
    ///   - start: The index of the first byte that is new.
    mutating func read(_ output: [UInt8], from start: Int) {
        // A mark may have come in two parts. What is closed twice is closed.
        var place = max(0, start - Self.mark.count)
        while let escape = output[place...].firstIndex(of: Self.mark[0]) {
            let next = escape + Self.mark.count
            guard next < output.count else { return }
            place = escape + 1
            guard output[escape..<next].elementsEqual(Self.mark) else { continue }
            switch output[next] {
            case UInt8(ascii: "h"): isOpen = true
            case UInt8(ascii: "l"): isOpen = false
            default: break
            }
        }
    }
}
