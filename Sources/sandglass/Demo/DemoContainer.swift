import Formats

/// The demonstration: the containers of an app that does not exist, as a simulator device keeps them.
///
/// Everything in them is fixed, names, sizes and times, so that what is shown of them elsewhere stays true.
struct DemoContainer {
    /// Where the app's data is, on this computer.
    let data: String
    /// What had to be done in another way on this file system: sentences for people.
    let notes: [String]

    static let appName = "Harbor Notes"
    static let executable = "HarborNotes"
    static let bundleIdentifier = "dev.sandglass.harbornotes"
    static let groupIdentifier = "group.dev.sandglass.harbornotes"

    static let dataPath = "Containers/Data/Application/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    static let bundlePath = "Containers/Bundle/Application/D2A85E17-40C9-4B6E-A1F3-7C0E5B9D8246"
    static let groupPath = "Containers/Shared/AppGroup/0F9C6D3A-5E72-4D18-B0A4-91E3C7F28D65"

    /// The day the app was installed.
    static let installed = DemoTime.on(2, 14, 8, 30)

    /// Makes the containers below `directory`, which must be there.
    /// - Parameter keys: what the app's Info.plist sets to YES beside what it always says.
    /// - Throws: `DemoError`; what was made until then stays.
    static func make(at directory: String, declaring keys: [String] = []) throws(DemoError) -> DemoContainer {
        var builder = DemoBuilder(root: directory)
        for container in containers(declaring: keys) { try container.make(with: &builder) }
        try builder.finish()
        return DemoContainer(data: "\(directory)/\(dataPath)", notes: builder.notes)
    }

    private static func containers(declaring keys: [String]) -> [DemoPart] {
        [
            DemoPart(
                path: dataPath,
                identifier: bundleIdentifier,
                uuid: "A3E5D7F0-1C29-4B84-9D36-58F07B2C6E41",
                contentClass: 2,
                entries: documents + store + library + caches + temporary
            ),
            DemoPart(
                path: bundlePath,
                identifier: bundleIdentifier,
                uuid: "5D90B8E2-7F14-4A63-8E0C-B6A12D3C4F75",
                contentClass: 1,
                entries: bundle(declaring: keys)
            ),
            DemoPart(
                path: groupPath,
                identifier: groupIdentifier,
                uuid: "E8C40A6B-2D95-47F1-B3A7-1F6E9D5C0B28",
                contentClass: 7,
                entries: group
            ),
        ]
    }
}
