import ArgumentParser
import ContainerModel
import Disk
import FileSharing
import Transactions

/// What a command line names: items one by one, and many of one directory together.
struct NamedItems {
    var items: [ItemAddress] = []
    var groups: [SharingGroup] = []

    /// How many there are.
    var count: Int { items.count + groups.reduce(0) { $0 + $1.names.count } }

    /// A few of them, which stand for all where only their number and kind count.
    var samples: [ItemAddress] { items + groups.flatMap(\.samples) }
}

extension OperandOptions {
    /// The items that arguments and, with `-0`, a list on standard input name. What is named again counts once.
    ///
    /// Paths of one directory that follow one another in the list, as those of `find` do, are one group: a million of
    /// them cost their names and no values.
    /// - Parameters:
    ///   - operands: what was named so far, and what is named now.
    ///   - inOrder: whether each item has to be one by itself, in the order in which they were named.
    ///   - item: finds what a path names.
    /// - Throws: `ValidationError` where nothing is named; what `item` throws.
    func items(
        _ arguments: [String],
        of what: String = "PATH",
        in operands: inout Operands,
        inOrder: Bool = false,
        by item: (inout Operands, [UInt8]) throws -> ItemAddress
    ) throws -> NamedItems {
        guard null || !arguments.isEmpty else { throw ValidationError("Missing expected argument '<\(what)> ...'") }
        var named = NamedItems()
        named.items = try arguments.map { try item(&operands, argumentBytes($0)) }
        if null {
            var paths = PathList(standardInput())
            while let run = paths.nextRun() { try named.add(run, in: &operands, inOrder: inOrder, by: item) }
        }
        named.leaveOutRepeated()
        return named
    }
}

extension NamedItems {
    fileprivate mutating func add(
        _ run: PathList.Run,
        in operands: inout Operands,
        inOrder: Bool,
        by item: (inout Operands, [UInt8]) throws -> ItemAddress
    ) throws {
        guard !inOrder, run.names.count >= EntrySelection.fewestTogether,
            let directory = try? item(&operands, run.directory),
            let place = groups.firstIndex(where: { $0.directory == directory })
                ?? addGroup(of: directory, in: operands.open)
        else {
            for index in 0..<run.names.count { items.append(try item(&operands, run.path(index))) }
            return
        }
        // What is not there is told of one by one.
        for index in groups[place].choose(run.names).indices { items.append(try item(&operands, run.path(index))) }
    }

    private mutating func addGroup(of directory: ItemAddress, in open: OpenRoots) -> Int? {
        guard let group = SharingGroup(noneOf: directory, in: open) else { return nil }
        groups.append(group)
        return groups.count - 1
    }

    /// Leaves out items that were named before, by the same path or as one of a group.
    fileprivate mutating func leaveOutRepeated() {
        var seen: Set<ItemAddress> = []
        let members = Dictionary(
            groups.map { ($0.directory, (names: NameIndex($0.names.entries), chosen: $0.names)) },
            uniquingKeysWith: { first, _ in first })
        items.removeAll { item in
            if let group = members[item.parent], let place = group.names.place(of: item.name),
                group.chosen.contains(place)
            {
                return true
            }
            return !seen.insert(item).inserted
        }
    }
}

/// Paths that each end with NUL.
struct PathList {
    /// Paths side by side that are in one directory.
    struct Run {
        /// The directory as it was written; empty where only names were.
        fileprivate(set) var prefix: [UInt8]
        /// The last components.
        fileprivate(set) var names = EntryList()

        /// The directory's path.
        var directory: [UInt8] { prefix.isEmpty ? [0x2e] : prefix }

        /// A path as it was written.
        func path(_ index: Int) -> [UInt8] { prefix + names.name(index) }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next paths that are in one directory; nil at the end.
    mutating func nextRun() -> Run? {
        var run: Run?
        while let (prefix, name, end) = next() {
            if run == nil { run = Run(prefix: Array(prefix)) }
            guard let current = run, current.prefix.elementsEqual(prefix) else { return run }
            run?.names.append(name, kind: .unknown)
            position = end
        }
        return run
    }

    /// The next path, cut in two after its last slash, and where the one after it begins.
    private func next() -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>, end: Int)? {
        var start = position
        // Nothing between two NULs names nothing.
        while start < bytes.count, bytes[start] == 0 { start += 1 }
        guard start < bytes.count else { return nil }
        let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
        let path = bytes[start..<end]
        guard let slash = path.lastIndex(of: 0x2f) else { return ([], path, min(end + 1, bytes.count)) }
        return (path[...slash], path[(slash + 1)...], min(end + 1, bytes.count))
    }
}
