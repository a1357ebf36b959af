package import ContainerModel
package import FileTree
import System

/// An absolute path of this computer, as bytes, without `.`, `..` and repeated slashes.
package struct HostPath: Hashable, Sendable {
    /// The path, with a leading slash and without a trailing NUL.
    package let bytes: [UInt8]

    /// Makes `path` absolute, relative to the working directory. The system resolves everything up to the last `..`,
    /// including links, since only it knows where that leads; links after it are kept. A path that begins with `@`
    /// leads to a time point of that name, one that begins with `device:` to an app of a device, one that begins with
    /// `app:` or `sim:` to a container by its identifier, which is looked for.
    /// - Returns: nil if the path is empty or contains a NUL, or if the part up to its last `..`, or the time point, does
    ///   not exist, if the app of the only device is not mounted, or if there is no such container, or several.
    package init?(_ path: [UInt8]) {
        guard !path.isEmpty, !path.contains(0), let path = ReservedPath.expanded(path) else { return nil }
        var absolute = path
        if path.first != 0x2f {
            guard let directory = WorkingDirectory.path else { return nil }
            absolute = directory + [0x2f] + path
        }
        var components = absolute.split(separator: 0x2f).filter { !$0.elementsEqual([0x2e]) }
        if let last = components.lastIndex(where: { $0.elementsEqual([0x2e, 0x2e]) }) {
            guard let resolved = HostPath.resolved(components[...last]) else { return nil }
            components = resolved.split(separator: 0x2f) + components[(last + 1)...]
        }
        bytes = HostPath.absolute(components[...])
    }

    /// Returns the components with a slash before each; a single slash if there are none.
    private static func absolute(_ components: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
        var bytes: [UInt8] = []
        for component in components {
            bytes.append(0x2f)
            bytes.append(contentsOf: component)
        }
        return bytes.isEmpty ? [0x2f] : bytes
    }

    /// Returns the path resolved by the system; nil if it does not exist.
    private static func resolved(_ components: ArraySlice<ArraySlice<UInt8>>) -> [UInt8]? {
        let resolved = (absolute(components) + [0]).withUnsafeBytes {
            realpath($0.assumingMemoryBound(to: CChar.self).baseAddress!, nil)  // At least the NUL.
        }
        guard let resolved else { return nil }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }

    /// Returns the path with all symbolic links resolved; nil if it does not exist.
    package func followingLinks() -> HostPath? {
        HostPath.resolved(bytes.split(separator: 0x2f)[...]).map { HostPath(normalized: $0) }
    }

    private init(normalized bytes: [UInt8]) { self.bytes = bytes }

    /// The metadata of the symbolic link at this path, whatever its target; nil if there is no link.
    package var link: ItemStatus? {
        guard let parent, let name = ContainerPath(bytes: name),
            let directory = try? RootedDirectory(hostPath: parent.bytes),
            let status = try? directory.status(name), status.kind == .link
        else { return nil }
        return status
    }

    /// The parent directory; nil for `/`.
    package var parent: HostPath? {
        guard bytes.count > 1, let slash = bytes.lastIndex(of: 0x2f) else { return nil }
        return HostPath(normalized: slash == 0 ? [0x2f] : Array(bytes[..<slash]))
    }

    /// The last component; empty for `/`.
    package var name: ArraySlice<UInt8> {
        bytes.lastIndex(of: 0x2f).map { bytes[($0 + 1)...] } ?? []
    }

    /// Returns whether the last component ends with `suffix` and has something before it.
    package func hasSuffix(_ suffix: String) -> Bool {
        name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Returns the components of this path below `ancestor`; nil if it is not below it.
    func components(below ancestor: HostPath) -> [ArraySlice<UInt8>]? {
        bytes(below: ancestor)?.split(separator: 0x2f)
    }

    private func bytes(below ancestor: HostPath) -> ArraySlice<UInt8>? {
        guard bytes.starts(with: ancestor.bytes) else { return nil }
        let rest = bytes[ancestor.bytes.count...]
        guard rest.isEmpty || rest.first == 0x2f || ancestor.bytes.count == 1 else { return nil }
        return rest
    }

    /// Returns this path relative to `ancestor`; nil if it is not below it. Compares names only; links are not
    /// resolved.
    package func path(below ancestor: HostPath) -> ContainerPath? {
        bytes(below: ancestor).flatMap { ContainerPath(bytes: $0) }
    }

    /// Returns the path of the entry `name` of this directory.
    func appending(_ name: some Collection<UInt8>) -> HostPath {
        HostPath(normalized: (bytes.count == 1 ? [] : bytes) + [0x2f] + name)
    }

    /// Returns the path of `components` below this directory.
    func appending(contentsOf components: [String]) -> HostPath {
        components.reduce(self) { $0.appending($1.utf8) }
    }
}
