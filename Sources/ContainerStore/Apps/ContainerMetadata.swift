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
    ) -> InfoValue? {
        let name = String(decoding: path.bytes, as: UTF8.self)
        do throws(FileTreeError) {
            let bytes = try FileContents.read(path, in: root, limit: limit)
            do throws(PropertyListError) {
                return InfoValue(try PropertyListReader.read(bytes))
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

extension InfoValue {
    /// Creates a value of the rules from a property list value. UIDs and sets of keyed archives have no meaning here.
    init(_ value: PropertyListValue) {
        self =
            switch value {
            case .string(let string): .string(string)
            case .integer(let integer): .integer(integer)
            case .wide(let integer): .real(Double(integer))
            case .null: .string("")
            case .real(let real): .real(real)
            case .boolean(let boolean): .boolean(boolean)
            case .date(let seconds): .date(seconds)
            case .data(let bytes): .data(bytes)
            case .uid(let number): .real(Double(number))
            case .array(let values), .set(let values): .array(values.map { InfoValue($0) })
            case .dictionary(let pairs):
                .dictionary(
                    Dictionary(pairs.map { ($0.key, InfoValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
            }
    }
}
