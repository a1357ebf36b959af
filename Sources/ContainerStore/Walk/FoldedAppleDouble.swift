import ContainerModel
package import FileTree
import Formats

extension TreeDirectory {
    /// Returns whether a file is the AppleDouble file of the item beside it, `._name`, and nothing but its attributes. The
    /// copy of a container to a file system without attributes has such files in place of the device's attributes.
    /// - Parameter size: The size of the file in bytes.
    package func isFoldedAppleDouble(_ name: ArraySlice<UInt8>, size: UInt64) -> Bool {
        guard let file = AppleDoubleName.file(of: name), (try? status(of: file, path: .root)) != nil,
            let head = try? head(of: name, length: AppleDoubleName.headLength)
        else { return false }
        // A file that is not understood as a whole is an ordinary file.
        return (try? AppleDouble(head, fileSize: Int(clamping: size)))?.attributes
            .allSatisfy { $0.value.upperBound <= head.count } ?? false
    }
}

extension ContainerWalk.Item {
    /// Whether the item is the AppleDouble file of the item beside it.
    package var isFoldedAppleDouble: Bool {
        type == .file && directory.isFoldedAppleDouble(name, size: status.size)
    }
}
