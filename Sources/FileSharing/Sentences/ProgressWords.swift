import ContainerModel
package import Jobs

/// The progress of an operation as text, for the status line of the browser and for the command line.
package struct ProgressWords: Hashable, Sendable {
    /// The current stage, to follow the operation's title: ": checking"; empty for the work itself.
    package let stage: String
    /// "45%"; nil if the total is not known.
    package let percent: String?
    /// The amount done: "12 MB of 27 MB", or "1,200 of 5,000" files if no bytes are transferred.
    package let amount: String
    /// The rate: "8.1 MB/s", "5,000 files/s"; nil at the beginning.
    package let rate: String?
    /// "0:02 left"; nil if it cannot be estimated.
    package let timeLeft: String?

    /// - Parameter rate: The rate measured so far.
    package init(_ progress: Progress, _ rate: ProgressRate) {
        stage = progress.stage.name.map { ": \($0)" } ?? ""
        percent = progress.fraction.map { "\(Int($0 * 100))%" }
        amount =
            progress.fraction == nil
            ? "\(Pluralized.some(progress.filesDone, "file")), \(ByteCount.short(progress.bytesDone))"
            : progress.bytesTotal > 0
                ? "\(ByteCount.short(progress.bytesDone)) of \(ByteCount.short(progress.bytesTotal))"
                : "\(ByteCount.grouped(progress.filesDone)) of \(ByteCount.grouped(progress.filesTotal))"
        if let bytes = rate.bytesPerSecond, bytes > 0 {
            self.rate = "\(ByteCount.short(UInt64(min(bytes, 1e18))))/s"
        } else if let files = rate.filesPerSecond, files >= 1 {
            // A rename transfers no bytes.
            self.rate = "\(ByteCount.grouped(UInt64(min(files, 1e18)))) files/s"
        } else {
            self.rate = nil
        }
        timeLeft = progress.fraction == nil ? nil : rate.secondsLeft.map { "\(Self.duration($0)) left" }
    }

    /// Returns minutes and seconds, or hours and minutes.
    package static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 359_999))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours) h \(two(minutes)) min" : "\(minutes):\(two(rest))"
    }
}
