import Screen

/// The spelling of colours in theme files.
enum ColorName {
    static let basic = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Parses `#rrggbb`, `red`, `bright-blue`, `default`, or a number from 0 to 255 in quotes; returns nil for anything
    /// else.
    static func color(_ name: String) -> Color? {
        if name == "default" { return .terminalDefault }
        if name.utf8.first == UInt8(ascii: "#") {
            guard name.utf8.count == 7, let value = UInt32(name.dropFirst(), radix: 16) else { return nil }
            return .rgb(
                UInt8(truncatingIfNeeded: value >> 16),
                UInt8(truncatingIfNeeded: value >> 8),
                UInt8(truncatingIfNeeded: value)
            )
        }
        if let index = basic.firstIndex(of: name) { return .palette(UInt8(index)) }
        if name.hasPrefix("bright-"), let index = basic.firstIndex(of: String(name.dropFirst(7))) {
            return .palette(UInt8(index + 8))
        }
        return UInt8(name).map { .palette($0) }
    }
}
