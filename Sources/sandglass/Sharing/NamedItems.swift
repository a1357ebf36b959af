import ArgumentParser
import Disk
import FileSharing

/// What a command line names: items one by one, and many of one directory together.
struct NamedItems {
    var items: [SharingItem] = []
    var groups: [SharingGroup] = []

    /// How many there are.
    var count: Int { items.count + groups.reduce(0) { $0 + $1.names.count } }

    /// A few of them, which stand for all where only their number and kind count.
    var samples: [SharingItem] { items + groups.flatMap(\.samples) }
}

extension OperandOptions {
    /// The items that arguments and, with `-0`, a list on standard input name.
    ///
    /// Paths of one directory that follow one another in the list, as those of `find` do, are one group: a million of
    /// them cost their names and no values.
    /// - Parameter item: finds what a path names.
    /// - Throws: `ValidationError` where nothing is named; what `item` throws.
    func items(
        _ arguments: [String],
        of what: String = "PATH",
        by item: ([UInt8]) throws -> SharingItem
    ) throws -> NamedItems {
        var named = NamedItems()
        named.items = try arguments.map { try item(argumentBytes($0)) }
        guard null else {
            guard !arguments.isEmpty else { throw ValidationError("Missing expected argument '<\(what)> ...'") }
            return named
        }
        let input = standardInput()
        var paths = PathList(input)
        while let run = paths.nextRun() { try named.add(run, by: item) }
        return named
    }
}

extension NamedItems {
    fileprivate mutating func add(_ run: PathList.Run, by item: ([UInt8]) throws -> SharingItem) throws {
        guard run.names.count >= SharingGroup.fewest, let directory = try? item(run.directory),
            let group = SharingGroup.entries(named: run.names, of: directory)
        else {
            for index in 0..<run.names.count { items.append(try item(run.path(index))) }
            return
        }
        groups.append(group.found)
        // What is not there is told of one by one.
        for index in group.missing.indices { items.append(try item(run.path(index))) }
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
