import ContainerModel
import ContainerStore
import FileTree
import Formats
import System

/// An empty data container in a package, as Xcode downloads them.
package enum EmptyContainer {
    /// Makes a package.
    /// - Parameters:
    ///   - hostPath: The path on this computer, where nothing may exist.
    ///   - identifier: The app's bundle identifier.
    ///   - name: The app's name.
    /// - Throws: `PackingError`
    package static func make(at hostPath: [UInt8], identifier: String, name: String?) throws(PackingError) {
        guard isIdentifier(identifier) else {
            throw PackingError(
                .unsuitable,
                "“\(identifier)” is not a bundle identifier: letters, digits, - and . such as com.example.app")
        }
        try NewDirectory.make(at: hostPath) { new throws(PackingError) in
            for path in ContainerKind.data.directoriesAtInstallation {
                try new.makeDirectories(PackageLayout.data.appending(path))
            }
            var app = AppInfo()
            (app.identifier, app.name) = (identifier, name)
            try PackageLayout.describe(new, app)
        }
    }

    /// Returns whether a text can be a bundle identifier (`CFBundleIdentifier`: alphanumerics, hyphens and periods).
    private static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 155
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d
                    || $0 == 0x2e
            }
    }
}

/// The layout of an `.xcappdata` package (formats.md, "Sources a container can come from").
enum PackageLayout {
    static let data: ContainerPath = "AppData"
    static let information: ContainerPath = "AppDataInfo.plist"
    /// The system's list at a container's root.
    static let metadata: ContainerPath = ".com.apple.mobile_container_manager.metadata.plist"

    /// Writes the list that identifies the package's app, and the container's list unless it has one.
    /// - Parameters:
    ///   - package: The path of the package in the new directory.
    ///   - identifier: The bundle identifier, if the container does not state it.
    /// - Throws: `PackingError`
    static func describe(
        _ new: NewDirectory, at package: ContainerPath, _ container: Container, identifier: String?
    ) throws(PackingError) {
        let list = informationList(of: container, identifier: identifier)
        try new.write(list, to: package.appending(information))
        guard let identifier = identifier ?? container.description.app.identifier else { return }
        try describeContainer(new, at: package.appending(data), identifier: identifier)
    }

    /// Returns the list that identifies the package's app: the list of the package around the container, unchanged,
    /// unless it belongs to another app.
    static func informationList(of container: Container, identifier: String?) -> [UInt8] {
        var app = container.description.app
        app.identifier = identifier ?? app.identifier
        guard container.description.source == .xcappdata,
            let package = try? HostTree.open(container.description.packagePath.bytes),
            let bytes = try? FileContents.read(information, in: package, limit: 1 << 20),
            let list = try? PropertyListReader.read(bytes), let known = list.dictionaryValue
        else { return informationList(of: app) }
        guard let identifier = app.identifier, known["CFBundleIdentifier"]?.stringValue != identifier else {
            return bytes
        }
        let pairs = known.map { ($0, $1) }.filter { $0.0 != "CFBundleIdentifier" }
        return PropertyListWriter.binary(
            .dictionary(PropertyListDictionary([("CFBundleIdentifier", .string(identifier))] + pairs)))
    }

    /// Writes the list that identifies the package's app, and the container's list unless it has one.
    /// - Throws: `PackingError`
    static func describe(_ new: NewDirectory, _ app: AppInfo) throws(PackingError) {
        try new.write(informationList(of: app), to: information)
        guard let identifier = app.identifier else { return }
        try describeContainer(new, at: data, identifier: identifier)
    }

    /// Writes the system's list of a data container unless it has one.
    /// - Throws: `PackingError`
    static func describeContainer(
        _ new: NewDirectory, at root: ContainerPath, identifier: String, contentClass: Int64 = 2
    ) throws(PackingError) {
        let path = root.appending(metadata)
        guard (try? new.directory.status(path)) == nil else { return }
        try new.write(metadataList(identifier: identifier, contentClass: contentClass), to: path)
    }

    /// Returns the list that identifies the package's app as Xcode writes it, with the known facts about the app
    /// (formats.md, "Sources a container can come from").
    static func informationList(of app: AppInfo) -> [UInt8] {
        let values: [(String, String?)] = [
            ("XCDownloadDate", downloadDate), ("XCExecutableName", app.executable),
            ("XCMinimumOSVersion", app.minimumSystemVersion), ("CFBundleIdentifier", app.identifier),
            ("XCApplicationName", app.name), ("XCExecutableVersion", app.build ?? app.version),
        ]
        let pairs = values.compactMap { key, value in value.map { (key, PropertyListValue.string($0)) } }
        return PropertyListWriter.binary(.dictionary(PropertyListDictionary(pairs)))
    }

    /// The present time as Xcode writes it, here local time: `2019-02-02 11:31.02.515`.
    private static var downloadDate: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = LocalTime(secondsSince1970: Int64(now.tv_sec))
        let milliseconds = "\(1_000 + now.tv_nsec / 1_000_000)".dropFirst()
        return "\(time.date) \(LocalTime.twoDigits(time.hour)):\(LocalTime.twoDigits(time.minute))."
            + "\(LocalTime.twoDigits(time.second)).\(milliseconds)"
    }

    /// Returns the system's list of a container.
    static func metadataList(identifier: String, contentClass: Int64 = 2) -> [UInt8] {
        PropertyListWriter.binary([
            "MCMMetadataIdentifier": .string(identifier), "MCMMetadataContentClass": .integer(contentClass),
        ])
    }
}
