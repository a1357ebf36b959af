import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import System

/// Reads, rewrites and removes files of a package that is being made. Dates and modes stay.
struct MaskedFiles {
    private static let partSize = 1 << 20

    private let root: RootedDirectory

    init(_ root: RootedDirectory) { self.root = root }

    /// Opens a file for reading.
    /// - Throws: `PackingError`
    func open(_ path: ContainerPath) throws(PackingError) -> Descriptor {
        do throws(FileTreeError) {
            return try root.openFile(path)
        } catch {
            throw PackingError(error, "open", path)
        }
    }

    /// Returns all of a file; nil if it is larger than a limit.
    /// - Throws: `PackingError`
    func bytes(_ file: Descriptor, _ path: ContainerPath, limit: Int) throws(PackingError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var isWhole = true
        try forEachPart(of: file, path) { part, _ in
            bytes += part
            isWhole = bytes.count <= limit
            return isWhole
        }
        return isWhole ? bytes : nil
    }

    /// Returns whether a file holds one of the values that do not occur by chance.
    /// - Throws: `PackingError` if it cannot be read.
    func holds(_ file: Descriptor, _ path: ContainerPath, _ values: SecretValues) throws(PackingError) -> Bool {
        guard !values.isEmpty else { return false }
        var isHeld = false
        var rest: [UInt8] = []
        try forEachPart(of: file, path) { part, _ in
            let bytes = rest + part
            isHeld = values.areHeld(by: bytes)
            // A value may begin here and end in the next part.
            rest = Array(bytes.suffix(max(0, values.longest - 1)))
            return !isHeld
        }
        return isHeld
    }

    /// Returns what is the matter with a file that holds one of the values that do not occur by chance, encoded or
    /// compressed, or may hold one; nil for no other file.
    /// - Throws: `PackingError` if it cannot be read.
    func hides(_ file: Descriptor, _ path: ContainerPath, _ values: SecretValues) throws(PackingError) -> String? {
        guard !values.isEmpty else { return nil }
        var (isHeld, isCutOff) = (false, false)
        var rest: [UInt8] = []
        try forEachPart(of: file, path, size: HiddenLayers.partSize) { part, _ in
            let bytes = rest + part
            rest = Array(bytes.suffix(HiddenLayers.overlap))
            var layers = HiddenLayers()
            layers.forEach(in: bytes) { layer in
                isHeld = values.areHeld(by: layer)
                return !isHeld
            }
            isCutOff = layers.isCutOff
            return !isHeld && !isCutOff
        }
        return isHeld
            ? "a secret is in it, encoded or compressed" : isCutOff ? "it decodes to more than is searched" : nil
    }

    /// Gives a directory a name without a value, which no other item beside it has.
    /// - Parameter wanted: The path with the name that it gets if that is free.
    /// - Returns: The new path.
    /// - Throws: `PackingError`
    func rename(_ path: ContainerPath, like wanted: ContainerPath) throws(PackingError) -> ContainerPath {
        let parent = try self.parent(of: path)
        var times = sandglass_stat()
        _ = sandglass_status(parent.number, "", &times)
        let name = Array(wanted.lastComponent ?? [])
        for number in 1...Self.maxNames {
            let new = number == 1 ? name : name + Array("-\(number)".utf8)
            guard let renamed = (path.parent ?? .root).appending(name: new) else { break }
            let failure = withNullTerminated(path.lastComponent ?? []) { old in
                withNullTerminated(new) { sandglass_rename_no_replace(parent.number, old, parent.number, $0) }
            }
            if failure == -EEXIST { continue }
            guard failure == 0 else { throw PackingError(Errno(rawValue: -failure), "rename", path) }
            _ = sandglass_set_times(parent.number, "", &times)
            return renamed
        }
        throw PackingError(.unsuitable, "could not rename \(wanted)")
    }

    private static let maxNames = 10_000

