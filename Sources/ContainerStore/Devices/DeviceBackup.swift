import ContainerModel
package import Jobs
import System

/// A backup of a device, made by idevicebackup2 of libimobiledevice, as the Finder makes them.
///
/// idevicebackup2 1.3.0 writes `DIRECTORY/UDID`, and continues an older backup that is there. It was tried with a double of a
/// device only.
package struct DeviceBackup: Sendable {
    /// The UDID of the device.
    package let device: String
    /// The path of this computer of the directory that contains the backup.
    package let directory: [UInt8]

    /// A week: the first backup of a full device takes hours.
    private static let maxSeconds: UInt64 = 7 * 24 * 3_600

    /// Names a backup.
    package init(of device: String, in directory: [UInt8]) {
        self.device = device
        self.directory = directory
    }

    /// The path of this computer of the backup.
    package var path: [UInt8] { directory + [ContainerPath.slash] + device.utf8 }

    /// Makes the backup, or brings it up to date. A run that is cancelled, or whose device is gone, leaves a backup that the
    /// next run continues.
    /// - Parameters:
    ///   - isFull: Whether nothing of an older backup is used.
    ///   - progress: Counts thousandths of the backup as bytes.
    /// - Throws: `DeviceError`
    package func make(isFull: Bool, progress: ProgressMeter, cancellation: Cancellation) throws(DeviceError) {
        try DeviceTools.validatePairing(of: device, cancellation)
        progress.expect(files: 0, bytes: 1_000)
        let arguments =
            ["idevicebackup2", "-u", device, "backup"] + (isFull ? ["--full"] : [])
            + [String(decoding: directory, as: UTF8.self)]
        var reader = BackupProgress()
        let outcome: ExternalProgram.Outcome
        do throws(Errno) {
            outcome = try ExternalProgram.runProgram(
                arguments, seconds: Self.maxSeconds, limit: 1 << 20, isCancelled: { cancellation.isCancelled },
                receive: { part in
                    reader.readOutput(part)
                    if let thousandths = reader.thousandths { progress.reach(files: 0, bytes: thousandths) }
                    progress.pushIfDue()
                })
        } catch {
            throw .running("idevicebackup2", error)
        }
        if outcome.ending == .cancelled { throw .cancelled }
        guard !outcome.succeeded || reader.hasFailed else { return }
        try DeviceTools.validatePairing(of: device, cancellation)
        let reason = reader.complaint ?? String(decoding: outcome.errors.prefix(200), as: UTF8.self)
        throw DeviceError(
            .noAnswer, "could not be backed up: \(reason.isEmpty ? "idevicebackup2 failed without a reason" : reason)")
    }
}

/// The output of idevicebackup2: lines, bars such as `[=====     ]  45% Finished` for the backup, and bars such as
/// `[==  ]  37% (265 Bytes/722 Bytes)` for the files of one request, which a carriage return redraws.
struct BackupProgress {
    /// How much of the backup is done; nil before that is known.
    private(set) var thousandths: UInt64?
    /// The first line that reports an error.
    private(set) var complaint: String?
    /// Whether the program says that the backup failed, which its exit status does not always tell.
    private(set) var hasFailed = false
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []
    private static let longestLine = 4_096

    mutating func readOutput(_ part: ArraySlice<UInt8>) {
        for byte in part {
            let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if !isEnd, rest.count < Self.longestLine { rest.append(byte) }
            guard isEnd else { continue }
            read(String(decoding: rest, as: UTF8.self))
            rest = []
        }
    }

    private mutating func read(_ line: String) {
        if line.first == "[", line.hasSuffix("% Finished"), let number = line.split(separator: "]").last {
            let percent = number.prefix { $0 != "%" }.split(separator: " ").last.flatMap { UInt64($0) }
            if let percent, percent <= 100 { thousandths = percent * 10 }
        }
        if line.hasPrefix("ERROR: ") || line.hasPrefix("ErrorCode ") {
            complaint =
                complaint ?? String(line.drop { $0 != ":" && $0 != " " }.drop { $0 == ":" || $0 == " " }.prefix(200))
        }
        if line.hasPrefix("Backup Failed") || line.hasPrefix("Backup Aborted") { hasFailed = true }
    }
}
