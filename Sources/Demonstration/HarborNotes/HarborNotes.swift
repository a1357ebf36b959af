/// The demonstration: the containers of a fictitious app, as in a simulator device.
///
/// All names, sizes and times are fixed, so that descriptions of the demonstration elsewhere stay true.
package struct HarborNotes {
    /// The directory that contains everything, without a trailing slash. Its name need not be UTF-8.
    package let root: [UInt8]
    /// Differences forced by this file system: sentences for the user.
    package let notes: [String]

    /// The path of the app's data container on this computer.
    package var data: [UInt8] { root + Array("/\(Self.dataPath)".utf8) }

    static let appName = "Harbor Notes"
    static let executable = "HarborNotes"
    static let bundleIdentifier = "dev.sandglass.harbornotes"
    static let groupIdentifier = "group.dev.sandglass.harbornotes"

    static let dataPath = "Containers/Data/Application/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    static let bundlePath = "Containers/Bundle/Application/D2A85E17-40C9-4B6E-A1F3-7C0E5B9D8246"
    static let groupPath = "Containers/Shared/AppGroup/0F9C6D3A-5E72-4D18-B0A4-91E3C7F28D65"
    static let iCloudPath = "Library/Mobile Documents/iCloud~dev~sandglass~harbornotes"

    /// The day the app was installed.
    static let installed = FixedTime.on(2, 14, 8, 30)

    /// Creates the containers in `directory`, which must be missing or empty, or else in a new temporary directory.
    /// - Parameter keys: The keys to set to YES in the app's Info.plist, in addition to the usual ones.
    /// - Throws: `DemonstrationError`; everything created is removed in that case.
    package static func make(
        in directory: String? = nil,
        declaring keys: [String] = []
    ) throws(DemonstrationError) -> HarborNotes {
        let root: [UInt8]
        if let directory {
            try DemonstrationDirectory.makeEmpty(directory)
            root = Array(directory.utf8)
        } else {
            root = try DemonstrationDirectory.makeTemporary()
        }
        do throws(DemonstrationError) {
            var builder = ContainerBuilder(root: root)
            for container in containers(declaring: keys) { try container.make(with: &builder) }
            try builder.finish()
            return HarborNotes(root: root, notes: builder.notes)
        } catch {
            DemonstrationDirectory.remove(root)
            throw error
        }
    }

    /// Removes everything.
    /// - Returns: Whether nothing is left.
    package func remove() -> Bool { DemonstrationDirectory.remove(root) }

    private static func containers(declaring keys: [String]) -> [ContainerPart] {
        [
            ContainerPart(
                path: dataPath,
                identity: .init(
                    identifier: bundleIdentifier, uuid: "A3E5D7F0-1C29-4B84-9D36-58F07B2C6E41", contentClass: 2),
                entries: documents + store + library + caches + temporary + misplaced
            ),
            ContainerPart(
                path: bundlePath,
                identity: .init(
                    identifier: bundleIdentifier, uuid: "5D90B8E2-7F14-4A63-8E0C-B6A12D3C4F75", contentClass: 1),
                entries: bundle(declaring: keys)
            ),
            ContainerPart(
                path: groupPath,
                identity: .init(
                    identifier: groupIdentifier, uuid: "E8C40A6B-2D95-47F1-B3A7-1F6E9D5C0B28", contentClass: 7),
                entries: group
            ),
            ContainerPart(path: iCloudPath, identity: nil, entries: iCloud),
        ]
    }
}
