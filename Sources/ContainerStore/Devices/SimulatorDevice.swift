import ContainerModel
import Formats

/// A simulator device, as its `device.plist` describes it.
package struct SimulatorDevice: Hashable, Sendable, Encodable {
    /// The file in the device's directory.
    static let file: ContainerPath = "device.plist"

    /// `name`: "iPhone 15".
    package let name: String?
    /// `UDID`, or else the name of the device's directory.
    package let identifier: String
    /// The version of the system, from `runtime`: "iOS 17.2".
    package let system: String?

    /// Reads the description; nil if the directory is not a device.
    init?(at directory: HostDirectory) {
        guard directory.hasFile(Self.file) else { return nil }
        var problems: [String] = []
        let values = ContainerMetadata.list(Self.file, in: directory.tree, problems: &problems)
        name = values?["name"]?.stringValue
        identifier = values?["UDID"]?.stringValue ?? String(decoding: directory.path.name, as: UTF8.self)
        system = values?["runtime"]?.stringValue.map(Self.system)
    }

    /// Returns the device that contains a path; nil if no directory above it is one.
    package static func containing(_ path: HostPath) -> SimulatorDevice? {
        directory(containing: path).flatMap { SimulatorDevice(at: $0) }
    }

    /// The name and the system, as far as they are known: "iPhone 15, iOS 17.2".
    var title: String { [name, system].compactMap(\.self).joined(separator: ", ") }

    /// Returns the directory of the device that contains a path; nil if no directory above it is one.
    static func directory(containing path: HostPath) -> HostDirectory? {
        sequence(first: path, next: \.parent).firstResult { above in
            (try? HostDirectory(above)).flatMap { SimulatorDevice(at: $0) == nil ? nil : $0 }
        }
    }

    /// Returns `iOS 17.2` for `com.apple.CoreSimulator.SimRuntime.iOS-17-2`; any other identifier as it is.
    private static func system(_ runtime: String) -> String {
        let prefix = "com.apple.CoreSimulator.SimRuntime."
        let words = runtime.dropFirst(prefix.count).split(separator: "-")
        guard runtime.hasPrefix(prefix), words.count > 1 else { return runtime }
        return "\(words[0]) \(words[1...].joined(separator: "."))"
    }
}
