package import ContainerModel
import Formats

/// The memory of a container between sessions of the browser.
///
/// Nothing of it is stored in the container, and it reveals only paths, names and times.
package struct ContainerMemory: Hashable, Sendable {
    /// How the browser showed the container when it was left.
    package struct Session: Hashable, Sendable {
        /// The directory shown; empty for the root.
        package var place: [UInt8]
        /// The name under the cursor.
        package var entry: [UInt8]?
        /// The first visible row of the listing.
        package var top = 0
        /// The pane that had the focus.
        package var pane = ""
        /// The directory under the cursor in the tree of places.
        package var treePlace: [UInt8] = []
        /// The unfolded directories of the tree.
        package var unfolded: [[UInt8]] = []
        /// The name of the sort order, if it is another one than the settings'.
        package var sort: String?
        /// Whether the sort order is reversed.
        package var isReversed = false
        /// Whether hidden names are shown, if that differs from the settings.
        package var showsHidden: Bool?
        /// The directory of this computer that sharing mode showed, as a path from `/`, or the directory of the other
        /// container, as a path from its root; nil if sharing mode was off.
        package var sharedPlace: [UInt8]?
        /// The path, on this computer, of the root of the container that sharing mode showed; nil if it showed this
        /// computer.
        package var sharedContainer: [UInt8]?
        /// The borders between panes that were moved: by the names of the panes that are side by side, in thousandths
        /// of the screen's columns.
        package var borders: [String: [Int]] = [:]

        /// Creates a session in a directory.
        package init(place: [UInt8]) { self.place = place }
    }

    /// The path of the container's root on this computer.
    package var hostPath: [UInt8]
    /// The app's name, or its identifier.
    package var name: String
    /// The kind of container; nil if it is not known.
    package var kind: ContainerKind?
    /// When the container was last open, in seconds since 1970.
    package var visited: Int64
    /// How it was left; nil if that is not remembered.
    package var session: Session?
    /// The directories marked with letters.
    package var marks: [String: ContainerPath] = [:]
    /// The colours of tagged items.
    package var tags: [ContainerPath: String] = [:]
    /// The tags of items in the trash, the latest last.
    package var trashedTags: [TrashedTag] = []

    /// The tag of an item in the trash.
    package struct TrashedTag: Hashable, Sendable {
        /// Where the item was.
        package let path: ContainerPath
        /// The colour.
        package let color: String
        /// The number, in the journal, of the operation that took it to the trash.
        package let operation: Int
    }

    /// Creates the memory of a container that was never open before.
    package init(hostPath: [UInt8], name: String, visited: Int64 = 0) {
        self.hostPath = hostPath
        self.name = name
        self.visited = visited
    }
}

/// The property list in which a container's memory is stored.
extension ContainerMemory {
    /// The version of the form, written to the file. Files with a higher one are left alone.
    static let version: Int64 = 1
    /// The maximum number of unfolded directories that are stored.
    private static let maxUnfolded = 1_000
    /// The maximum number of tags of items in the trash that are kept; the oldest are forgotten.
    static let maxTrashed = 1_000

    /// - Parameter identity: The identity of the container.
    func list(for identity: PropertyListValue) -> PropertyListValue {
        var pairs: [(String, PropertyListValue)] = [
            ("version", .integer(Self.version)), ("container", identity), ("path", .data(hostPath)),
            ("name", .string(name)), ("visited", .integer(visited)),
        ]
        if let kind { pairs.append(("kind", .string(kind.rawValue))) }
        if let session { pairs.append(("session", session.list(maxUnfolded: Self.maxUnfolded))) }
        if !marks.isEmpty {
            let markPairs = marks.sorted { $0.key < $1.key }.map { ($0.key, PropertyListValue.data($0.value.bytes)) }
            pairs.append(("marks", .dictionary(PropertyListDictionary(markPairs))))
        }
        if !tags.isEmpty {
            let items: [PropertyListValue] = tags.sorted { $0.key < $1.key }.map { path, color in
                ["path": .data(path.bytes), "color": .string(color)]
            }
            pairs.append(("tags", .array(items)))
        }
        if !trashedTags.isEmpty {
            let items: [PropertyListValue] = trashedTags.map { tag in
                [
                    "path": .data(tag.path.bytes), "color": .string(tag.color),
                    "operation": .integer(Int64(tag.operation)),
                ]
            }
            pairs.append(("trashedTags", .array(items)))
        }
        return .dictionary(PropertyListDictionary(pairs))
    }

