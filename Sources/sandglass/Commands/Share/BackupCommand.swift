import ArgumentParser
import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Reports
import Screen
import System

struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up a device on a cable.",
        discussion: """
            `idevicebackup2` makes the backup in DIRECTORY/UDID, as the Finder does, and brings one that is there up \
            to date. The device may ask for its passcode. The next run continues an interrupted backup. \
            Whether it is encrypted is a setting of the device.

            With --diff, the app's domain in an older backup of the same device in DIRECTORY (UDID-…, as the Finder \
            names archived backups) is compared with that in the new one, as by `sandglass diff`.

            A directory named backup that you want to open is ./backup.

              sandglass backup device: ~/Backups
              sandglass backup 00008110-000A1B2C3D4E5F60 ~/Backups --diff com.example.notes
            """
    )

    @Argument(help: "A device: its UDID, device:UDID, or device: if only one is connected.")
    var device: String

    @Argument(help: "The directory that contains the backups of devices.", completion: .directory)
    var directory: String

    @Flag(help: "Copy everything, even what an older backup has.")
    var full = false

    @Option(
        name: .customLong("diff"),
        help: ArgumentHelp("Compare the domain of this app with that in an older backup.", valueName: "identifier"))
    var app: String?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup(title: "The containers and their apps") var options: AppInfoOptions

    func perform() throws {
        Interruption.watch()
        let identifier = try self.identifier()
        let path = try existingDirectory()
        let backup = DeviceBackup(of: identifier, in: path.bytes)
        let older = app == nil ? nil : Self.olderBackup(of: identifier, in: path.bytes)
        let line = ProgressLine("backup", shows: .percentage)
        do throws(DeviceError) {
            try backup.make(isFull: full, progress: line.meter, cancellation: Interruption.cancellation)
        } catch {
            line.end()
            if Interruption.cancellation.isCancelled {
                throw Failure("cancelled; the next run continues the backup", code: 128 + SIGINT)
            }
            throw Failure(error, at: identifier)
        }
        line.end()
        if let reason = BackupFolder.reasonAgainst(backup.path) {
            throw Failure(.data, "\(DisplayText(bytes: backup.path)): no MobileSync backup was made: \(reason)")
        }
        let result = BackupResult(backup.path, of: identifier, comparedWith: older)
        try writeLine(json ? try JSONReport.object(result, error: nil) : result.sentence)
        if let app { try compare(app, older, backup.path) }
    }

    /// Returns the UDID of the named device, which is connected.
    private func identifier() throws -> String {
        let text = device.hasPrefix("device:") ? device : "device:" + device
        guard let found = try AppsCommand.device(at: text) else {
            throw Failure(.usage, "\(DisplayText(device)): `backup` copies whole devices; name the device alone")
        }
        guard let only = found.first, found.count == 1 else {
            throw Failure(
                .usage,
                "\(found.count) devices are connected; name one of them, as in `sandglass backup "
                    + "\(DisplayText(found[0])) …`"
            )
        }
        return only
    }

    /// Returns the directory of backups, which is made if only it is missing.
    private func existingDirectory() throws -> HostPath {
        let bytes = argumentBytes(directory)
        try ContainerStore.requireOutside(bytes, isReadOnly: readOnly.isOn)
        guard let path = HostPath(bytes) else {
            throw Failure(.noInput, "\(DisplayText(directory)): no such directory")
        }
        let failed = withNullTerminated(path.bytes) { mkdir($0, 0o700) } != 0
        let reason = Errno.last
        guard failed else { return path }
        guard reason == .fileExists else {
            throw Failure(.cannotCreate, "\(DisplayText(directory)): could not create the directory: \(reason)")
        }
        guard (try? RootedDirectory(hostPath: path.bytes)) != nil else {
            throw Failure(.cannotCreate, "\(DisplayText(directory)): not a directory that can be opened")
        }
        return path
    }

    /// Returns the path of the latest archived backup of a device, whose name is the UDID, a hyphen and a time.
    private static func olderBackup(of device: String, in directory: [UInt8]) -> [UInt8]? {
        guard let root = try? RootedDirectory(hostPath: directory), let opened = try? root.openDirectory(.root),
            let entries = try? DirectoryReader.read(opened, path: .root, cancellation: Cancellation())
        else { return nil }
        let names = (0..<entries.count).map { Array(entries.name($0)) }.filter { $0.starts(with: (device + "-").utf8) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.reversed().map {
            directory + [ContainerPath.slash] + $0
        }
        .first { BackupFolder.reasonAgainst($0) == nil }
    }

    private func compare(_ app: String, _ older: [UInt8]?, _ newer: [UInt8]) throws {
        guard let older else {
            return writeError(
                "sandglass: \(DisplayText(directory)) has no older backup of the device (UDID-…); nothing was compared")
        }
        func domain(_ backup: [UInt8]) -> String { String(decoding: backup, as: UTF8.self) + "/AppDomain-" + app }
        func side(_ backup: [UInt8]) throws -> ComparedSide {
            try ComparedSide(at: domain(backup), options, follows: false)
        }
        let (before, after) = (try side(older), try side(newer))
        let output = DiffOutput(json ? .json : .text, masks: false)
        let summary = try naming(directory) {
            try SideComparison.compareSides(
                before, after, ComparisonOptions(), cancellation: Interruption.cancellation, output.printDifference)
        }
        try output.end(summary)
        try summary.requireWhole(domain(older), domain(newer))
        if summary.differences > 0 { throw ExitCode(1) }
    }
}

/// The result of `backup`. JSON keys are stable.
private struct BackupResult: Encodable {
    /// The UDID of the device.
    let device: String
    /// The path of the backup.
    let path: String
    /// The path of the older backup that it is compared with; nil if it is compared with none.
    let comparedWith: String?

    init(_ path: [UInt8], of device: String, comparedWith older: [UInt8]?) {
        self.device = device
        self.path = String(decoding: path, as: UTF8.self)
        comparedWith = older.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The result in one line, safe for the terminal.
    var sentence: String {
        "\(DisplayText(path)): complete; `sandglass apps \(DisplayText(path))` lists its apps, and "
            + "`sandglass \(DisplayText(path))` opens it"
    }
}
