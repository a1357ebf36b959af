import Formats

/// Paths without the parts that differ between two copies of a container.
package enum StablePath {
    private static let standIn = Array("UUID".utf8)
    /// The groups of a UUID's digits.
    private static let groups = [8, 4, 4, 4, 12]

    /// Returns a path in which each UUID is replaced by `UUID`.
    package static func bytes(_ path: [UInt8]) -> [UInt8] {
        guard path.count >= 36 else { return path }
        var result: [UInt8] = []
        var index = 0
        while index < path.count {
            if isUUID(path[index...].prefix(36)) {
                result += standIn
                index += 36
            } else {
                result.append(path[index])
                index += 1
            }
        }
        return result
    }

    /// Returns whether bytes have the form of a UUID.
    static func isUUID(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        let parts = bytes.split(separator: 0x2d, omittingEmptySubsequences: false)
        return parts.map(\.count) == groups && parts.joined().allSatisfy { $0.hexadecimalValue != nil }
    }
}
