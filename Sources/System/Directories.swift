/// Creates the missing directories that contain `path`, an absolute host path, accessible only to the user (mode 0700).
/// Symbolic links are followed, since the path is the user's own.
/// - Throws: The directory that could not be created, and the reason.
package func makeDirectories(around path: [UInt8]) throws(PathError) {
    for index in path.indices.dropFirst() where path[index] == UInt8(ascii: "/") {
        let directory = path[..<index]
        let isMade = withNullTerminated(directory) { mkdir($0, 0o700) } == 0
        // EROFS and EACCES are also returned for directories that exist.
        guard !isMade, errno != EEXIST else { continue }
        let reason = Errno.last
        guard withNullTerminated(directory, { access($0, F_OK) }) != 0 else { continue }
        throw PathError(reason, Array(directory))
    }
}
