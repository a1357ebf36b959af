import ContainerModel

/// Where a container was found, as people call it.
package enum SourceKind: String, Codable, Sendable, CaseIterable {
    /// A package that Xcode downloads from a device.
    case xcappdata
    /// A directory of a simulator device.
    case simulator
    /// A bare directory: a device copy, a mount.
    case directory
    /// A bundle, `<Name>.app`.
    case appBundle = "app bundle"
}

/// A directory that turned out to be a container.
struct Recognition {
    /// How sure one can be.
    enum Certainty {
        /// Something only containers have: a metadata plist, a suffix, a place in a simulator.
        case certain
        /// It looks like one: two or more of the standard directories.
        case likely
    }

    var source: SourceKind
    var certainty: Certainty
    /// The container's root, seen from the directory.
    var root: ContainerPath = .root
    /// What the container is, where the source tells; else its metadata plist does.
    var kind: ContainerKind?
    /// Where an `AppDataInfo.plist` is, seen from the directory.
    var appDataInfo: HostPath?
}

/// One kind of thing that containers come in. Another kind is another file and a line in `ContainerSources.all`.
protocol ContainerSource: Sendable {
    /// Whether `directory` itself is a container of this kind, or the package around one.
    func recognize(_ directory: HostDirectory) -> Recognition?

    /// Directories below `directory` that hold containers of this kind, without looking into them.
    func places(in directory: HostDirectory) -> [HostPath]
}

extension ContainerSource {
    func places(in directory: HostDirectory) -> [HostPath] { [] }
}

/// The kinds that are known, most telling first.
enum ContainerSources {
    static let all: [any ContainerSource] = [
        XcappdataSource(), AppBundleSource(), SimulatorSource(), DirectorySource(),
    ]

    /// What the first kind that knows the directory makes of it.
    static func recognize(_ directory: HostDirectory) -> Recognition? {
        all.firstResult { $0.recognize(directory) }
    }

    /// Where in the directory the first kind that has any says that its containers are.
    static func places(in directory: HostDirectory) -> [HostPath]? {
        all.firstResult { source in
            let places = source.places(in: directory)
            return places.isEmpty ? nil : places
        }
    }
}

extension Sequence {
    /// The first value that `look` finds, calling it once for each element up to that one.
    ///
    /// `lazy.compactMap(look).first` calls it twice for the element it stops at, and traps when the second look, at a
    /// disk that changes, finds nothing.
    func firstResult<Value>(of look: (Element) -> Value?) -> Value? {
        for element in self {
            if let value = look(element) { return value }
        }
        return nil
    }
}
