/// Formats sizes for display.
package enum ByteCount {
    private static let units = ["B", "KB", "MB", "GB", "TB", "PB", "EB"]

    /// Returns a size in powers of 1024, with at most three digits from 1 KB on: `28 KB`, `2.4 KB`, `923 B`.
    package static func short(_ bytes: UInt64) -> String {
        guard bytes >= 1_024 else { return "\(bytes) B" }
        var unit = 0
        var value = Double(bytes)
        // 999.5 and not 1024, so that rounding leaves at most three digits before the unit.
        while value >= 999.5, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        if value < 9.95 {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(units[unit])"
        }
        return "\(Int(value.rounded())) \(units[unit])"
    }

    /// Returns a size in bytes with separators: `28,672 bytes`.
    package static func exact(_ bytes: UInt64) -> String {
        bytes == 1 ? "1 byte" : grouped(bytes) + " bytes"
    }

    /// Returns a number with a comma before every three digits.
    package static func grouped(_ number: UInt64) -> String {
        let digits = String(number)
        var result = ""
        var left = digits.utf8.count
        for digit in digits {
            if left % 3 == 0, !result.isEmpty { result.append(",") }
            result.append(digit)
            left -= 1
        }
        return result
    }

    /// Reads a size as a person writes it: `1.5M`, `10 KB`, `300`. Units are powers of 1024.
    /// - Returns: nil if it is not a size, or too large.
    package static func parsed(_ text: String) -> UInt64? {
        var rest = text.lowercased()[...]
        if rest.last == "b" { rest = rest.dropLast() }
        if rest.last == "i" { rest = rest.dropLast() }
        var factor = 1.0
        if let unit = rest.last.flatMap({ "kmgtpe".firstIndex(of: $0) }) {
            for _ in 0..."kmgtpe".distance(from: "kmgtpe".startIndex, to: unit) { factor *= 1_024 }
            rest = rest.dropLast()
        }
        while rest.last == " " { rest = rest.dropLast() }
        guard !rest.isEmpty, rest.count <= 20, rest.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let number = Double(rest), number * factor < 0x1p63
        else { return nil }
        return UInt64(number * factor)
    }
}
