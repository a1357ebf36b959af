package import ContainerModel
package import System

/// The destination of a symbolic link with respect to its container.
package enum LinkDestination: Hashable, Sendable {
    /// An item inside the container, by its resolved path.
    case inside(ContainerPath, ItemKind)
    /// Outside the container, by way of `..`.
    case outside
    /// An absolute path, which refers to a location on the device, not here.
    case absolute
    /// An item that does not exist.
    case missing
    /// A cycle, or more links than a kernel would follow.
    case loop
    /// The link or an item on its path could not be read.
    case unreadable
}

/// The number of symbolic links that Linux follows in one path (path_resolution(7)).
private let maxLinks = 40

extension FileTree {
    /// Returns the target of a symbolic link, as stored in the link.
    /// - Throws: `FileTreeError`
    package func linkTarget(_ path: ContainerPath) throws(FileTreeError) -> [UInt8] {
        guard let name = path.lastComponent, let parent = path.parent else {
            throw FileTreeError(errno: EINVAL, operation: "read the link", path: path)
        }
        return try directory(at: parent, for: .lookup).linkTarget(of: name, path: path)
    }

    /// Resolves a symbolic link inside the container, component by component, without letting the system follow any
    /// link.
    package func destination(ofLink path: ContainerPath) -> LinkDestination {
        var links = 0
        var resolved: [ArraySlice<UInt8>] = []
        // The components still to be resolved, the next one last.
        var waiting = Array(path.components.reversed())
        while let component = waiting.popLast() {
            if component.elementsEqual([0x2e]) { continue }
            if component.elementsEqual([0x2e, 0x2e]) {
                guard resolved.popLast() != nil else { return .outside }
                continue
            }
            guard let current = ContainerPath(bytes: (resolved + [component]).joined(separator: [0x2f])) else {
                return .unreadable
            }
            do throws(FileTreeError) {
                let status = try status(current)
                guard status.kind == .link else {
                    guard waiting.isEmpty || status.kind == .directory else { return .missing }
                    resolved.append(component)
                    continue
                }
                links += 1
                guard links <= maxLinks else { return .loop }
                let target = try linkTarget(current)
                guard target.first != 0x2f else { return .absolute }
                waiting.append(contentsOf: target.split(separator: 0x2f).reversed())
            } catch {
                return error.code == .notFound ? .missing : .unreadable
            }
        }
        guard let end = ContainerPath(bytes: resolved.joined(separator: [0x2f])), let status = try? status(end) else {
            return .missing
        }
        return .inside(end, status.kind)
    }
}

extension RootedDirectory {
    /// Returns the target of the symbolic link `name` in an open directory.
    /// - Throws: `FileTreeError`
    package static func linkTarget(
        of name: ArraySlice<UInt8>,
        in directory: Descriptor,
        path: ContainerPath
    ) throws(FileTreeError) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = withNullTerminated(name) { name in
            target.withUnsafeMutableBytes { buffer in
                sandglass_read_link(
                    directory.number,
                    name,
                    buffer.baseAddress!.assumingMemoryBound(to: CChar.self),  // PATH_MAX bytes.
                    buffer.count
                )
            }
        }
        guard length >= 0 else {
            throw FileTreeError(errno: Int32(-length), in: directory, operation: "read the link", path: path)
        }
        return Array(target[..<length])
    }
}
