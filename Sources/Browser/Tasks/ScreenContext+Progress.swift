import ContainerModel
import FileSharing
import Inspection
import Jobs
import Screen

/// The progress of tasks in words.
extension ScreenContext {
    /// Returns the progress of a task for its row in the list: a bar, the time left, the rate and the amount as far as
    /// they are known; the time passed if nothing is.
    ///
    /// It is of the same width most of the time, so that the list does not change its own with every report.
    /// - Parameter hasBar: Whether it begins with a bar, if one can be drawn. Without one, its width varies.
    func progressNote(_ progress: Progress, _ rate: ProgressRate, hasBar: Bool = true) -> String {
        let note = varyingNote(progress, rate, hasBar: hasBar)
        guard hasBar else { return note }
        return String(repeating: " ", count: max(0, Self.noteColumns - note.count)) + note
    }

    private static let noteColumns = 52

    private func varyingNote(_ progress: Progress, _ rate: ProgressRate, hasBar: Bool) -> String {
        let words = ProgressWords(progress, rate)
        guard progress.filesDone > 0 || progress.bytesDone > 0 || progress.fraction != nil else {
            return ProgressWords.duration(Double(progress.nanoseconds) / 1e9)
        }
        let meter = progress.fraction.map {
            (hasBar ? bar($0, cells: size.columns < 100 ? 4 : 8) + " " : "") + (words.percent ?? "")
        }
        // Names are found without being measured.
        let amount =
            progress.fraction == nil && progress.bytesDone == 0
            ? Pluralized.items(Int(clamping: progress.filesDone)) : words.amount
        return [meter, words.timeLeft, words.rate, amount].compactMap(\.self)
            .joined(separator: " \(Character(glyphs.dot)) ")
    }

    private func bar(_ fraction: Double, cells: Int) -> String {
        let full = Int(fraction * Double(cells))
        return String(repeating: Character(glyphs.barFull), count: full)
            + String(repeating: Character(glyphs.barEmpty), count: cells - full)
    }

    /// Returns the progress of an operation: a bar, the amount, speed, remaining time and current file, as far as they
    /// fit.
    func progressText(_ entry: TaskEntry, columns: Int) -> String {
        guard let progress = entry.progress else { return "\(entry.title)\(Character(glyphs.ellipsis))" }
        let dot = " \(Character(glyphs.dot)) "
        let words = ProgressWords(progress, entry.rate)
        var parts: [String] = []
        if let fraction = progress.fraction, let percent = words.percent {
            let cells = columns >= 100 ? 20 : columns >= 60 ? 10 : columns >= 36 ? 6 : 0
            parts.append((cells > 0 ? bar(fraction, cells: cells) + " " : "") + percent)
        } else {
            parts.append(ByteCount.short(progress.bytesDone))
        }
        if columns >= 44, let rate = words.rate { parts.append(rate) }
        if let left = words.timeLeft { parts.append(left) }
        if columns >= 70, !progress.name.isEmpty { parts.append(display(progress.name).description) }
        return (columns >= 30 ? "\(entry.title)\(words.stage) " : "") + parts.joined(separator: dot)
    }
}
