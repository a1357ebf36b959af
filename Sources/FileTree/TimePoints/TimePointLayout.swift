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
    package static let incoming = "incoming-"

    /// Returns the path of contents below the directory of contents.
    package static func object(_ digest: some Collection<UInt8>) -> ContainerPath {
        let name = digits(of: digest)
        // Hexadecimal digits are always a valid path.
        return ContainerPath(bytes: name.prefix(2) + [ContainerPath.slash] + name.dropFirst(2)) ?? .root
    }

    /// Returns the name that contents have in the directory of `object(_:)`, without the checks of a path, which take longer
    /// than a look at the file.
    package static func objectName(_ digest: some Collection<UInt8>) -> [UInt8] { digits(of: digest.dropFirst()) }

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
