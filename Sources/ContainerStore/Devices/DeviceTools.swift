import ContainerModel
import Formats
import Jobs
import System

/// The programs that talk to devices, of libimobiledevice and its relatives: what they are asked, and what they answer.
///
/// Debian 12 has idevice_id, ideviceinfo and idevicepair 1.3.0, ideviceinstaller 1.1.1 and ifuse 1.1.4. Errors can only be
/// told apart by the sentences that they print.
enum DeviceTools {
    /// The Debian packages of the programs.
    static let packages = [
        "idevice_id": "libimobiledevice-utils", "ideviceinfo": "libimobiledevice-utils",
        "idevicepair": "libimobiledevice-utils", "ideviceinstaller": "ideviceinstaller", "ifuse": "ifuse",
        "fusermount3": "fuse3", "sshfs": "sshfs", "ssh": "openssh-client",
    ]

    /// Returns the identifiers of the devices on cables, sorted.
    /// - Throws: `DeviceError`
    static func identifiers(_ cancellation: Cancellation = Cancellation()) throws(DeviceError) -> [String] {
        let outcome = try runTool(["idevice_id", "-l"], seconds: 5, cancellation)
        guard outcome.succeeded else { throw outcome.ending == .timedOut ? .noAnswer("idevice_id") : .noService() }
        let lines = String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return Set(lines.filter { DeviceAddress.isDevice($0.utf8) }.map(String.init)).sorted()
    }

    /// Returns the facts that a device tells without being unlocked: `DeviceName`, `ProductType`, `ProductVersion`, ….
    /// - Throws: `DeviceError`
    static func facts(
        of device: String, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> PropertyListDictionary {
        let outcome = try runTool(["ideviceinfo", "-u", device, "-s", "-x"], seconds: 10, cancellation)
        guard outcome.succeeded, let list = try? PropertyListReader.read(outcome.output),
            let facts = list.dictionaryValue
        else { throw failure(of: outcome, on: device) }
        return facts
    }

    /// Checks that a device trusts this computer and is unlocked. A device that has never been asked asks its user.
    /// - Throws: `DeviceError`: `locked`, `notTrusted` or another reason.
    static func validatePairing(
        of device: String, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) {
        let outcome = try runTool(["idevicepair", "-u", device, "validate"], seconds: 10, cancellation)
        guard outcome.succeeded else { throw failure(of: outcome, on: device) }
    }

    /// Returns the dictionaries of the apps that its user has installed on a device: their Info.plist, and what the device
    /// knows about their signature.
    /// - Throws: `DeviceError`
    static func apps(
        on device: String, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> [PropertyListValue] {
        let outcome = try runTool(
            ["ideviceinstaller", "-u", device, "-l", "-o", "xml"], seconds: 60, limit: 64 << 20, cancellation)
        guard outcome.succeeded else {
            // It does not say why.
            try validatePairing(of: device, cancellation)
            throw failure(of: outcome, on: device)
        }
        guard let list = try? PropertyListReader.read(outcome.output), let apps = list.arrayValue else {
            throw .noAnswer("its list of apps cannot be read")
        }
        return apps
    }

    /// The part of an app's container that a device gives access to.
    enum Part: String {
        case container
        case documents
    }

    /// Mounts an app's container, or its Documents, at an empty directory.
    /// - Returns: Whether the device gives access to that part.
    /// - Throws: `DeviceError` if it cannot be mounted for any other reason.
    static func mount(
        _ part: Part, of app: String, on device: String, at directory: [UInt8],
        _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> Bool {
        // What is absent is asked for as often as what exists: the places that an app may have, for each path given.
        let arguments = [
            "ifuse", String(decoding: directory, as: UTF8.self), "-u", device, "--\(part.rawValue)", app, "-o",
            "big_writes,negative_timeout=1",
        ]
        let outcome = try runTool(arguments, seconds: 20, cancellation)
        if outcome.succeeded { return true }
        let text = outcome.message
        if text.contains("InstallationLookupFailed") { return false }
        if text.contains("ApplicationLookupFailed") { throw .noApp(app) }
        if let refusal = refusal(byFUSE: text) { throw refusal }
        if outcome.ending != .cancelled, !text.contains("No device found") {
            try validatePairing(of: device, cancellation)
        }
        throw failure(of: outcome, on: device)
    }

    /// Returns why FUSE has refused to mount anything, by what was printed; nil if it has not.
    static func refusal(byFUSE text: String) -> DeviceError? {
        if text.contains("fuse: device not found") { return .noFileSystem }
        return text.contains("fusermount") || text.contains("fuse: failed to open") ? .fileSystemDenied : nil
    }

    /// Unmounts a directory without waiting for its users, or for a file system that does not answer.
    /// - Throws: `DeviceError`
    static func unmount(_ directory: [UInt8]) throws(DeviceError) {
        let path = String(decoding: directory, as: UTF8.self)
        let outcome = try runTool(["fusermount3", "-u", "-z", path], seconds: 10, Cancellation())
        guard outcome.succeeded else { throw .noAnswer("its files cannot be unmounted: \(outcome.message)") }
    }

    /// Returns whether a mounted file system answers. It is another process that waits for it.
    static func answers(_ directory: [UInt8]) -> Bool {
        let path = String(decoding: directory, as: UTF8.self)
        let outcome = try? runTool(["stat", "--file-system", "--format=%T", "--", path], seconds: 5, Cancellation())
        return outcome?.succeeded == true
    }

    static func runTool(
        _ arguments: [String], seconds: UInt64, limit: Int = 1 << 20, _ cancellation: Cancellation,
        leavesProcesses: Bool = false
    ) throws(DeviceError) -> ExternalProgram.Outcome {
        do throws(Errno) {
            return try ExternalProgram.runProgram(
                arguments, seconds: seconds, limit: limit, isCancelled: { cancellation.isCancelled },
                leavesProcesses: leavesProcesses)
        } catch {
            throw .running(arguments[0], error)
        }
    }

    /// The sentences by which the programs say what hinders them.
    private static let sentences: [(part: String, error: DeviceError)] = [
        ("passcode is set", .locked), ("Password protected", .locked), ("disable the password protection", .locked),
        ("denied the trust", .trustDenied), ("User denied pairing", .trustDenied), ("trust dialog", .notTrusted),
        ("Pairing dialog", .notTrusted), ("not paired", .notPaired), ("Invalid HostID", .notPaired),
    ]

    /// Returns the reason why a program has failed.
    private static func failure(of outcome: ExternalProgram.Outcome, on device: String) -> DeviceError {
        switch outcome.ending {
        case .timedOut: return .noAnswer("")
        case .cancelled: return .cancelled
        case .exited: break
        }
        let text = outcome.message
        if let known = sentences.first(where: { text.contains($0.part) }) { return known.error }
        if text.contains("No device found") || text.contains("not found!") { return .noDevice(device) }
        return .noAnswer(text.split(separator: "\n").first.map { String($0.prefix(120)) } ?? "")
    }
}

extension ExternalProgram.Outcome {
    /// What it printed; libimobiledevice's programs print errors on either output.
    var message: String { String(decoding: errors + output.prefix(4_096), as: UTF8.self) }
}
