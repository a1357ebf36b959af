import ContainerModel
import FileSharing
import Inspection
import Jobs
import Screen

extension BrowserState {
    /// How an operation stands: a bar, how much, how fast, how long still, and which file.
    func progressText(_ entry: OperationList.Entry, columns: Int) -> String {
        guard let progress = entry.progress else { return "\(entry.operation.title)\(Character(glyphs.ellipsis))" }
        let dot = " \(Character(glyphs.dot)) "
        let isExact = progress.fraction != nil
        var parts: [String] = []
        if let fraction = progress.fraction {
            let cells = columns >= 100 ? 20 : columns >= 60 ? 10 : columns >= 36 ? 6 : 0
            let full = Int(fraction * Double(cells))
            let bar =
                String(repeating: Character(glyphs.barFull), count: full)
                + String(repeating: Character(glyphs.barEmpty), count: cells - full)
            parts.append((cells > 0 ? bar + " " : "") + "\(Int(fraction * 100))%")
        } else {
            parts.append(ByteCount.short(progress.bytesDone))
        }
        if columns >= 44 {
            if let rate = entry.rate.bytesPerSecond, rate > 0 {
                parts.append("\(ByteCount.short(UInt64(min(rate, 1e18))))/s")
            } else if let rate = entry.rate.filesPerSecond, rate >= 1 {
                // What is only renamed moves no bytes.
                parts.append("\(ByteCount.grouped(UInt64(min(rate, 1e18)))) files/s")
            }
        }
        if let left = entry.rate.secondsLeft, isExact { parts.append("\(Self.duration(left)) left") }
        if columns >= 70, !progress.name.isEmpty { parts.append(display(progress.name).description) }
        let stage = progress.stage.name.map { ": \($0)" } ?? ""
        return (columns >= 30 ? "\(entry.operation.title)\(stage) " : "") + parts.joined(separator: dot)
    }

    /// Minutes and seconds, or hours and minutes.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 359_999))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours) h \(two(minutes)) min" : "\(minutes):\(two(rest))"
    }
}
