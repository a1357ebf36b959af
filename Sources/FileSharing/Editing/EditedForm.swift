import ContainerModel
import FileTree
import Formats
import System

/// The form in which an editor gets a file.
enum EditedForm: Hashable, Sendable {
    /// Its bytes as they are.
    case bytes
    /// A binary property list as XML.
    case propertyList

    /// The number of bytes from the start of a file that decide whether it is text.
    private static let headLength = 65_536

    /// Determines the form of a file from its first bytes. Text, of any format, is edited as it is.
    /// - Throws: `OperationError` if it is neither text nor can be shown as text, with what to do instead.
    init(of item: ItemAddress, in open: OpenRoots) throws(OperationError) {
        let head: [UInt8]
        do throws(FileTreeError) {
            let file = try open.table.openFile(item)
            var buffer = [UInt8](repeating: 0, count: Self.headLength)
            let count = buffer.withUnsafeMutableBytes { file.read($0, at: 0) }
            guard count >= 0 else { throw FileTreeError(errno: errno, operation: "read the file", path: item.path) }
            head = Array(buffer.prefix(count))
        } catch {
            throw OperationError(error, at: item)
        }
        if PropertyListFormat(recognizing: head) == .binary {
            self = .propertyList
        } else if head.isEmpty || TextDetection(head, isWhole: head.count < Self.headLength) != nil {
            self = .bytes
        } else {
            throw OperationError(.data, at: item.hostPath, Uneditable.sentence(head: head))
        }
    }
}
