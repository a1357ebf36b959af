/// How fast work goes and how long it will still take, from samples taken while it goes on.
///
/// Only the latest samples count, so that a pause or a faster disk shows soon; pure, so that its figures are the same
/// wherever they are shown.
package struct ProgressRate: Sendable {
    /// Samples older than this before the newest do not count, in nanoseconds.
    private static let window: UInt64 = 5_000_000_000
    /// Less than this between the oldest and the newest sample says nothing, in nanoseconds.
    private static let shortest: UInt64 = 200_000_000
    /// Samples closer than this to the one before take its place, in nanoseconds.
    private static let spacing: UInt64 = 50_000_000

    private var samples: [Progress] = []

    /// A rate of nothing yet.
    package init() {}

    /// Takes in how things stand; to be called now and then while the work goes on, in the order of time.
    package mutating func add(_ sample: Progress) {
        // One stage tells nothing about another.
        if samples.last?.stage != sample.stage { samples = [] }
        if samples.count >= 2, sample.nanoseconds < samples[samples.count - 2].nanoseconds + Self.spacing {
            samples.removeLast()
        }
        samples.append(sample)
        // One from before the window is kept, so that the window is always filled.
        while samples.count > 2, sample.nanoseconds - min(sample.nanoseconds, samples[1].nanoseconds) >= Self.window {
            samples.removeFirst()
        }
    }

    /// Bytes a second; nil until enough time has gone by.
    package var bytesPerSecond: Double? {
        span.map { span in Double(span.last.bytesDone - min(span.last.bytesDone, span.first.bytesDone)) / span.seconds }
    }

    /// Files a second; nil until enough time has gone by.
    package var filesPerSecond: Double? {
        span.map { span in Double(span.last.filesDone - min(span.last.filesDone, span.first.filesDone)) / span.seconds }
    }

    /// Seconds until all is done if it goes on like this; nil where the total or the rate is not known, or nothing
    /// moves.
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
