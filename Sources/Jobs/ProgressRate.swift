/// The speed and remaining time of work, computed from progress samples.
///
/// Only recent samples count, so that a pause or a faster disk shows soon. Depends on nothing but the samples, so the
/// figures are the same wherever they are shown.
package struct ProgressRate: Sendable {
    /// Samples older than this, relative to the newest, are ignored, in nanoseconds.
    private static let window: UInt64 = 5_000_000_000
    /// The shortest time span from which a rate is computed, in nanoseconds.
    private static let shortest: UInt64 = 200_000_000
    /// A sample closer than this to its predecessor replaces it, in nanoseconds.
    private static let spacing: UInt64 = 50_000_000

    private var samples: [Progress] = []

    /// Creates a rate without samples.
    package init() {}

    /// Adds a sample. Call repeatedly during the work, in chronological order.
    package mutating func add(_ sample: Progress) {
        // The rates of different stages are unrelated.
        if samples.last?.stage != sample.stage { samples = [] }
        if samples.count >= 2, sample.nanoseconds < samples[samples.count - 2].nanoseconds + Self.spacing {
            samples.removeLast()
        }
        samples.append(sample)
        // Keep one sample from before the window, so that the samples always span the window.
        while samples.count > 2, sample.nanoseconds - min(sample.nanoseconds, samples[1].nanoseconds) >= Self.window {
            samples.removeFirst()
        }
    }

    /// Bytes per second; nil until enough time has passed.
    package var bytesPerSecond: Double? {
        span.map { span in Double(span.last.bytesDone - min(span.last.bytesDone, span.first.bytesDone)) / span.seconds }
    }

    /// Files per second; nil until enough time has passed.
    package var filesPerSecond: Double? {
        span.map { span in Double(span.last.filesDone - min(span.last.filesDone, span.first.filesDone)) / span.seconds }
    }

    /// The estimated number of seconds left; nil if the total or the rate is unknown, or nothing was done in the
    /// window.
    package var secondsLeft: Double? {
        guard let span else { return nil }
        let total = Progress.work(files: span.last.filesTotal, bytes: span.last.bytesTotal)
        let done = Progress.work(files: span.last.filesDone, bytes: span.last.bytesDone)
        let before = Progress.work(files: span.first.filesDone, bytes: span.first.bytesDone)
        guard total > 0, done > before else { return nil }
        return max(0, total - done) / ((done - before) / span.seconds)
    }

    private var span: (first: Progress, last: Progress, seconds: Double)? {
        guard let first = samples.first, let last = samples.last else { return nil }
        guard last.nanoseconds >= first.nanoseconds + Self.shortest else { return nil }
        return (first, last, Double(last.nanoseconds - first.nanoseconds) / 1e9)
    }
}
