import FileSharing
import Jobs
import Screen
import Synchronization
import System

/// A line on standard error that shows progress while the operation runs; nothing if that is not a terminal.
final class ProgressLine: Sendable {
    /// The contents of the line.
    enum Content {
        /// All that is known: bytes, their rate, the time left, the name.
        case everything
        /// The percentage alone, of work that is not measured in bytes.
        case percentage
    }

    /// When the line appears, since most operations are done by then, and how often it changes.
    private static let pacing = ProgressMeter.Pacing(after: 200, every: 100)

    /// The progress to show.
    let meter: ProgressMeter
    private let register = TaskRegister()
    /// Pushes the progress; nil if there is no terminal.
    private let task: TaskRegister.Task?
    private let line = TerminalLine()

    /// Starts showing the line, after a moment.
    init(_ title: String, shows content: Content = .everything) {
        guard isatty(STDERR_FILENO) == 1 else {
            meter = ProgressMeter()
            task = nil
            return
        }
        let rate = Mutex(ProgressRate())
        let task = register.beginTask(within: Cancellation(), Self.pacing) { [line] report in
            guard report.state == .running else { return }
            let rate = rate.withLock { rate in
                rate.add(report.progress)
                return rate
            }
            line.show(Self.text(title, report.progress, rate, content))
        }
        self.task = task
        meter = task.meter
    }

    /// Removes the line from the screen; nothing if it was removed before.
    func end() {
        guard let task else { return }
        task.finish()
        line.remove()
    }

    private static func text(
        _ title: String, _ progress: Progress, _ rate: ProgressRate, _ content: Content
    ) -> String {
        guard content == .everything, progress.stage != .unlocking else {
            let words = ProgressWords(progress, rate)
            return "\(title)\(words.stage)  \(words.percent ?? "")"
        }
        return text(title, progress, rate)
    }

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

/// A line on standard error that is redrawn in place, on a separate thread: a stopped terminal stops nothing else.
private final class TerminalLine: Sendable {
    private struct State {
        /// The text to draw next; nil if that was drawn.
        var next: String?
        var isShown = false
    }

    private let state = Mutex(State())
    private let drawer = WorkerPool(threads: 1)

    /// Draws a text, unless another one follows before the terminal takes it.
    func show(_ text: String) {
        let isDue = state.withLock { state in
            defer { state.next = text }
            return state.next == nil
        }
        if isDue { drawer.submit { self.draw() } }
    }

    /// Removes the line, and returns when it is gone.
    func remove() {
        let isGone = Semaphore()
        drawer.submit {
            if self.state.withLock({ $0.isShown }) { self.write("") }
            self.state.withLock { $0 = State() }
            isGone.signal()
        }
        isGone.wait()
    }

    private func draw() {
        let text = state.withLock { state in
            defer { state.next = nil }
            state.isShown = true
            return state.next ?? ""
        }
        let columns = Platform.terminalWidth(of: STDERR_FILENO) ?? 80
        write(inLocale(DisplayText(text).truncated(to: max(1, columns - 1)).description))
    }

    private func write(_ text: String) { try? OutputGate.error.write(own: Array("\r\(text)\u{1b}[K".utf8)) }
}
