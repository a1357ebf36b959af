import Formats

/// The containers of an app with secrets in its documents, used to find out who can see them.
struct SecretContainer {
    static let bundleIdentifier = "dev.sandglass.strongbox"
    static let dataPath = "Containers/Data/Application/3C7E91A4-5B0D-4F26-9E83-71D6A0C4B258"
    private static let bundlePath = "Containers/Bundle/Application/9A41F6D8-2E57-4C90-B1A3-04E8D7C65F12"

    /// The text that only the app's user should see: file names and contents.
    static let secrets = names + ["4402 8829 1170", "tide+lantern+41"]
    /// The secrets that a listing of the documents shows.
    static let names = ["bank-note-8829", "passwords-2026", "beach-private"]

    /// The path of the data container on this computer.
    let data: String

    /// Creates the containers below `directory`, which must exist.
    /// - Parameter keys: The keys of the app's Info.plist, in addition to the usual ones.
    /// - Throws: `DemonstrationError`; the items created so far stay in that case.
    static func make(
        at directory: String,
        saying keys: [(String, PropertyListValue)]
    ) throws(DemonstrationError) -> SecretContainer {
        var builder = ContainerBuilder(root: Array(directory.utf8))
        let containers = [
            ContainerPart(
                path: dataPath,
                identity: .init(
                    identifier: bundleIdentifier, uuid: "C2D81B57-6F3A-49E0-8A14-D5907E2B36CF", contentClass: 2),
                entries: documents
            ),
            ContainerPart(
                path: bundlePath,
                identity: .init(
                    identifier: bundleIdentifier, uuid: "70F5E3A9-8D12-4B6C-A7E0-1C94B8D20F63", contentClass: 1),
                entries: [
                    ContainerEntry("SecretContainer.app/Info.plist", HarborNotes.installed, .xmlList(information(keys)))
                ]
            ),
        ]
        for container in containers { try container.make(with: &builder) }
        try builder.finish()
        return SecretContainer(data: "\(directory)/\(dataPath)")
    }

    private static let documents = secretDocuments + SecretFixture.entries

    private static let secretDocuments = [
        ContainerEntry("Documents/bank-note-8829.txt", .on(4, 2, 10, 12), .text("To the account 4402 8829 1170\n")),
        ContainerEntry("Documents/passwords-2026.csv", .on(4, 9, 18, 40), .text("harbour,tide+lantern+41\n")),
        ContainerEntry(
            "Documents/beach-private.png", .on(4, 17, 21, 5),
            .file("beach.png")),
        ContainerEntry(
            "Library/Preferences/\(bundleIdentifier).plist", HarborNotes.installed, .xmlList(["launches": 12])),
        ContainerEntry("Library/Caches", HarborNotes.installed, .directory),
        ContainerEntry("tmp", HarborNotes.installed, .directory),
    ]

    private static func information(_ keys: [(String, PropertyListValue)]) -> PropertyListValue {
        let usual: [(String, PropertyListValue)] = [
            ("CFBundleIdentifier", .string(bundleIdentifier)),
            ("CFBundleName", "SecretContainer"),
            ("CFBundleExecutable", "SecretContainer"),
            ("CFBundlePackageType", "APPL"),
            ("CFBundleShortVersionString", "1.0"),
            ("CFBundleVersion", "1"),
        ]
        return .dictionary(PropertyListDictionary(usual + keys))
    }
}
