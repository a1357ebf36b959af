import ContainerModel
import Glibc
import Inspection
import Jobs
import Screen
import Synchronization

/// A line on standard error that says how far something is, while it lasts; nothing where that is no terminal.
final class ProgressLine: Sendable {
    /// What is counted.
    let meter = ProgressMeter()
    private let title: String
    private let isEnded = Atomic(false)
    private let hasEnded = Semaphore()
    private let isShown: Bool

    /// Begins to show it; the first time after a moment, since most work is done by then.
    init(_ title: String) {
        self.title = title
        isShown = isatty(STDERR_FILENO) == 1
        guard isShown else { return }
        WorkerPool(threads: 1).submit { [self] in
            var ticks = 0
            while !isEnded.load(ordering: .acquiring) {
                usleep(50_000)
                ticks += 1
                if ticks >= 4, ticks % 2 == 0, !isEnded.load(ordering: .acquiring) { draw() }
            }
            if ticks >= 4 { writeQuestion("\r\u{1b}[K") }
            hasEnded.signal()
        }
    }

    /// Takes it from the screen.
    func end() {
        isEnded.store(true, ordering: .releasing)
        if isShown { hasEnded.wait() }
    }

    private func draw() {
        let columns = Self.columns
        let text = DisplayText(Self.text(title, meter.progress)).truncated(to: max(1, columns - 1))
        writeQuestion("\r\(text)\u{1b}[K")
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// `import  45%  12 MB of 27 MB  8.1 MB/s  0:02 left  name`.
    static func text(_ title: String, _ progress: Progress) -> String {
        var parts = [title + (progress.stage.name.map { ": \($0)" } ?? "")]
        let seconds = Double(progress.nanoseconds) / 1e9
        if let fraction = progress.fraction {
            parts.append("\(Int(fraction * 100))%")
            // What is only renamed moves no bytes.
            parts.append(
                progress.bytesTotal > 0
                    ? "\(ByteCount.short(progress.bytesDone)) of \(ByteCount.short(progress.bytesTotal))"
                    : "\(ByteCount.grouped(progress.filesDone)) of \(ByteCount.grouped(progress.filesTotal))")
        } else {
            parts.append("\(ByteCount.grouped(progress.filesDone)) files, \(ByteCount.short(progress.bytesDone))")
        }
        if seconds > 0.5, progress.bytesDone > 0 {
            parts.append(ByteCount.short(UInt64(Double(progress.bytesDone) / seconds)) + "/s")
        } else if seconds > 0.5, progress.bytesTotal == 0, progress.filesDone > 0 {
            parts.append("\(ByteCount.grouped(UInt64(Double(progress.filesDone) / seconds))) files/s")
        }
        if let fraction = progress.fraction, fraction > 0.01, seconds > 0.5 {
            let left = min(seconds * (1 - fraction) / fraction, 359_999)
            let whole = Int(left.rounded(.up))
            parts.append("\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60) left")
        }
        parts.append(String(decoding: progress.name, as: UTF8.self))
        return parts.joined(separator: "  ")
    }
}
