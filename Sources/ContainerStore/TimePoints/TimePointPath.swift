import ContainerModel
import FileTree
import Synchronization
import System

/// `@NAME`: the path of a time point, by its name in the store.
///
/// `HostPath` makes a path of this computer of it, which leads into a file as a path into an archive does. `./@NAME` is a
/// file of that name.
package enum TimePointPath {
    private static let mark = UInt8(ascii: "@")
    private static let chosen = Mutex<[UInt8]?>(nil)

    /// Selects the store of this process.
    package static func use(store: [UInt8]) { chosen.withLock { $0 = store } }

    /// The directory of the store: the selected one, or `keeps` in the state directory; nil if there is none.
    package static var store: [UInt8]? {
        chosen.withLock { $0 } ?? StateDirectory.fromEnvironment().path.map { $0 + "/keeps".utf8 }
    }

    /// Returns whether a path begins with the name of a time point, whether there is one of that name or not.
    package static func isOne(_ path: [UInt8]) -> Bool { path.first == mark }

    /// Returns the path of this computer for a path that begins with the name of a time point.
    /// - Returns: nil if there is no such time point; the path itself if it does not begin so.
    static func expanded(_ path: [UInt8]) -> [UInt8]? {
        guard isOne(path) else { return path }
        let end = path.firstIndex(of: ContainerPath.slash) ?? path.endIndex
        let name = path[1..<end]
        guard isName(name), let store else { return nil }
        let point = hostPath(ofPoint: name, in: store)
        // Whether it can be read is another question.
        var status = stat()
        let exists =
            withNullTerminated(point) { lstat($0, &status) } == 0
            ? status.st_mode & S_IFMT == S_IFREG : errno != ENOENT && errno != ENOTDIR
        guard exists else { return nil }
        return point + path[end...]
    }

    /// Returns why what a store has cannot be trusted, a sentence: others could have written it; nil if nobody could.
    package static func doubt(aboutStore store: [UInt8]) -> String? {
        let state = StateDirectory.fromEnvironment().path
        for directory in [state, store].compactMap(\.self) where store.starts(with: directory) {
            guard let doubt = Ownership.doubt(about: directory) else { continue }
            return "the time point store \(String(decoding: store, as: UTF8.self)) cannot be trusted: "
                + "\(String(decoding: directory, as: UTF8.self)) \(doubt)"
        }
        return nil
    }

    /// Checks that there is a readable time point of the name that a path begins with, which is otherwise taken for a file;
    /// nothing is checked of another path.
    /// - Throws: `ContainerStoreError`
    static func requireReadable(_ path: [UInt8]) throws(ContainerStoreError) {
        guard isOne(path) else { return }
        if let store, let doubt = doubt(aboutStore: store) { throw ContainerStoreError(.untrusted, path, doubt) }
        let name = Array(path.prefix { $0 != ContainerPath.slash })
        guard let point = expanded(name) else {
            throw ContainerStoreError(
                .notFound, path,
                "no such time point; \(advice(onMissing: name.dropFirst())), and ./"
                    + "\(String(decoding: path, as: UTF8.self)) is a file of this name")
        }
        guard let (file, _) = TreeFile.find(point) else {
            throw ContainerStoreError(.damaged, path, "is damaged: it does not have the header of a time point")
        }
        do throws(FileTreeError) {
            _ = try file.open()
        } catch {
            throw ContainerStoreError(.damaged, path, error.message, cause: error)
        }
    }

    /// Returns the path of a time point on this computer.
    package static func hostPath(ofPoint name: some Collection<UInt8>, in store: [UInt8]) -> [UInt8] {
        store + [ContainerPath.slash] + TimePointLayout.points.utf8 + [ContainerPath.slash] + name
    }

    /// Returns whether a time point can have a name: up to 200 bytes without slashes and control bytes, the first of them
    /// no dot.
    package static func isName(_ name: some Collection<UInt8>) -> Bool {
        guard (1...200).contains(name.count), name.first != UInt8(ascii: "."), name.first != UInt8(ascii: "-") else {
            return false
        }
        return name.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != ContainerPath.slash }
    }

    /// Returns the path of a time point as commands take it: `@NAME`; nil for a path that is not one in the store.
    package static func spelling(of hostPath: [UInt8]) -> [UInt8]? {
        guard let store else { return nil }
        let beginning = self.hostPath(ofPoint: [], in: store)
        guard hostPath.count > beginning.count, hostPath.starts(with: beginning) else { return nil }
        return [mark] + hostPath[beginning.count...]
    }
}
