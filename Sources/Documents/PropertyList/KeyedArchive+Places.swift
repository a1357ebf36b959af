import Formats

extension KeyedArchive {
    /// Where each object of an archive is written, if each is written once: at the shortest way from the top, and of
    /// several at the first. Values that an array or a dictionary holds by themselves also have places.
    ///
    /// There are no more places than objects and values, however often they refer to each other.
    struct Places: Sendable {
        /// The place of an array, a dictionary or an object in the tree of all; the top itself is 0.
        typealias Place = Int

        private struct Step: Hashable {
            let parent: Place
            let index: Int
        }

        /// The way to each place: the place that it is in, and its name there.
        private var ways: [(parent: Place, name: String)] = [(0, "")]
        /// The place of each object that is written once, by its number.
        private var objects: [UInt64: Place] = [:]
        private var places: [Step: Place] = [:]

        /// The decoder processes of the container that the archive is from; nil if it is not known.
        var decoders: ContainerDecoders.Provider?

        /// The top.
        static let top: Place = 0

        /// Finds the places of all objects that can be reached from the top.
        init(in archive: KeyedArchive) {
            var next = [archive.topItems]
            var place = Self.top
            // The places are in the order in which they are found, so that the shortest way comes first.
            while place < next.count {
                for (index, item) in next[place].enumerated() {
                    let reference = item.value.uidValue
                    guard reference.map({ objects[$0] == nil }) ?? true, archive.isWrittenOnce(item.value) else {
                        continue
                    }
                    let found = ways.count
                    if let reference { objects[reference] = found }
                    ways.append((place, item.name))
                    places[Step(parent: place, index: index)] = found
                    next.append(archive.items(of: item.value))
                }
                next[place] = []
                place += 1
            }
        }

        /// Returns the place of an item: nil if it is written wherever it occurs.
        /// - Parameters:
        ///   - value: The item.
        ///   - index: Its index in the array, dictionary or object.
        ///   - parent: The place of that.
        func place(of value: PropertyListValue, at index: Int, in parent: Place) -> Place? {
            places[Step(parent: parent, index: index)] ?? value.uidValue.flatMap { objects[$0] }
        }

        /// Returns whether an item is written here, and not somewhere else.
        func isWritten(at index: Int, in parent: Place) -> Bool {
            places[Step(parent: parent, index: index)] != nil
        }

        /// Returns the names that lead to a place.
        func names(of place: Place) -> [String] {
            var names: [String] = []
            var place = place
            while place != Self.top {
                names.append(ways[place].name)
                place = ways[place].parent
            }
            return names.reversed()
        }
    }

    /// An item of an array, a dictionary or an object, with its name there: a key, or an index from 0.
    typealias Item = (name: String, value: PropertyListValue)

    /// The named objects at the top.
    var topItems: [Item] { top.map { ($0.key, $0.value) } }

    /// Returns the items of an array, a dictionary or an object; none of any other value.
    func items(of value: PropertyListValue) -> [Item] {
        switch object(value) {
        case .value(.array(let items)), .value(.set(let items)), .list(let items, _): Self.numbered(items)
        case .value(.dictionary(let fields)): fields.map { ($0.key, $0.value) }
        case .dictionary(let pairs, _): entries(pairs)
        case .object(let fields, _): fields.map { ($0.key, $0.value) }
        case .value, .null, .date, .uuid, .url, .missing: []
        }
    }

    /// Returns the entries of a dictionary; behind them, as they are stored, those whose keys no name tells.
    private func entries(_ pairs: [(key: PropertyListValue, value: PropertyListValue)]) -> [Item] {
        var entries: [Item] = []
        entries.reserveCapacity(pairs.count)
        var (keys, values): ([PropertyListValue], [PropertyListValue]) = ([], [])
        for (key, value) in pairs {
            if let name = name(of: key) {
                entries.append((name, value))
            } else {
                keys.append(key)
                values.append(value)
            }
        }
        return keys.isEmpty ? entries : entries + [("NS.keys", .array(keys)), ("NS.objects", .array(values))]
    }

    private static func numbered(_ items: [PropertyListValue]) -> [Item] {
        items.enumerated().map { ("\($0.offset)", $0.element) }
    }

    /// The longest text, in bytes, that is written wherever it occurs, and the longest key.
    private static let longestRepeated = 256

    /// Returns whether a value is written once, so that the tree grows with the archive alone: collections, long texts
    /// and data.
    fileprivate func isWrittenOnce(_ value: PropertyListValue) -> Bool {
        switch object(value) {
        case .value(.array(let items)), .value(.set(let items)), .list(let items, _): !items.isEmpty
        case .value(.dictionary(let fields)): !fields.isEmpty
        case .dictionary(let pairs, _): !pairs.isEmpty
        case .object(let fields, _): !fields.isEmpty
        case .value(.string(let text)), .url(let text): value.uidValue != nil && text.utf8.count > Self.longestRepeated
        case .value(.data(let bytes)): value.uidValue != nil && bytes.count > Self.longestRepeated
        case .value, .null, .date, .uuid, .missing: false
        }
    }

    /// Returns the name for a key of a dictionary, usually a string; nil for a key that takes more to tell: a collection,
    /// data, a text that is longer than any key.
    private func name(of key: PropertyListValue) -> String? {
        let text: String
        switch object(key) {
        case .value(.string(let string)), .url(let string): text = string
        case .uuid(let bytes): text = UUIDText.text(bytes)
        case .value(.data), .value(.array), .value(.set), .value(.dictionary), .list, .dictionary, .object: return nil
        case .value(let value): text = ValueNode("", list: value).summary.value
        case .date(let seconds):
            text = DocumentDate(seconds, since: Int64(PropertyListValue.secondsFrom1970To2001)).text
        case .null: text = "null"
        case .missing: text = ValueNode("", list: key).summary.value
        }
        return text.utf8.count <= Self.longestRepeated ? text : nil
    }

    /// Returns the name of a class, which is written wherever it occurs.
    static func shortened(_ name: String) -> String {
        name.utf8.count <= longestName ? name : name.prefix(longestName) + "…"
    }
}