    /// Reads a file part by part until a closure returns false.
    private func forEachPart(
        of file: Descriptor, _ path: ContainerPath, size: Int = partSize, _ body: (ArraySlice<UInt8>, UInt64) -> Bool
    ) throws(PackingError) {
        // Most files are much smaller than a part.
        let whole = (try? ItemStatus(of: file, path: path).size).map { Int(clamping: $0) } ?? size
        var buffer = [UInt8](repeating: 0, count: max(1, min(size, whole)))
        var offset: UInt64 = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { file.read($0, at: offset) }
            guard count >= 0 else { throw PackingError(.last, "read", path) }
            guard count > 0, body(buffer[..<count], offset) else { return }
            offset += UInt64(count)
        }
    }

    // MARK: Changes

    /// Writes the contents of a file anew.
    /// - Throws: `PackingError`
    func replace(_ path: ContainerPath, with bytes: [UInt8]) throws(PackingError) {
        try change(path) { file in
            let failure = bytes.withUnsafeBytes { file.write($0, at: 0) }
            return failure == 0 ? file.setSize(UInt64(bytes.count)) : failure
        }
    }

    /// Writes the contents of a file anew, those of another file.
    /// - Throws: `PackingError`
    func replace(_ path: ContainerPath, with other: Descriptor) throws(PackingError) {
        var failure: Int32 = 0
        try change(path) { file in file.setSize(0) }
        try change(path) { file in
            do throws(PackingError) {
                try forEachPart(of: other, path) { part, offset in
                    failure = part.withUnsafeBytes { file.write($0, at: offset) }
                    return failure == 0
                }
            } catch {
                return EIO
            }
            return failure
        }
    }

    private func change(_ path: ContainerPath, _ body: (Descriptor) -> Int32) throws(PackingError) {
        let parent = try self.parent(of: path)
        let name = path.lastComponent ?? []
        var status = sandglass_stat()
        _ = withNullTerminated(name) { sandglass_status(parent.number, $0, &status) }
        let reading = try open(path)
        // The owner of a file that nobody may write can still change its mode.
        if status.mode & 0o200 == 0 { _ = sandglass_set_mode(reading.number, status.mode & 0o7777 | 0o200) }
        let opened = withNullTerminated(name) { sandglass_open_component(parent.number, $0, O_RDWR | O_NONBLOCK) }
        guard opened >= 0 else { throw PackingError(Errno(rawValue: -opened), "write", path) }
        let file = Descriptor(owning: opened)
        let failure = body(file)
        _ = sandglass_set_mode(file.number, status.mode & 0o7777)
        _ = sandglass_set_times(file.number, "", &status)
        guard failure == 0 else { throw PackingError(Errno(rawValue: failure), "write", path) }
    }

    /// Removes an item with everything in it; does nothing if there is none.
    /// - Throws: `PackingError`
    func remove(_ path: ContainerPath) throws(PackingError) {
        guard let name = path.lastComponent, let kind = (try? root.status(path))?.kind else { return }
        let parent = try self.parent(of: path)
        var times = sandglass_stat()
        _ = sandglass_status(parent.number, "", &times)
        if kind == .directory {
            TreeRemover.remove(name, in: parent)
        } else {
            let failure = withNullTerminated(name) { sandglass_remove_name(parent.number, $0, 0) }
            guard failure == 0 || failure == -ENOENT else {
                throw PackingError(Errno(rawValue: -failure), "leave out", path)
            }
        }
        guard (try? root.status(path)) == nil else { throw PackingError(.unsuitable, "could not leave out \(path)") }
        _ = sandglass_set_times(parent.number, "", &times)
    }

    /// Returns the target of a symbolic link.
    func target(of path: ContainerPath) throws(FileTreeError) -> [UInt8] {
        let parent = try root.openDirectory(path.parent ?? .root)
        return try TreeDirectory.host(parent).linkTarget(of: path.lastComponent ?? [], path: path)
    }

    /// Removes the extended attributes of an item that hold a value, and returns their names.
    /// - Throws: `PackingError` if one cannot be removed.
    func removeAttributes(of path: ContainerPath, holding values: SecretValues) throws(PackingError) -> [[UInt8]] {
        guard !values.isEmpty else { return [] }
        let parent = try self.parent(of: path)
        let (name, directory) = (path.lastComponent ?? [], TreeDirectory.host(parent))
        var removed: [[UInt8]] = []
        for attribute in directory.attributeNames(of: name) {
            guard let value = directory.attribute(attribute, of: name),
                values.areHeld(by: value) || values.areHeld(by: attribute)
            else { continue }
            let failure = withNullTerminated(name) { name in
                withNullTerminated(attribute) { sandglass_remove_attribute(parent.number, name, $0) }
            }
            guard failure == 0 else { throw PackingError(Errno(rawValue: -failure), "remove an attribute of", path) }
            removed.append(attribute)
        }
        return removed
    }

    private func parent(of path: ContainerPath) throws(PackingError) -> Descriptor {
        do throws(FileTreeError) {
            return try root.openDirectory(path.parent ?? .root)
        } catch {
            throw PackingError(error, "open the directory of", path)
        }
    }
}
