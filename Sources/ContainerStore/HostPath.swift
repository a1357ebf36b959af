package import ContainerModel
package import FileTree
import System

/// A path of this computer, absolute, as bytes: without `.`, `..` and doubled slashes.
package struct HostPath: Hashable, Sendable {
    /// Begins with a slash; without a final NUL.
    package let bytes: [UInt8]

    /// Makes `path` absolute from the working directory. `..` is resolved by the system, links and all, since only
    /// it knows where such a path leads; other links stay as they are.
    /// - Returns: nil where the path is empty, or what is before its last `..` does not exist.
    package init?(_ path: [UInt8]) {
        guard !path.isEmpty, !path.contains(0) else { return nil }
        var absolute = path
        if path.first != 0x2f {
            guard let directory = getcwd(nil, 0) else { return nil }
            defer { free(directory) }
            absolute = Array(String(cString: directory).utf8) + [0x2f] + path
        }
        var components = absolute.split(separator: 0x2f).filter { !$0.elementsEqual([0x2e]) }
        if let last = components.lastIndex(where: { $0.elementsEqual([0x2e, 0x2e]) }) {
            guard let resolved = HostPath.resolved(components[...last]) else { return nil }
            components = resolved.split(separator: 0x2f) + components[(last + 1)...]
        }
        bytes = HostPath.absolute(components[...])
    }

    /// A slash before each component; one alone where there are none.
    private static func absolute(_ components: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
        var bytes: [UInt8] = []
        for component in components {
            bytes.append(0x2f)
            bytes.append(contentsOf: component)
        }
        return bytes.isEmpty ? [0x2f] : bytes
    }

    /// What the system makes of a path that is there.
    private static func resolved(_ components: ArraySlice<ArraySlice<UInt8>>) -> [UInt8]? {
        let resolved = (absolute(components) + [0]).withUnsafeBytes {
            realpath($0.assumingMemoryBound(to: CChar.self).baseAddress!, nil)  // At least the NUL.
        }
        guard let resolved else { return nil }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }

    /// Where the path leads when all links in it are followed; nil where nothing is there.
    package func followingLinks() -> HostPath? {
        HostPath.resolved(bytes.split(separator: 0x2f)[...]).map { HostPath(normalized: $0) }
    }

    private init(normalized bytes: [UInt8]) { self.bytes = bytes }

    /// The symbolic link that stands there, whatever it leads to; nil where there is none.
    package var link: ItemStatus? {
        guard let parent, let name = ContainerPath(bytes: name),
            let directory = try? RootedDirectory(hostPath: parent.bytes),
            let status = try? directory.status(name), status.kind == .link
        else { return nil }
        return status
    }

    /// The directory above; nil for `/`.
    package var parent: HostPath? {
        guard bytes.count > 1, let slash = bytes.lastIndex(of: 0x2f) else { return nil }
        return HostPath(normalized: slash == 0 ? [0x2f] : Array(bytes[..<slash]))
    }

    /// The last component; empty for `/`.
    package var name: ArraySlice<UInt8> {
        bytes.lastIndex(of: 0x2f).map { bytes[($0 + 1)...] } ?? []
    }

    /// Whether the last component ends with `suffix`.
    package func hasSuffix(_ suffix: String) -> Bool {
        name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// The components of this path below `ancestor`; nil where it is not below it.
    func components(below ancestor: HostPath) -> [ArraySlice<UInt8>]? {
        guard bytes.starts(with: ancestor.bytes) else { return nil }
        let rest = bytes[ancestor.bytes.count...]
        guard rest.isEmpty || rest.first == 0x2f || ancestor.bytes.count == 1 else { return nil }
        return rest.split(separator: 0x2f)
    }

    /// This path as seen from a directory; nil where it is not in there. No link is looked at.
    package func path(below ancestor: HostPath) -> ContainerPath? {
        components(below: ancestor).flatMap { ContainerPath(bytes: $0.joined(separator: [0x2f])) }
    }

    /// The path of the entry `name` of this directory.
    func appending(_ name: some Collection<UInt8>) -> HostPath {
        HostPath(normalized: (bytes.count == 1 ? [] : bytes) + [0x2f] + name)
    }

    /// The path of what is at `components` below this directory.
    func appending(contentsOf components: [String]) -> HostPath {
        components.reduce(self) { $0.appending($1.utf8) }
    }
}
