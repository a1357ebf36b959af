/// A backup's description of itself: `Manifest.plist`, and the device and apps in `Info.plist` (formats.md, "MobileSync
/// backup"), and what `Status.plist` says of its completeness.
package struct BackupProperties: Hashable, Sendable {
    /// An app of the backed-up device.
    package struct App: Hashable, Sendable {
        /// The name in the store.
        package var name: String?
        /// The version in the store.
        package var version: String?
        /// `CFBundleVersion`.
        package var build: String?

        /// Creates an app of which nothing is known.
        package init() {}
    }

    /// Whether `Manifest.db` and the files are encrypted.
    package let isEncrypted: Bool
    /// `BackupKeyBag`, as stored.
    package let keyBag: [UInt8]?
    /// The key of `Manifest.db`; nil before iOS 10, whose manifest is not encrypted.
    package let manifestKey: WrappedKey?
    /// The name of the device.
    package let deviceName: String?
    /// `ProductVersion`, the system's version.
    package let systemVersion: String?
    /// `ProductType`: "iPhone15,2".
    package let productType: String?
    /// When the backup was made, in seconds since 2001.
    package let date: Double?
    /// `SnapshotState` of `Status.plist`: how far the last run of the backup came. "finished" if it came to its end, as
    /// libimobiledevice's idevicebackup2 checks after a backup.
    package let snapshotState: String?
    /// `IsFullBackup` of `Status.plist`: whether the last run copied everything, rather than what had changed.
    package let isFull: Bool?
    /// The apps by bundle identifier, as far as they are recorded.
    package let apps: [String: App]

    /// Reads the properties.
    /// - Parameters:
    ///   - manifest: The contents of `Manifest.plist`.
    ///   - information: The contents of `Info.plist`; nil if there is none.
    ///   - status: The contents of `Status.plist`; nil if there is none.
    /// - Throws: `PropertyListError` if `manifest` cannot be read. Other lists that cannot be read are ignored.
    package init(manifest: [UInt8], information: [UInt8]?, status: [UInt8]? = nil) throws(PropertyListError) {
        self.init(try PropertyListReader.read(manifest), information: information, status: status)
    }

    /// Reads the properties of a backup without a `Manifest.plist`, as far as the other lists have them.
    package init(information: [UInt8]?, status: [UInt8]? = nil) {
        self.init([:], information: information, status: status)
    }

    private init(_ list: PropertyListValue, information: [UInt8]?, status: [UInt8]?) {
        let info = information.flatMap { try? PropertyListReader.read($0) }
        let state = status.flatMap { try? PropertyListReader.read($0) }
        snapshotState = (state?["SnapshotState"] ?? list["SnapshotState"])?.stringValue
        isFull = (state?["IsFullBackup"] ?? list["IsFullBackup"]).map(\.isTrue)
        isEncrypted = list["IsEncrypted"]?.isTrue ?? false
        keyBag = list["BackupKeyBag"]?.dataValue
        manifestKey = list["ManifestKey"]?.dataValue.flatMap { WrappedKey($0) }
        let lockdown = list["Lockdown"]
        deviceName = (lockdown?["DeviceName"] ?? info?["Device Name"])?.stringValue
        systemVersion = (lockdown?["ProductVersion"] ?? info?["Product Version"])?.stringValue
        productType = (lockdown?["ProductType"] ?? info?["Product Type"])?.stringValue
        date = (list["Date"] ?? info?["Last Backup Date"])?.dateValue
        var apps: [String: App] = [:]
        for (identifier, value) in list["Applications"]?.dictionaryValue ?? PropertyListDictionary() {
            apps[identifier, default: App()].build = value["CFBundleVersion"]?.stringValue
        }
        for (identifier, value) in info?["Applications"]?.dictionaryValue ?? PropertyListDictionary() {
            guard let store = value["iTunesMetadata"]?.dataValue.flatMap({ try? PropertyListReader.read($0) }) else {
                continue
            }
            apps[identifier, default: App()].name = (store["itemName"] ?? store["title"])?.stringValue
            if let version = store["bundleShortVersionString"]?.stringValue {
                apps[identifier, default: App()].version = version
            }
        }
        self.apps = apps
    }
}
