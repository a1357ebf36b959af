import ContainerModel
import FileTree
import Formats

/// Reads the entitlements that a provisioning profile in an app's bundle grants.
enum ProvisioningProfile {
    private static let path: ContainerPath = "embedded.mobileprovision"
    private static let limit = 4 * 1_024 * 1_024
    private static let beginning = Array("<?xml".utf8)
    private static let end = Array("</plist>".utf8)

    /// Returns the app's entitlements; nil if the bundle has no readable profile, as in a simulator or from the App
    /// Store.
    static func entitlements(in bundle: any FileTree) -> AppInfo? {
        guard let bytes = try? FileContents.read(path, in: bundle, limit: limit), let list = list(in: bytes),
            let values = (try? PropertyListReader.read(list)).flatMap({ InfoValue($0).dictionary })
        else { return nil }
        return values["Entitlements"].map { AppInfo(entitlements: $0) }
    }

    /// Returns the property list that the profile's signature encloses as plain text.
    private static func list(in bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.firstRange(of: beginning)?.lowerBound,
            let last = bytes[first...].firstRange(of: end)?.upperBound
        else { return nil }
        return Array(bytes[first..<last])
    }
}
