package import ContainerModel

/// The names in a store of time points.
///
///     keeps/points/NAME        a time point: its items, without contents
///     keeps/objects/ab/cd…     the contents of files, by their SHA-256, once for all time points
///     keeps/incoming-PID-…/    what is being stored
package enum TimePointLayout {
    /// The directory of time points.
    package static let points = "points"
    /// The directory of contents.
    package static let objects = "objects"
    /// The path of the directory of contents in the store.
    package static let objectsPath: ContainerPath = "objects"
    /// The beginning of the names of directories with what is being stored.
    private static let incoming = "incoming-"

    /// Returns the path of contents below the directory of contents.
    package static func object(_ digest: some Collection<UInt8>) -> ContainerPath {
        let name = digits(of: digest)
        // Hexadecimal digits are always a valid path.
        return ContainerPath(bytes: name.prefix(2) + [ContainerPath.slash] + name.dropFirst(2)) ?? .root
    }

    /// Returns the name that contents have in the directory of `object(_:)`, without the checks of a path, which take longer
    /// than a look at the file.
    package static func objectName(_ digest: some Collection<UInt8>) -> [UInt8] { digits(of: digest.dropFirst()) }

    /// Returns whether a name is one of the directories of contents: the first two hexadecimal digits of digests.
    package static func isObjectGroup(_ name: some Collection<UInt8>) -> Bool { isDigits(name, 2) }

    /// Returns whether contents can have a name in such a directory: the other digits.
    package static func isObjectName(_ name: some Collection<UInt8>) -> Bool { isDigits(name, 62) }

    /// Returns whether `object(_:)` makes such paths.
    package static func isObject(_ path: ContainerPath) -> Bool {
        let parts = path.bytes.split(separator: ContainerPath.slash)
        return parts.count == 2 && isObjectGroup(parts[0]) && isObjectName(parts[1])
    }

    private static func isDigits(_ name: some Collection<UInt8>, _ count: Int) -> Bool {
        name.count == count && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns a new name for a directory with what a process is storing.
    package static func incomingName(of process: Int32) -> String {
        "\(incoming)\(process)-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }

    /// Returns whether `incomingName(of:)` makes such names.
    package static func isIncoming(_ name: some Collection<UInt8>) -> Bool {
        guard name.starts(with: incoming.utf8) else { return false }
        let parts = name.dropFirst(incoming.utf8.count).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && (1...13).contains(parts[1].count)
            && parts[0].allSatisfy { (0x30...0x39).contains($0) }
            && parts[1].allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
    }

    private static func digits(of bytes: some Collection<UInt8>) -> [UInt8] {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return digits
    }

    /// Returns the directory of the store that a time point is in, by the time point's path; nil for a file that is
    /// nowhere in a store.
    static func store(ofPoint path: [UInt8]) -> [UInt8]? {
        guard let slash = path.lastIndex(of: ContainerPath.slash) else { return nil }
        let directory = path[..<slash]
        let suffix = [ContainerPath.slash] + points.utf8
        guard directory.count > suffix.count, directory.suffix(suffix.count).elementsEqual(suffix) else { return nil }
        return Array(directory.dropLast(suffix.count))
    }
}
