import ContainerModel
import Formats

/// A value in a tree, in the terms that the formats share: property lists, archived objects, JSON, cookies.
package enum DocumentValue: Sendable {
    /// Values in an order, with their type: "array" or a class name.
    case list(String)
    /// Values with names, with their type: "dictionary" or a class name.
    case record(String)
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer that `Int64` does not hold.
    case wide(Int128)
    case real(Double)
    /// A number as it is written.
    case number(String)
    case string(String)
    case date(DocumentDate)
    case data([UInt8])
    /// A reference to something else, described.
    case reference(String)
    /// A reference to a value that is written elsewhere, by the names that lead there, as after the colon of
    /// `sandglass show FILE:NAME/NAME…`.
    case shared(at: String)
    /// A reference to an object that is not in the archive, by its number.
    case missing(UInt64)
}

extension DocumentValue {
    /// Describes data: "data, 12 bytes: PNG image".
    /// - Parameters:
    ///   - bytes: The data, or their beginning.
    ///   - count: The size of all of them.
    static func kind(ofData bytes: [UInt8], count: Int) -> String {
        let size = "data, \(Pluralized.bytes(count))"
        return FileSignature(Array(bytes.prefix(FileSignature.length))).map { "\(size): \($0.title)" } ?? size
    }
}
