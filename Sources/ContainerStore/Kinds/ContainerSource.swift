import ContainerModel
import FileTree

/// The kind of source in which a container was found, as displayed. Each source defines its own.
package struct SourceKind: RawRepresentable, Hashable, Codable, Sendable {
    /// The title: "app bundle".
    package let rawValue: String

    /// Creates a kind from its title.
    package init(rawValue: String) { self.rawValue = rawValue }
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
    /// The app, as far as the source identifies it; metadata in the container override it.
    var app: AppInfo?
    /// The path of an `AppDataInfo.plist` on this computer, if there is one.
    var appDataInfo: HostPath?
    /// The source that recognized the directory and provides the tree; nil for a directory that the user calls a
    /// container.
    var recognizer: (any ContainerSource)?

    /// Opens the container's tree.
    /// - Parameter directory: The directory that was recognized.
    /// - Throws: `FileTreeError`
    func tree(in directory: HostDirectory) throws(FileTreeError) -> any FileTree {
        try (recognizer ?? DirectorySource()).tree(of: self, in: directory)
    }
}

/// A form in which containers are found. To add one, write a file for it and list it in `ContainerSources.all`.
protocol ContainerSource: Sendable {
    /// Recognizes `directory` as a container of this form, or as the package around one.
    func recognize(_ directory: HostDirectory) -> Recognition?

    /// Recognizes `directory` as `recognize(_:)` does if that is certain; does not look for what makes it only likely.
    func recognizeCertainly(_ directory: HostDirectory) -> Recognition?

    /// Opens the tree of a container that this form has recognized: unless a form does otherwise, the directory at the
    /// recognition's root.
    /// - Throws: `FileTreeError`
    func tree(of recognition: Recognition, in directory: HostDirectory) throws(FileTreeError) -> any FileTree

    /// Returns the directories below `directory` that hold containers of this form, without examining them.
    func places(in directory: HostDirectory) -> [HostPath]

    /// Returns the containers in `directory`, for a form that lists them itself; nil if it is none of this form.
    /// - Throws: `FileTreeError`; `locked` if a passphrase is needed first.
    func containers(in directory: HostDirectory) throws(FileTreeError) -> [ContainerCandidate]?
}

extension ContainerSource {
    func recognizeCertainly(_ directory: HostDirectory) -> Recognition? {
        recognize(directory).flatMap { $0.certainty == .certain ? $0 : nil }
    }

    func tree(of recognition: Recognition, in directory: HostDirectory) throws(FileTreeError) -> any FileTree {
        try directory.tree.subtree(recognition.root)
    }

    func places(in directory: HostDirectory) -> [HostPath] { [] }

    func containers(in directory: HostDirectory) throws(FileTreeError) -> [ContainerCandidate]? { nil }
}

/// The known forms of containers, the most specific first.
enum ContainerSources {
    static let all: [any ContainerSource] = [
        TimePointSource(), DeviceSource(), XcappdataSource(), AppPackageSource(), AppBundleSource(), DeviceCopySource(),
        SimulatorSource(), ICloudSource(), BackupSource(), DirectorySource(),
    ]

    /// What the forms look for in any directory that may be certainly a container.
    static let marks = [XcappdataSource.dataDirectory, AppPackageSource.payload] + ContainerMetadata.paths

    /// Returns the recognition by the first form that recognizes the directory.
    /// - Parameter certainly: Whether it has to be certain, which takes fewer questions.
    static func recognize(_ directory: HostDirectory, certainly: Bool = false) -> Recognition? {
        all.firstResult { source in
            var recognition = certainly ? source.recognizeCertainly(directory) : source.recognize(directory)
            recognition?.recognizer = source
            return recognition
        }
    }

    /// Returns the containers in the directory, according to a form that lists them itself; nil if there is none.
    /// - Throws: `FileTreeError`; `locked` if a passphrase is needed first.
    static func containers(in directory: HostDirectory) throws(FileTreeError) -> [ContainerCandidate]? {
        for source in all {
            if let found = try source.containers(in: directory) { return found }
        }
        return nil
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
