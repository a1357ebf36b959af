package import ContainerModel
import FileTree
package import Jobs
import System

extension TimePointStore {
    /// Something in a store that is not as it was kept.
    package struct Damage: Sendable {
        /// The name of the time point that it concerns.
        package let point: String
        /// The path of the file from the container's root; nil if it concerns all of the time point.
        package let path: ContainerPath?
        /// The problem. Names in it are not sanitized.
        package let reason: String
    }

    /// Compares the contents of time points with their digests. Each is read once.
    /// - Parameters:
    ///   - name: The time point; nil for all of them.
    ///   - progress: Counts the contents, and the bytes read.
    ///   - receive: Receives each damage when it is found.
    /// - Returns: The number of different contents that were compared.
    /// - Throws: `TimePointError`
    package func check(
        _ name: String?, progress: ProgressMeter, cancellation: Cancellation, _ receive: (Damage) throws -> Void
    ) throws -> Int {
        let root = try opened(makesIt: false)
        let lock = try locked(.withOthers, patience: Self.patience)
        defer { extendLifetime(lock) }
        let points = try points().filter { name == nil || $0.name == name }
        if let name, points.isEmpty { throw TimePointError(noTimePoint: name) }
        let objects = try? root.subdirectory(TimePointLayout.objectsPath)
        // What is wrong with each of the contents; nil if nothing is.
        var known: [[UInt8]: String?] = [:]
        for point in points {
            var reader: TimePointReader
            do {
                reader = try TimePointReader(FileContents.read(hostPath: point.hostPath, limit: 1 << 30))
            } catch {
                let reason = (error as? TimePointManifest.Problem)?.message ?? "it cannot be read: \(error)"
                try receive(Damage(point: point.name, path: nil, reason: reason))
                continue
            }
            do {
                while let item = try reader.next() {
                    if cancellation.isCancelled { throw TimePointError.cancelled }
                    guard !item.digest.isEmpty else { continue }
                    let problem: String?
                    if let found = known[item.digest] {
                        problem = found
                    } else {
                        problem = Self.problem(of: item.digest, in: objects)
                        known[item.digest] = .some(problem)
                        progress.add(files: 1)
                        progress.add(bytes: item.status.size)
                    }
                    if let problem { try receive(Damage(point: point.name, path: item.path, reason: problem)) }
                }
            } catch let error as TimePointManifest.Problem {
                try receive(Damage(point: point.name, path: nil, reason: error.message))
            }
        }
        return known.count
    }

    private static func problem(of digest: [UInt8], in objects: RootedDirectory?) -> String? {
        do throws(FileTreeError) {
            guard let file = try objects?.openFile(TimePointLayout.object(digest)) else {
                return "its contents are missing in the store"
            }
            return try file.sha256() == digest ? nil : "its contents in the store are damaged"
        } catch {
            return error.code == .notFound ? "its contents are missing in the store" : error.message
        }
    }
}
