import ContainerModel
import FileTree
import Search

/// The unit of a search by `grep` or `timeline`: a container, or a place or a file in it; or a path outside of all
/// containers.
enum SearchedPlace {
    case container(ReadPlace)
    /// - Parameter item: The part of the path that names the directory, or the only file, of the scope, as it was
    ///   given.
    case outside(DirectorySearch.Scope, item: [UInt8])

    /// Returns the scope of the search.
    /// - Throws: `FileTreeError` if there is no such item.
    func scope(as actor: ActingParty, _ state: DeviceState) throws(FileTreeError) -> DirectorySearch.Scope {
        switch self {
        case .container(let place): try .init(item: place.path, of: place.container, as: actor, state: state)
        case .outside(let scope, _): scope
        }
    }

    /// Returns the path of an item as it is printed: as commands take it in the same working directory.
    func shown(_ path: ContainerPath) -> [UInt8] {
        switch self {
        case .container(let place): place.shown(path)
        case .outside: reported(path)
        }
    }

    /// Returns the path of an item as it is reported in JSON: from the container's root, or as it was given.
    func reported(_ path: ContainerPath) -> [UInt8] {
        switch self {
        case .container: path.bytes
        // A file may be named by a link, whose target has another name.
        case .outside(let scope, let item): scope.file == nil ? ReadPlace.joined(item, path.bytes) : item
        }
    }

    /// The container's path on this computer, for reports of several containers; nil otherwise.
    var hostPath: [UInt8]? {
        if case .container(let place) = self { return place.hostPath }
        return nil
    }

    /// Returns a message with the container that it is about, if there are several.
    func named(_ message: String) -> String {
        if case .container(let place) = self { return place.named(message) }
        return message
    }

    /// The path that is searched, for messages.
    var text: String {
        switch self {
        case .container(let place):
            String(decoding: place.path.isRoot ? [0x2e] : place.shown(place.path), as: UTF8.self)
        case .outside(_, let item): String(decoding: item, as: UTF8.self)
        }
    }
}

extension AppInfoOptions {
    /// Calls `body` with each place that paths name: as `forEachPlace`, and with paths outside of all containers.
    func forEachSearchedPlace(at arguments: [String], _ body: @escaping (SearchedPlace) throws -> Void) throws {
        try forEachPlace(at: arguments) { place in
            try body(.container(place))
        } outside: { path in
            DirectorySearch.Scope.outside(path).map { scope, item in
                {
                    scope.tree.reportProblems()
                    try body(.outside(scope, item: item))
                }
            }
        }
    }
}

extension ListingFilter {
    /// Creates the filter of `--filter`, which chooses among all items, hidden ones too, by their paths.
    init(ofPaths text: String) {
        self.init(showsHidden: true, text: Array(text.utf8))
        matchesPaths = true
    }
}
