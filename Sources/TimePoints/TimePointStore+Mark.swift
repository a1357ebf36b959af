import ContainerModel
import ContainerStore
import FileTree
import System

/// How a store is told from other directories, in which nothing may be removed.
extension TimePointStore {
    /// The name of the file that marks a store.
    static let markName: ContainerPath = "sandglass-store"
    private static let beginning = "sandglass time points "
    private static let version = "1"
    private static let mark = Array("\(beginning)\(version)\n".utf8)

    /// Requires that a directory is a store, and marks it if it is one without a mark: an empty directory, or one that an
    /// earlier version has made, with nothing else in it.
    /// - Throws: `TimePointError` with the code `notAStore` if it is something else.
    func requireMark(in root: RootedDirectory) throws(TimePointError) {
        do {
            if try root.statusIfPresent(Self.markName) != nil {
                let file = try root.openFile(Self.markName)
                return try Self.check(try file.part(at: 0, 100), at: path)
            }
            if let stranger = try Self.stranger(in: root) {
                let shown = String(decoding: path, as: UTF8.self)
                let name = String(decoding: stranger.bytes, as: UTF8.self)
                throw TimePointError(
                    .notAStore,
                    "\(shown) is not a store of time points, since it has \(name): give a directory that is empty or does "
                        + "not exist")
            }
        } catch let error as TimePointError {
            throw error
        } catch let error as FileTreeError {
            throw TimePointError(reading: error)
        } catch {
            throw TimePointError(.inputOutput, "\(error)")
        }
        do throws(Errno) {
            try WholeFile.write(Self.mark, to: Self.markName.bytes, in: root.descriptor.number, .untilPowerFails)
        } catch {
            throw TimePointError(writing: "create a file", error)
        }
    }

    private static func check(_ mark: [UInt8], at path: [UInt8]) throws(TimePointError) {
        guard mark != Self.mark else { return }
        let shown = String(decoding: path, as: UTF8.self)
        guard mark.starts(with: beginning.utf8) else {
            throw TimePointError(
                .notAStore, "\(shown) is not a store of time points: its \(markName) is another program's")
        }
        throw TimePointError(
            .notAStore, "another version of sandglass has made the store of time points \(shown): use that version")
    }

    /// Returns the first item that cannot be of a store without a mark.
    private static func stranger(in root: RootedDirectory) throws(FileTreeError) -> ContainerPath? {
        for name in try names(in: root) {
            guard let path = ContainerPath(bytes: name) else { return .root }
            if WholeFile.isTemporaryName(name) || name == Array(markName.bytes) { continue }
            guard try root.status(path).kind == .directory else { return path }
            let directory = try root.subdirectory(path)
            if name == Array(TimePointLayout.points.utf8) {
                for name in try names(in: directory) {
                    guard TimePointPath.isName(name), let point = ContainerPath(bytes: name),
                        try isPoint(point, in: directory)
                    else { return path }
                }
            } else if name == Array(TimePointLayout.objects.utf8) {
                for name in try names(in: directory) {
                    guard let group = ContainerPath(bytes: name), TimePointLayout.isObjectGroup(name),
                        try directory.status(group).kind == .directory
                    else { return path }
                    let objects = try directory.subdirectory(group)
                    for name in try names(in: objects) where !TimePointLayout.isObjectName(name) { return path }
                }
            } else if !TimePointLayout.isIncoming(name) {
                return path
            }
        }
        return nil
    }

    private static func isPoint(_ path: ContainerPath, in points: RootedDirectory) throws(FileTreeError) -> Bool {
        guard try points.status(path).kind == .file else { return false }
        let file = try points.openFile(path)
        return (try? TimePointReader.header(file.part(at: 0, TimePointManifest.headLength))) != nil
    }

    private static func names(in directory: RootedDirectory) throws(FileTreeError) -> [[UInt8]] {
        guard let entries = try directory.root.reopened().entries(path: .root) else { return [] }
        return (0..<entries.count).map { Array(entries.name($0)) }
    }
}
