import ContainerModel
import FileTree
import Formats
import FoundationEssentials

/// The provisioning profile of a bundle, `embedded.mobileprovision`. JSON keys are stable.
package struct BundleProfile: Encodable, Hashable, Sendable {
    /// `Name`; not sanitized.
    package let name: String?
    /// `TeamName`; not sanitized.
    package let team: String?
    /// `CreationDate`, as ISO 8601.
    package let created: String?
    /// `ExpirationDate`, as ISO 8601.
    package let expires: String?
    /// Whether it has expired by the clock of this computer.
    package let isExpired: Bool
    /// The number of devices that may run the app; nil if it does not list any.
    package let devices: Int?
    /// Whether any device may run it (`ProvisionsAllDevices`).
    package let provisionsAllDevices: Bool
    /// The entitlements that it grants: the value of each as text; not sanitized.
    package let entitlements: [String: String]
    /// The kind of distribution: "development", "ad hoc", "enterprise", "App Store".
    package let distribution: String

    static let path: ContainerPath = "embedded.mobileprovision"

    /// Reads the profile; nil if there is none that can be read.
    /// - Parameter now: The time that decides whether it has expired, in seconds since 1970.
    init?(_ files: BundleFiles, now: Double) {
        guard
            let bytes = try? FileContents.read(
                files.root.appending(Self.path), in: files.tree, limit: ProvisioningProfile.maxBytes),
            let list = ProvisioningProfile.list(in: bytes).flatMap({ try? PropertyListReader.read($0) }),
            list.dictionaryValue != nil
        else { return nil }
        func time(_ key: String) -> Double? {
            list[key]?.dateValue.map { $0 + PropertyListValue.secondsFrom1970To2001 }
        }
        func text(_ seconds: Double?) -> String? {
            seconds.flatMap { $0.isFinite && abs($0) < 1e12 ? ISO8601.text(secondsSince1970: Int64($0)) : nil }
        }
        name = list["Name"]?.stringValue
        team = list["TeamName"]?.stringValue
        created = text(time("CreationDate"))
        expires = text(time("ExpirationDate"))
        isExpired = time("ExpirationDate").map { $0 < now } ?? false
        devices = list["ProvisionedDevices"]?.arrayValue?.count
        provisionsAllDevices = list["ProvisionsAllDevices"]?.isTrue ?? false
        let granted = list["Entitlements"]?.dictionaryValue ?? PropertyListDictionary()
        entitlements = Dictionary(
            granted.map { key, value in
                (key, value.arrayValue.map { $0.map(\.shortText).joined(separator: ", ") } ?? value.shortText)
            }
        ) { first, _ in first }
        let mayDebug = granted["get-task-allow"]?.isTrue ?? false
        distribution =
            provisionsAllDevices ? "enterprise" : devices == nil ? "App Store" : mayDebug ? "development" : "ad hoc"
    }
}
