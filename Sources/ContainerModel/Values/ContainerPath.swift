/// A path inside a container, as bytes.
///
/// Names on iOS are bytes and compare byte for byte (container-rules.md, "Links"); they may be invalid UTF-8. The bytes
/// are normalised: components separated by single slashes, no leading or trailing slash, no `.`. The container's root
/// is the empty path. A path can therefore never leave its container.
package struct ContainerPath: Hashable, Sendable {
    /// The normalised bytes; empty for the root.
    package let bytes: [UInt8]

    private init(normalised bytes: [UInt8]) { self.bytes = bytes }

    /// The container's root.
    package static let root = ContainerPath(normalised: [])

    /// Normalises `bytes`: drops leading, trailing and doubled slashes and `.` components.
    ///
    /// Nil if `bytes` has a NUL or a `..` component, which no path inside a container can have.
    package init?(bytes: some Sequence<UInt8>) {
        // This is not specialized for the sequences of other rooms: for a loop over one of them, the runtime would search the
        // conformances of the whole program. Nearly all lie in memory.
        let read: ContainerPath?? = bytes.withContiguousStorageIfAvailable { ContainerPath(contentsOf: $0) }
        guard let path = read ?? Array(bytes).withUnsafeBufferPointer({ ContainerPath(contentsOf: $0) }) else {
            return nil
        }
        self = path
    }

    private init?(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
        var normalised: [UInt8] = []
        normalised.reserveCapacity(bytes.count)
        var start = 0
        for byte in bytes {
            guard byte != 0 else { return nil }
            guard byte == Self.slash else {
                normalised.append(byte)
                continue
            }
            guard Self.endComponent(startingAt: start, of: &normalised) else { return nil }
            if normalised.count > start {
                normalised.append(Self.slash)
                start = normalised.count
            }
        }
        guard Self.endComponent(startingAt: start, of: &normalised) else { return nil }
        if normalised.last == Self.slash { normalised.removeLast() }
        self.bytes = normalised
    }

    /// Normalises the UTF-8 of `string`; nil under the same conditions as `init(bytes:)`.
    package init?(_ string: String) { self.init(bytes: string.utf8) }

    /// The byte between two components.
    package static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")

    /// Removes the component that ends here if it is `.`. Returns false if it is `..`.
    private static func endComponent(startingAt start: Int, of bytes: inout [UInt8]) -> Bool {
        let count = bytes.count - start
        guard count == 1 || count == 2, bytes[start...].allSatisfy({ $0 == dot }) else { return true }
        guard count == 1 else { return false }
        bytes.removeLast()
        return true
    }
}

extension ContainerPath {
    /// Whether this is the container's root directory.
    package var isRoot: Bool { bytes.isEmpty }

    /// Whether the name of the item, or of a directory on the way to it, begins with a dot.
    package var isHidden: Bool { components.contains { $0.first == 0x2e } }

    /// The number of components; 0 for the root.
    package var depth: Int {
        isRoot ? 0 : bytes.reduce(1) { $1 == Self.slash ? $0 + 1 : $0 }
    }

    /// The path of the directory that holds this item; nil for the root.
    package var parent: ContainerPath? {
        guard !isRoot else { return nil }
        guard let slash = bytes.lastIndex(of: Self.slash) else { return .root }
        return ContainerPath(normalised: Array(bytes[..<slash]))
    }

    /// The item's name; nil for the root.
    package var lastComponent: ArraySlice<UInt8>? {
        guard !isRoot else { return nil }
        guard let slash = bytes.lastIndex(of: Self.slash) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// Returns the path of the entry `name` of this directory.
    ///
    /// Nil if `name` is not a valid name: empty, `.`, `..`, or containing a slash or NUL.
    package func appending(name: some Collection<UInt8>) -> ContainerPath? {
        // One operation may call this a million times, so the name is read in place where possible.
        let path: ContainerPath?? = name.withContiguousStorageIfAvailable { appending(bytesOf: $0) }
        return path ?? Array(name).withUnsafeBufferPointer { appending(bytesOf: $0) }
    }

    private func appending(bytesOf name: UnsafeBufferPointer<UInt8>) -> ContainerPath? {
        guard !name.isEmpty, !name.contains(where: { $0 == 0 || $0 == Self.slash }) else { return nil }
        guard name.count > 2 || !name.allSatisfy({ $0 == Self.dot }) else { return nil }
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count + 1 + name.count)
        joined.append(contentsOf: bytes)
        if !isRoot { joined.append(Self.slash) }
        joined.append(contentsOf: name)
        return ContainerPath(normalised: joined)
    }

    /// Returns the path that `path`, relative to this directory, refers to.
    package func appending(_ path: ContainerPath) -> ContainerPath {
        guard !isRoot else { return path }
        guard !path.isRoot else { return self }
        return ContainerPath(normalised: bytes + [Self.slash] + path.bytes)
    }

    /// Returns whether this item is below `ancestor`, at any depth. A path is not inside itself.
    package func isInside(_ ancestor: ContainerPath) -> Bool {
        guard !ancestor.isRoot else { return !isRoot }
        return bytes.count > ancestor.bytes.count
            && bytes[ancestor.bytes.count] == Self.slash
            && bytes.starts(with: ancestor.bytes)
    }

    /// Returns this path relative to `ancestor`: the root if both are the same, nil if this is not below it.
    package func relative(to ancestor: ContainerPath) -> ContainerPath? {
        guard self != ancestor else { return .root }
        guard isInside(ancestor) else { return nil }
        return ContainerPath(normalised: Array(bytes[(ancestor.isRoot ? 0 : ancestor.bytes.count + 1)...]))
    }
}

extension ContainerPath {
    /// Returns whether a path, as written, can only name a directory: it ends in a slash, in `.` or in `..`.
    package static func namesDirectory(_ path: [UInt8]) -> Bool {
        let name = path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
        return name.count < 3 && name.allSatisfy { $0 == dot }
    }
}

extension ContainerPath: Comparable {
    /// The order of a tree printed line by line: a directory, then everything in it, then its next sibling.
    package static func < (left: ContainerPath, right: ContainerPath) -> Bool {
        // A slash counts as the lowest byte, so that `a/b` comes before `a b`. NUL is never in a path.
        left.bytes.lexicographicallyPrecedes(right.bytes) { ($0 == slash ? 0 : $0) < ($1 == slash ? 0 : $1) }
    }
}

extension ContainerPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal in the source code. A literal that is not a valid path is a programming error.
    package init(stringLiteral literal: String) {
        guard let path = ContainerPath(bytes: literal.utf8) else {
            preconditionFailure("not a path inside a container: \(literal)")
        }
        self = path
    }
}

extension ContainerPath: CustomStringConvertible {
    /// The path for debugging and for exact UTF-8 names; invalid bytes are replaced. Not safe for a terminal.
    package var description: String { isRoot ? "/" : String(decoding: bytes, as: UTF8.self) }
}
