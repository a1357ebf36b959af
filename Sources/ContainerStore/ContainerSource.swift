import ContainerModel

/// The kind of source in which a container was found, as displayed.
package enum SourceKind: String, Codable, Sendable, CaseIterable {
    /// A package that Xcode downloads from a device.
    case xcappdata
    /// A directory of a simulator device.
    case simulator
    /// A bare directory: a copy from a device, a mount.
    case directory
    /// A bundle, `<Name>.app`.
    case appBundle = "app bundle"
    /// What an `.ipa` contains.
    case appPackage = "app package"
    /// A directory of iCloud Drive.
    case iCloudDrive = "iCloud Drive"
}

/// A directory recognized as a container.
struct Recognition {
    /// How certain the recognition is.
    enum Certainty {
        /// It has something that only containers have: a metadata plist, a suffix, a place in a simulator.
        case certain
        /// It looks like a container: it has two or more of the standard directories.
        case likely
    }

    var source: SourceKind
    var certainty: Certainty
    /// The container's root, relative to the directory.
    var root: ContainerPath = .root
    /// The kind of container, if the source implies it; otherwise the metadata plist decides.
    var kind: ContainerKind?
    /// The path of an `AppDataInfo.plist` on this computer, if there is one.
    var appDataInfo: HostPath?
}

/// A form in which containers are found. To add one, write a file for it and list it in `ContainerSources.all`.
protocol ContainerSource: Sendable {
    /// Recognizes `directory` as a container of this form, or as the package around one.
    func recognize(_ directory: HostDirectory) -> Recognition?

    /// Returns the directories below `directory` that hold containers of this form, without examining them.
    func places(in directory: HostDirectory) -> [HostPath]
}

extension ContainerSource {
    func places(in directory: HostDirectory) -> [HostPath] { [] }
}

/// The known forms of containers, the most specific first.
enum ContainerSources {
    static let all: [any ContainerSource] = [
        XcappdataSource(), AppPackageSource(), AppBundleSource(), SimulatorSource(), ICloudSource(), DirectorySource(),
    ]

    /// Returns the recognition by the first form that recognizes the directory.
    static func recognize(_ directory: HostDirectory) -> Recognition? {
        all.firstResult { $0.recognize(directory) }
    }

    /// Returns the places of containers in the directory, according to the first form that has any.
    static func places(in directory: HostDirectory) -> [HostPath]? {
        all.firstResult { source in
            let places = source.places(in: directory)
            return places.isEmpty ? nil : places
        }
    }
}

extension Sequence {
    /// Returns the first non-nil result of `look`, calling it once for each element up to that one.
    ///
    /// `lazy.compactMap(look).first` calls it twice for the element it stops at, and traps if the second call returns
    /// nil because the disk has changed.
    func firstResult<Value>(of look: (Element) -> Value?) -> Value? {
        for element in self {
            if let value = look(element) { return value }
        }
        return nil
    }
}
