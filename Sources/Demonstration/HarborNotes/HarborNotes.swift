import Formats

/// The demonstration: the containers of an app that does not exist, as a simulator device keeps them.
///
/// Everything in them is fixed, names, sizes and times, so that what is shown of them elsewhere stays true.
package struct HarborNotes {
    /// The directory that everything was made in, without a final slash.
    package let root: String
    /// What had to be done in another way on this file system: sentences for people.
    package let notes: [String]

    /// The path of the app's data container on this computer.
    package var data: String { "\(root)/\(Self.dataPath)" }

    static let appName = "Harbor Notes"
    static let executable = "HarborNotes"
    static let bundleIdentifier = "dev.sandglass.harbornotes"
    static let groupIdentifier = "group.dev.sandglass.harbornotes"

    static let dataPath = "Containers/Data/Application/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    static let bundlePath = "Containers/Bundle/Application/D2A85E17-40C9-4B6E-A1F3-7C0E5B9D8246"
    static let groupPath = "Containers/Shared/AppGroup/0F9C6D3A-5E72-4D18-B0A4-91E3C7F28D65"

    /// The day the app was installed.
    static let installed = FixedTime.on(2, 14, 8, 30)

    /// Makes the containers in `directory`, which must be absent or empty, or else in a fresh temporary directory.
    /// - Parameter keys: what the app's Info.plist sets to YES beside what it always says.
    /// - Throws: `DemonstrationError`; what was made until then is removed.
    package static func make(
        in directory: String? = nil,
        declaring keys: [String] = []
    ) throws(DemonstrationError) -> HarborNotes {
        let root: String
        if let directory {
            try DemonstrationDirectory.makeEmpty(directory)
            root = directory
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

    /// Takes everything away again.
    /// - Returns: whether nothing is left.
    package func remove() -> Bool { DemonstrationDirectory.remove(root) }

    private static func containers(declaring keys: [String]) -> [ContainerPart] {
        [
            ContainerPart(
                path: dataPath,
                identifier: bundleIdentifier,
                uuid: "A3E5D7F0-1C29-4B84-9D36-58F07B2C6E41",
                contentClass: 2,
                entries: documents + store + library + caches + temporary
            ),
            ContainerPart(
                path: bundlePath,
                identifier: bundleIdentifier,
                uuid: "5D90B8E2-7F14-4A63-8E0C-B6A12D3C4F75",
                contentClass: 1,
                entries: bundle(declaring: keys)
            ),
            ContainerPart(
                path: groupPath,
                identifier: groupIdentifier,
                uuid: "E8C40A6B-2D95-47F1-B3A7-1F6E9D5C0B28",
                contentClass: 7,
                entries: group
            ),
        ]
    }
}
