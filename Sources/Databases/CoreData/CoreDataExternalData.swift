import Formats

/// A value of an attribute that may be stored in a file beside the store.
package enum CoreDataExternalData: Hashable, Sendable {
    /// The data follow the first byte of the cell.
    case inline
    /// The data are in a file of this name, in the directory for external data.
    case file([UInt8])

    /// The first byte of a cell with the name of a file.
    package static let fileMark: UInt8 = 2

    /// Recognizes the value of a cell.
    /// - Parameter bytes: The beginning of the cell, at least 64 bytes of a longer one.
    /// - Returns: nil for a value without a mark. Whether 01 is a mark or data is a guess by the format of what follows.
    package init?(_ bytes: [UInt8]) {
        switch bytes.first {
        case Self.fileMark where bytes.last == 0 && bytes.count <= 256:
            let name = Array(bytes.dropFirst().dropLast())
            guard !name.isEmpty, name.allSatisfy({ $0.isNameByte }) else { return nil }
            self = .file(name)
        case 1:
            let contents = Array(bytes.dropFirst().prefix(FileSignature.length))
            guard let signature = FileSignature(contents), signature.kind != .text else { return nil }
            self = .inline
        default: return nil
        }
    }

    /// Returns the path of the directory for external data, relative to the store's directory.
    /// - Parameter store: The name of the store's file, such as `Model.sqlite`.
    package static func directory(ofStore store: [UInt8]) -> [UInt8] {
        let stem = store.lastIndex(of: UInt8(ascii: ".")).map { $0 > 0 ? store[..<$0] : store[...] } ?? store[...]
        return Array(".".utf8) + stem + Array("_SUPPORT/_EXTERNAL_DATA".utf8)
    }
}

extension UInt8 {
    /// Whether the byte occurs in the names of files of external data, which are UUIDs.
    fileprivate var isNameByte: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self) || self == 0x2d
    }
}
