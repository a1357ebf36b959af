import System
import TestSupport
import Testing

@Suite(
    "Backups of a device by cable", .enabled(if: CutCable.hasDouble, "there is no double of a device"), .onManyThreads)
struct DeviceBackupTests {
    private static let device = "00008110-000A1B2C3D4E5F60"

    /// Writes a program in the place of idevicebackup2, which copies a backup, or fails.
    private func install(_ body: String, in cable: CutCable) throws {
        try cable.home.write("#!/bin/sh\n" + body, to: "idevicebackup2")
        _ = try runCommand(["chmod", "755", cable.home("idevicebackup2")])
    }

    private func run(_ words: [String], _ cable: CutCable, faults: [String] = []) throws -> CommandResult {
        let script = #"PATH="$HOME:$PATH"; exec "$@""#
        return try cable.run(["sh", "-c", script, "sh", sandglass] + words, faults: faults)
    }

    private func sample(_ text: String) throws -> SampleBackup {
        try SampleBackup("add(APP, 'Documents', None)\nadd(APP, 'Documents/a.txt', b'\(text)')")
    }

    @Test("a device is backed up into a directory that is made, and an older backup is compared with it")
    func backup() throws {
        let cable = try CutCable()
        let (older, newer) = (try sample("older"), try sample("new"))
        try install(
            """
            [ "$1 $2 $3" = "-u \(Self.device) backup" ] || exit 3
            printf '\\r[==   ]  40%%'
            cp -r '\(newer.path)' "$4/\(Self.device)"
            printf '\\r[=====] 100%% Finished\\nBackup Successful.\\n'
            """, in: cable)
        let made = try run(["backup", "device:", cable.home("backups"), "--json"], cable)
        #expect(made.status == 0 && made.text.contains(#""device" : "\#(Self.device)""#), "\(made.text) \(made.errors)")
        _ = try runCommand(["mv", cable.home("backups/\(Self.device)"), cable.home("first")])
        _ = try runCommand(["cp", "-r", older.path, cable.home("backups/\(Self.device)-20240101-101010")])
        let compared = try run(["backup", Self.device, cable.home("backups"), "--diff", "org.example.app"], cable)
        #expect(compared.status == 1 && compared.text.contains("a.txt"), "\(compared.text) \(compared.errors)")
    }

    @Test("the installed idevicebackup2 makes a backup of the device's files, or fails with its reason")
    func installed() throws {
        let cable = try CutCable()
        func make() throws -> CommandResult {
            try cable.run([sandglass, "backup", "device:", cable.home("backups"), "--json"])
        }
        let full = try make()
        #expect(
            full.status == 69 && full.errors.contains("Insufficient free disk space"), "\(full.text) \(full.errors)")
        let sample = try sample("text")
        _ = try runCommand(["cp", "-r", sample.path, cable.home("world/backup")])
        let made = try make()
        #expect(made.status == 0 && made.text.contains(#""device" : "\#(Self.device)""#), "\(made.text) \(made.errors)")
        let copied = try runCommand(["diff", "-rq", sample.path, cable.home("backups/\(Self.device)")])
        #expect(!copied.text.contains("Only in \(sample.path)"), "\(copied.text)")
    }

    @Test("the reason of a failure is told, with the status of an unusable device")
    func failures() throws {
        let cable = try CutCable()
        try install("echo 'ERROR: Could not start service com.apple.mobilebackup2'; exit 255\n", in: cable)
        let failed = try run(["backup", "device:", cable.home("backups")], cable)
        #expect(failed.status == 69 && failed.errors.contains("Could not start service"), "\(failed.errors)")
        // The program says so and ends with 0 where the backup was aborted on the device.
        try install("echo 'Backup Failed (Error Code 105).'; exit 0\n", in: cable)
        #expect(try run(["backup", "device:", cable.home("backups")], cable).status == 69)
        try install("echo 'Backup Successful.'\n", in: cable)
        #expect(try run(["backup", "device:", cable.home("backups")], cable).status == 65)
        let locked = try run(["backup", "device:", cable.home("backups")], cable, faults: ["--locked"])
        #expect(locked.status == 69 && locked.errors.contains("passcode"), "\(locked.errors)")
        let other = try run(["backup", "00008110-0000000000000000", cable.home("backups")], cable)
        #expect(other.status == 69 && other.errors.contains("not connected"), "\(other.errors)")
        #expect(try run(["backup", "device:", cable.home("no/such/place")], cable).status == 73)
    }
}