    /// Creates the memory in a property list; nil if it is another one.
    init?(_ list: PropertyListValue) {
        guard let hostPath = list["path"]?.dataValue, let name = list["name"]?.stringValue,
            let visited = list["visited"]?.integerValue
        else { return nil }
        self.init(hostPath: hostPath, name: name, visited: visited)
        kind = list["kind"]?.stringValue.flatMap { ContainerKind(rawValue: $0) }
        session = list["session"].flatMap { Session($0, maxUnfolded: Self.maxUnfolded) }
        for (letter, value) in list["marks"]?.dictionaryValue ?? PropertyListDictionary() {
            marks[letter] = value.dataValue.flatMap { ContainerPath(bytes: $0) }
        }
        for item in list["tags"]?.arrayValue ?? [] {
            guard let path = item["path"]?.dataValue.flatMap({ ContainerPath(bytes: $0) }) else { continue }
            tags[path] = item["color"]?.stringValue
        }
        for item in (list["trashedTags"]?.arrayValue ?? []).suffix(Self.maxTrashed) {
            guard let path = item["path"]?.dataValue.flatMap({ ContainerPath(bytes: $0) }),
                let color = item["color"]?.stringValue,
                let operation = item["operation"]?.integerValue.flatMap({ Int(exactly: $0) })
            else { continue }
            trashedTags.append(TrashedTag(path: path, color: color, operation: operation))
        }
    }
}

extension ContainerMemory.Session {
    fileprivate func list(maxUnfolded: Int) -> PropertyListValue {
        var pairs: [(String, PropertyListValue)] = [
            ("place", .data(place)), ("top", .integer(Int64(top))), ("pane", .string(pane)),
            ("treePlace", .data(treePlace)),
            ("unfolded", .array(unfolded.prefix(maxUnfolded).map { .data($0) })),
            ("isReversed", .boolean(isReversed)),
        ]
        if let entry { pairs.append(("entry", .data(entry))) }
        if let sort { pairs.append(("sort", .string(sort))) }
        if let sharedPlace { pairs.append(("sharedPlace", .data(sharedPlace))) }
        if let sharedContainer { pairs.append(("sharedContainer", .data(sharedContainer))) }
        if !borders.isEmpty {
            let borderPairs = borders.sorted { $0.key < $1.key }.map { panes, borders in
                (panes, PropertyListValue.array(borders.map { .integer(Int64($0)) }))
            }
            pairs.append(("borders", .dictionary(PropertyListDictionary(borderPairs))))
        }
        if let showsHidden { pairs.append(("showsHidden", .boolean(showsHidden))) }
        return .dictionary(PropertyListDictionary(pairs))
    }

    fileprivate init?(_ list: PropertyListValue, maxUnfolded: Int) {
        guard let place = list["place"]?.dataValue else { return nil }
        self.init(place: place)
        entry = list["entry"]?.dataValue
        top = max(0, Int(list["top"]?.integerValue ?? 0))
        pane = list["pane"]?.stringValue ?? ""
        treePlace = list["treePlace"]?.dataValue ?? []
        unfolded = (list["unfolded"]?.arrayValue ?? []).prefix(maxUnfolded).compactMap(\.dataValue)
        sort = list["sort"]?.stringValue
        isReversed = list["isReversed"]?.booleanValue ?? false
        showsHidden = list["showsHidden"]?.booleanValue
        sharedPlace = list["sharedPlace"]?.dataValue
        sharedContainer = list["sharedContainer"]?.dataValue
        for (panes, value) in list["borders"]?.dictionaryValue ?? PropertyListDictionary() {
            borders[panes] = value.arrayValue?.compactMap { $0.integerValue.flatMap { Int(exactly: $0) } }
        }
    }
}
