import ContainerModel
import FileSharing
import Inspection
import Jobs
import Screen
import Synchronization
import System

/// A line on standard error that shows progress while the operation runs; nothing if that is not a terminal.
final class ProgressLine: Sendable {
    /// The progress to show.
    let meter = ProgressMeter()
    private let title: String
    private let shown: Content
    private let isEnded = Atomic(false)
    private let hasEnded = Semaphore()
    private let isShown: Bool

    /// What the line shows.
    enum Content {
        /// All that is known: bytes, their rate, the time left, the name.
        case everything
        /// The percentage alone, of work that is not measured in bytes.
        case percentage
    }

    /// Starts showing the line, after a moment, since most operations are done by then.
    init(_ title: String, shows shown: Content = .everything) {
        self.title = title
        self.shown = shown
        isShown = isatty(STDERR_FILENO) == 1
        guard isShown else { return }
        WorkerPool(threads: 1).submit { [self] in
            var ticks = 0
            var rate = ProgressRate()
            while !isEnded.load(ordering: .acquiring) {
                usleep(50_000)
                ticks += 1
                rate.add(meter.progress)
                if ticks >= 4, ticks % 2 == 0, !isEnded.load(ordering: .acquiring) { draw(rate) }
            }
            if ticks >= 4 { write("") }
            hasEnded.signal()
        }
    }

    /// Removes the line from the screen; nothing if it was removed before.
    func end() {
        isEnded.store(true, ordering: .releasing)
        guard isShown else { return }
        hasEnded.wait()
        // For whoever ends it again.
        hasEnded.signal()
    }

    private func draw(_ rate: ProgressRate) {
        let columns = Platform.terminalWidth(of: STDERR_FILENO) ?? 80
        let line =
            shown == .everything && meter.progress.stage != .unlocking
            ? Self.text(title, meter.progress, rate)
            : "\(title)\(ProgressWords(meter.progress, rate).stage)  \(ProgressWords(meter.progress, rate).percent ?? "")"
        let text = DisplayText(line).truncated(to: max(1, columns - 1))
        write(inLocale(text.description))
    }

    private func write(_ text: String) { try? OutputGate.error.write(own: Array("\r\(text)\u{1b}[K".utf8)) }

    /// `import  45%  12 MB of 27 MB  8.1 MB/s  0:02 left  name`.
    static func text(_ title: String, _ progress: Progress, _ rate: ProgressRate) -> String {
        let words = ProgressWords(progress, rate)
        let parts = [
            title + words.stage, words.percent, words.amount, words.rate, words.timeLeft,
            String(decoding: progress.name, as: UTF8.self),
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
