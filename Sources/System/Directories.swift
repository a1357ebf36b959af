/// Makes the directories on the way to `path`, an absolute path of this computer, for nobody else (mode 0700). Links
/// are followed: the path is the person's own.
/// - Throws: the directory that could not be made, and why.
package func makeDirectories(around path: [UInt8]) throws(PathError) {
    for index in path.indices.dropFirst() where path[index] == UInt8(ascii: "/") {
        let directory = path[..<index]
        let isMade = withNullTerminated(directory) { mkdir($0, 0o700) } == 0
        // EROFS and EACCES are also said of directories that are there.
        guard !isMade, errno != EEXIST else { continue }
        let reason = Errno.last
        guard withNullTerminated(directory, { access($0, F_OK) }) != 0 else { continue }
        throw PathError(reason, Array(directory))
    }
}
