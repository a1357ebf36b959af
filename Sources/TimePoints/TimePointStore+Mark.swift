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

    /// Requires that a directory is a store, and makes an empty one a store.
    /// - Throws: `TimePointError` with the code `notAStore` if it is something else.
    func requireMark(in root: RootedDirectory) throws(TimePointError) {
        do {
            if try root.statusIfPresent(Self.markName) != nil {
                let file = try root.openFile(Self.markName)
                return try Self.check(try file.part(at: 0, 100), at: path)
            }
            // A temporary file is what a process has left that was killed while it wrote the mark.
            if let stranger = try Self.names(in: root).first(where: { !WholeFile.isTemporaryName($0) }) {
                let shown = String(decoding: path, as: UTF8.self)
                throw TimePointError(
                    .notAStore,
                    "\(shown) is not a time point store, since it has \(String(decoding: stranger, as: UTF8.self)): "
                        + "give a directory that is empty or does not exist")
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
                .notAStore, "\(shown) is not a time point store: its \(markName) is another program's")
        }
        throw TimePointError(
            .notAStore, "the time point store \(shown) was made by another version of sandglass: use that version")
    }

    private static func names(in directory: RootedDirectory) throws(FileTreeError) -> [[UInt8]] {
        guard let entries = try directory.root.reopened().entries(path: .root) else { return [] }
        return (0..<entries.count).map { Array(entries.name($0)) }
    }
}
