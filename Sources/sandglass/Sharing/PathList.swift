import ContainerModel
import FileTree

/// A list of paths, each terminated by NUL.
struct PathList {
    /// Successive paths in one directory.
    struct Run {
        /// The directory as written; empty if there were only names.
        fileprivate(set) var prefix: [UInt8]
        /// The last components.
        fileprivate(set) var names = EntryList()

        /// The directory's path.
        var directory: [UInt8] { prefix.isEmpty ? [0x2e] : prefix }

        /// Returns a path as written.
        func path(_ index: Int) -> [UInt8] { prefix + names.name(index) }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next paths that are in one directory; nil at the end.
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

    /// Returns the next path, split after its last slash, and the position after it.
    private func next() -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>, end: Int)? {
        var start = position
        // Empty paths are skipped.
        while start < bytes.count, bytes[start] == 0 { start += 1 }
        guard start < bytes.count else { return nil }
        let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
        let path = bytes[start..<end]
        guard let slash = path.lastIndex(of: 0x2f) else { return ([], path, min(end + 1, bytes.count)) }
        return (path[...slash], path[(slash + 1)...], min(end + 1, bytes.count))
    }
}
