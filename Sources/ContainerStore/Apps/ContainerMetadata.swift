package import ContainerModel
import FileTree
import Formats
import System

/// Reads the property lists that describe a container.
package enum ContainerMetadata {
    /// The system's metadata list at a container's root; the second name is the older one.
    package static let paths: [ContainerPath] = [
        ".com.apple.mobile_container_manager.metadata.plist", ".com.apple.containermanagerd.metadata.plist",
    ]

    /// Real lists have a few hundred bytes to a few hundred KiB.
    private static let limit = 16 * 1_024 * 1_024

    /// Reads the list at `path`.
    ///
    /// - Parameter problems: Receives a sentence if the file exists but cannot be used.
    /// - Returns: The contents, or nil if there is no usable file.
    static func list(
        _ path: ContainerPath,
        in root: any FileTree,
        problems: inout [String]
    ) -> PropertyListValue? {
        let name = String(decoding: path.bytes, as: UTF8.self)
        do throws(FileTreeError) {
            let bytes = try FileContents.read(path, in: root, limit: limit)
            do throws(PropertyListError) {
                return try PropertyListReader.read(bytes)
            } catch {
                problems.append("\(name): \(error)")
            }
        } catch {
            switch error.errno {
            case ENOENT: break
            case EFBIG: problems.append("\(name): larger than \(limit / 1_048_576) MB, not read")
            default: problems.append("\(name): \(error.reason)")
            }
        }
        return nil
    }
}
