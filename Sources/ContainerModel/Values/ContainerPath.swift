/// A path inside a container, as bytes.
///
/// Names on iOS are bytes and compare byte for byte (container-rules.md, "Links"); they may be invalid UTF-8.
/// The bytes are normalised: components separated by single slashes, no leading or trailing slash, no `.`. The
/// container's root is the empty path. A path can therefore never lead out of its container.
package struct ContainerPath: Hashable, Sendable {
    /// The normalised bytes; empty for the root.
    package let bytes: [UInt8]

    private init(normalised bytes: [UInt8]) { self.bytes = bytes }

    /// The container's root.
    package static let root = ContainerPath(normalised: [])

    /// Normalises `bytes`: drops leading, trailing and doubled slashes and `.` components.
    ///
    /// Nil for what no path inside a container can hold: a NUL or a `..` component.
    package init?(bytes: some Sequence<UInt8>) {
        var normalised: [UInt8] = []
        normalised.reserveCapacity(bytes.underestimatedCount)
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

    /// Normalises the UTF-8 of `string`; nil where `init(bytes:)` is.
    package init?(_ string: String) { self.init(bytes: string.utf8) }

    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")

    /// Takes back a `.` that ends here. False for `..`.
    private static func endComponent(startingAt start: Int, of bytes: inout [UInt8]) -> Bool {
        let count = bytes.count - start
        guard count == 1 || count == 2, bytes[start...].allSatisfy({ $0 == dot }) else { return true }
        guard count == 1 else { return false }
        bytes.removeLast()
        return true
    }
}

extension ContainerPath {
    /// Whether this is the container's own directory.
    package var isRoot: Bool { bytes.isEmpty }

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

    /// The path of the entry `name` of this directory.
    ///
    /// Nil where `name` is no name: empty, `.`, `..`, or with a slash or NUL in it.
    package func appending(name: some Collection<UInt8>) -> ContainerPath? {
        // A million names pass here in one operation, so they are looked at where they stand in memory.
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

    /// The path that `path` is when read from this directory.
    package func appending(_ path: ContainerPath) -> ContainerPath {
        guard !isRoot else { return path }
        guard !path.isRoot else { return self }
        return ContainerPath(normalised: bytes + [Self.slash] + path.bytes)
    }

    /// Whether this item stands somewhere below `ancestor`. A path is not inside itself.
    package func isInside(_ ancestor: ContainerPath) -> Bool {
        guard !ancestor.isRoot else { return !isRoot }
        return bytes.count > ancestor.bytes.count
            && bytes[ancestor.bytes.count] == Self.slash
            && bytes.starts(with: ancestor.bytes)
    }

    /// This path as read from `ancestor`: the root where both are the same, nil where this is not below it.
    package func relative(to ancestor: ContainerPath) -> ContainerPath? {
        guard self != ancestor else { return .root }
        guard isInside(ancestor) else { return nil }
        return ContainerPath(normalised: Array(bytes[(ancestor.isRoot ? 0 : ancestor.bytes.count + 1)...]))
    }
}

extension ContainerPath {
    /// Whether a path, as it was written, can only be that of a directory: it ends in a slash, in `.` or in `..`.
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
    /// A path that the source code spells. A literal that is no path is a mistake in the program.
    package init(stringLiteral literal: String) {
        guard let path = ContainerPath(bytes: literal.utf8) else {
            preconditionFailure("no path inside a container: \(literal)")
        }
        self = path
    }
}

extension ContainerPath: CustomStringConvertible {
    /// The path for debugging and for exact UTF-8 names; invalid bytes are replaced. Not safe for a terminal.
    package var description: String { isRoot ? "/" : String(decoding: bytes, as: UTF8.self) }
}
