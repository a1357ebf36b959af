package import System

/// The reason why a device on a cable, an app of it, or a host cannot be used, and what to do about it.
package struct DeviceError: CausedError, Hashable, Sendable {
    /// The reasons that callers distinguish.
    package enum Code: Hashable, Sendable {
        /// The text is no address of a device or a host.
        case malformed
        /// A program that talks to devices is not installed.
        case missingTool
        /// usbmuxd, which finds devices, does not run.
        case noService
        /// No device is connected, or not this one.
        case noDevice
        /// Several devices are connected, and none was named.
        case severalDevices
        /// A device was named where an app is needed.
        case noneNamed
        /// The passcode has to be entered.
        case locked
        /// The device asks its user whether it trusts this computer.
        case notTrusted
        /// The device, the host, or its file system does not answer.
        case noAnswer
        /// FUSE, by which the files are mounted, is not available.
        case noFileSystem
        /// The device has no such app.
        case noApp
        /// The device lets nobody see the app's files.
        case notShared
        /// The work was cancelled.
        case cancelled
        /// The user of the device has answered that it does not trust this computer.
        case trustDenied
        /// One of the two has no record of the pairing.
        case notPaired
    }

    /// The reason.
    package let code: Code
    /// The problem and its solution, which continue a sentence that begins with a path: "cannot be opened: …".
    package let message: String
    /// The underlying error; nil if there is none.
    package let cause: ErrorCause?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }
}

extension DeviceError {
    static func malformed(_ message: String) -> DeviceError { DeviceError(.malformed, message) }

    /// The error for a program that cannot be run.
    static func running(_ program: String, _ error: Errno) -> DeviceError {
        guard error == .noSuchFileOrDirectory else {
            return DeviceError(.missingTool, "cannot be reached: `\(program)` could not be run: \(error)", cause: error)
        }
        let package = DeviceTools.packages[program] ?? program
        return DeviceError(
            .missingTool,
            "cannot be reached: the program `\(program)` is missing; on Debian, `apt-get install \(package)` installs it",
            cause: error)
    }

    /// The error if usbmuxd does not answer at its socket: it does not run, or may not be asked.
    static func noService() -> DeviceError {
        // Where libusbmuxd looks for it. Another form of address is a host's, of which nothing is known here.
        let named = getenv("USBMUXD_SOCKET_ADDRESS").map { String(cString: $0) }
        let socket = named.map { $0.hasPrefix("UNIX:") ? String($0.dropFirst(5)) : "" } ?? "/var/run/usbmuxd"
        guard access(socket, F_OK) == 0 || errno == EACCES, access(socket, W_OK) != 0 else {
            return DeviceError(
                .noService,
                "cannot be reached: usbmuxd, the service that finds devices, does not answer; `apt-get install usbmuxd` "
                    + "installs it, and it starts when a device is plugged in (`systemctl status usbmuxd` shows its state)"
            )
        }
        return DeviceError(
            .noService,
            "cannot be reached: usbmuxd, the service that finds devices, may not be asked: permission denied for its socket "
                + "\(socket), which every user may write to by default (`ls -l \(socket)`; `systemctl restart usbmuxd` makes it "
                + "again)")
    }

    /// The error if no device is connected.
    package static let noDevice = DeviceError(
        .noDevice,
        "cannot be reached: no device is connected; plug one in, unlock it, and answer Trust This Computer? with Trust")

    static func noDevice(_ identifier: String) -> DeviceError {
        DeviceError(
            .noDevice,
            "cannot be reached: the device \(identifier) is not connected; `sandglass devices` lists those that are")
    }

    static func severalDevices(_ identifiers: [String]) -> DeviceError {
        DeviceError(
            .severalDevices,
            "is ambiguous: \(identifiers.count) devices are connected; name one of them, as in device:\(identifiers[0])/…"
        )
    }

    static let locked = DeviceError(
        .locked, "cannot be opened: the device is locked; enter its passcode, and try again")

    static let notTrusted = DeviceError(
        .notTrusted,
        "cannot be opened: the device does not trust this computer; unlock it, answer Trust This Computer? with Trust, and try "
            + "again (`idevicepair pair` asks again)")

    static let trustDenied = DeviceError(
        .trustDenied,
        "cannot be opened: the device was told not to trust this computer; unplug it and plug it in again, answer Trust This "
            + "Computer? with Trust, and try again (`idevicepair pair` asks again)")

    static let notPaired = DeviceError(
        .notPaired,
        "cannot be opened: the device and this computer are not paired; unlock it, run `idevicepair pair`, answer Trust This "
            + "Computer? with Trust, and try again. If that was done before, usbmuxd cannot keep its pairing records: "
            + "/var/lib/lockdown, where it runs, has to be writable for it")

    static func noAnswer(_ detail: String) -> DeviceError {
        DeviceError(
            .noAnswer,
            "cannot be opened: the device does not answer\(detail.isEmpty ? "" : " (\(detail))"); unlock it, plug it in again, "
                + "and try again")
    }

    static func noApp(_ app: String) -> DeviceError {
        DeviceError(.noApp, "the device has no app \(app); `sandglass devices --apps` lists its apps")
    }

    static func notShared(_ app: String) -> DeviceError {
        DeviceError(
            .notShared,
            "cannot be opened: the device gives access to the container of apps that are signed for development, and to Documents "
                + "of apps with UIFileSharingEnabled; \(app) is neither")
    }

    static let noFileSystem = DeviceError(
        .noFileSystem,
        "cannot be opened: this computer has no /dev/fuse, by which the files of a device are mounted; `modprobe fuse` loads "
            + "it; in Docker or Podman, add --device /dev/fuse")

    static let fileSystemDenied = DeviceError(
        .noFileSystem,
        "cannot be opened: permission denied for /dev/fuse, by which the files of a device are mounted; on Debian, "
            + "`apt-get install fuse3` gives every user access; in Docker or Podman, add --cap-add SYS_ADMIN")

    static let cancelled = DeviceError(.cancelled, "cannot be opened: cancelled")
}

extension ContainerStoreError {
    /// The error for a path on a device.
    package init(_ error: DeviceError, _ path: [UInt8]) {
        let code: Code =
            switch error.code {
            case .malformed, .severalDevices: .reserved
            case .missingTool, .noService, .noDevice, .locked, .notTrusted, .trustDenied, .notPaired, .noAnswer,
                .noFileSystem, .cancelled:
                .unavailable
            case .noneNamed: .severalContainers
            case .noApp: .notFound
            case .notShared: .notShared
            }
        // It may have been meant as a file.
        let way = error.code == .malformed ? "; ./\(String(decoding: path, as: UTF8.self)) is a file of this name" : ""
        self.init(code, path, error.message + way, cause: error)
    }
}
