import ContainerModel
import FileSharing
import Inspection
import Jobs
import Screen

extension BrowserState {
    /// Returns the progress of an operation: a bar, the amount, speed, remaining time and current file, as far as they
    /// fit.
    func progressText(_ entry: OperationList.Entry, columns: Int) -> String {
        guard let progress = entry.progress else { return "\(entry.operation.title)\(Character(glyphs.ellipsis))" }
        let dot = " \(Character(glyphs.dot)) "
        let words = ProgressWords(progress, entry.rate)
        var parts: [String] = []
        if let fraction = progress.fraction, let percent = words.percent {
            let cells = columns >= 100 ? 20 : columns >= 60 ? 10 : columns >= 36 ? 6 : 0
            let full = Int(fraction * Double(cells))
            let bar =
                String(repeating: Character(glyphs.barFull), count: full)
                + String(repeating: Character(glyphs.barEmpty), count: cells - full)
            parts.append((cells > 0 ? bar + " " : "") + percent)
        } else {
            parts.append(ByteCount.short(progress.bytesDone))
        }
        if columns >= 44, let rate = words.rate { parts.append(rate) }
        if let left = words.timeLeft { parts.append(left) }
        if columns >= 70, !progress.name.isEmpty { parts.append(display(progress.name).description) }
        return (columns >= 30 ? "\(entry.operation.title)\(words.stage) " : "") + parts.joined(separator: dot)
    }
}
