/// Beginnings of paths that stand for something else than a file of this computer.
extension ContainerStore {
    private static let reserved: [(prefix: String, meaning: String)] = [("device:", "devices")]

    /// Returns whether a path begins with a reserved word.
    package static func isReserved(_ path: [UInt8]) -> Bool {
        TimePointPath.isOne(path) || reserved.contains { path.starts(with: $0.prefix.utf8) }
    }

    /// Refuses a path that begins with a reserved word, and one that begins with the name of no time point.
    /// - Throws: `ContainerStoreError`, with the code `reserved` or `notFound`.
    package static func refuseReserved(_ path: [UInt8]) throws(ContainerStoreError) {
        guard TimePointPath.expanded(path) != nil else {
            throw ContainerStoreError(
                .notFound, path,
                "no such time point; `sandglass keeps` lists them, and ./\(String(decoding: path, as: UTF8.self)) is a file "
                    + "of this name")
        }
        guard let (prefix, meaning) = reserved.first(where: { path.starts(with: $0.prefix.utf8) }) else { return }
        throw ContainerStoreError(
            .reserved, path,
            "cannot be opened: paths that begin with \(prefix) are reserved for \(meaning); write "
                + "./\(String(decoding: path, as: UTF8.self)) for a file of this name")
    }
}
