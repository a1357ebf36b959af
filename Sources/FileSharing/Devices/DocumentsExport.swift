import ContainerModel
package import ContainerStore
package import Copying
import FileTree
package import Jobs
import System

/// The shared Documents of all apps of a device, each copied below the app's name, as before a phone is erased.
///
/// It goes on where an earlier run has stopped: what is there with the same size and time is skipped. It is outside of the
/// journal, since it only adds to a directory of this computer, and may take hours.
package struct DocumentsExport: Sendable {
    /// An app and what became of its Documents.
    package struct AppResult: Sendable {
        /// The result for one app.
        package enum Result: Sendable {
            /// It was copied or checked, perhaps in part.
            case mirrored(MirrorReport)
            /// The device gives no access to its Documents; the reason in words.
            case notShared(String)
            /// It could not be opened.
            case failed(DeviceError)
        }

        /// The app.
        package let app: DeviceApp
        /// The name of its directory in the target.
        package let directory: [UInt8]
        /// What became of it.
        package let result: Result
    }

    private let device: String
    private let target: RootedDirectory
    private let mode: MirrorCopy.Mode

    /// Creates an export of the apps of a device.
    /// - Parameters:
    ///   - device: The UDID.
    ///   - target: The path of this computer of an existing directory.
    /// - Throws: `OperationError` if the directory cannot be opened, or is the target of another export.
    package init(of device: String, to target: [UInt8], mode: MirrorCopy.Mode) throws(OperationError) {
        self.device = device
        self.mode = mode
        let text = String(decoding: target, as: UTF8.self)
        do throws(FileTreeError) {
            self.target = try RootedDirectory(hostPath: target)
        } catch {
            throw OperationError(mode == .check ? .noInput : .cannotCreate, "\(text): \(error.message)")
        }
        // Two exports into one directory would take each other's unfinished files for remains.
        let refusal = sandglass_try_lock(self.target.descriptor.number)
        guard refusal != -EWOULDBLOCK else {
            throw OperationError(.locked, "\(text): another process of the program exports to this directory")
        }
    }

    /// Exports one app after the other.
    /// - Parameter receive: Receives the result of each app as it is known.
    /// - Throws: `DeviceError` if the apps cannot be listed, or if the device is gone; then the run stops, and the next one
    ///   continues.
    package func exportApps(
        progress: ProgressMeter, cancellation: Cancellation, _ receive: (AppResult) throws -> Void
    ) throws {
        let apps = try DeviceApp.all(on: device, cancellation)
        for (app, name) in zip(apps, Self.names(of: apps.map { ($0.name, $0.identifier) })) {
            if cancellation.isCancelled { return }
            let result = export(app, as: name, progress, cancellation)
            // Each mount of an app takes a process and a connection.
            SourceMounts.leaveAll()
            try receive(AppResult(app: app, directory: name, result: result))
            if case .mirrored(let report) = result, report.isDisconnected { throw DeviceError.disconnected }
            if case .failed(let error) = result, Self.endsRun(error) { throw error }
        }
    }

    /// Returns whether an error concerns the device rather than one app.
    private static func endsRun(_ error: DeviceError) -> Bool {
        switch error.code {
        case .noApp, .notShared: false
        default: true
        }
    }

    private func export(
        _ app: DeviceApp, as name: [UInt8], _ progress: ProgressMeter, _ cancellation: Cancellation
    ) -> AppResult.Result {
        guard app.access != .nothing else { return .notShared(app.access.reason) }
        do throws(DeviceError) {
            let path = try ContainerStore.documents(of: app.identifier, on: device, cancellation)
            return mirror(path, of: app, as: name, progress, cancellation)
        } catch {
            guard error.code == .notShared else { return .failed(error) }
            return .notShared(app.access.reason)
        }
    }

    private func mirror(
        _ path: [UInt8], of app: DeviceApp, as name: [UInt8], _ progress: ProgressMeter, _ cancellation: Cancellation
    ) -> AppResult.Result {
        var report = MirrorReport()
        func failed(_ failure: ItemFailure) -> AppResult.Result {
            report.failures.append(failure)
            return .mirrored(report)
        }
        do throws(FileTreeError) {
            let source = try RootedDirectory(hostPath: path)
            let place = ContainerPath(bytes: name) ?? .root
            if try target.statusIfPresent(place) == nil {
                guard mode != .check else {
                    report.differences.append(.init(path: .root, kind: .missing))
                    return .mirrored(report)
                }
                let refusal = withNullTerminated(name) { sandglass_make_directory(target.descriptor.number, $0, 0o777) }
                if refusal != 0 { return failed(ItemFailure("create the directory", errno: -refusal, path: .root)) }
            }
            return .mirrored(
                MirrorCopy(
                    source, to: try target.subdirectory(place), mode: mode, progress: progress,
                    cancellation: cancellation
                ).mirrorTree())
        } catch {
            // A mount that does not answer cannot even be opened.
            report.isDisconnected = error.code == .inputOutput
            return failed(ItemFailure(error.operation, errno: error.errno, path: .root))
        }
    }

    /// Returns the names of directories for apps: the app's name, with its identifier if several apps have the name.
    static func names(of apps: [(name: String, identifier: String)]) -> [[UInt8]] {
        let names = apps.map { app -> String in
            let name = String(app.name.map { $0 == "/" || $0 == "\0" ? ":" : $0 })
            // Names of files have at most 255 bytes, and these begin the names of hidden files.
            let isUsable = !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
            return isUsable ? name : app.identifier
        }
        // The copy may be moved to a file system that does not distinguish case.
        let counts = Dictionary(names.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        return zip(names, apps).map { name, app in
            let isTaken = counts[name.lowercased()] ?? 0 > 1
            return Array((isTaken && name != app.identifier ? "\(name) (\(app.identifier))" : name).utf8.prefix(255))
        }
    }
}

extension DeviceError {
    /// The device has been disconnected during an export.
    fileprivate static let disconnected = DeviceError(
        .noAnswer,
        "has been disconnected: connect and unlock it, then run the same command again, which copies what is missing"
    )
}
