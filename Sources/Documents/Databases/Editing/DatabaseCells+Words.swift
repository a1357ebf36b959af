import ContainerModel
import Databases
import Formats

// What is said of the values of cells.
extension DatabaseCells {
    static func words(_ value: CellValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): words(.text(String(decoding: text.bytes, as: UTF8.self)))
        case .blob(let blob): "data, \(Pluralized.some(blob.count, "byte"))"
        case .unread: "a value too large to be read"
        case .damaged: "a damaged value"
        }
    }

    static func words(_ value: CellEdit.Value) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): String(decoding: JSONWriter.line(.string(text)), as: UTF8.self)
        case .blob(let bytes): "data, \(Pluralized.bytes(bytes.count))"
        }
    }

    /// Returns what the types of a value before and after are, if they differ.
    static func types(from old: CellValue, to new: CellEdit.Value) -> ValueEditor.TypeChange? {
        switch (old, new) {
        // A column makes one of the other where the number stays the same.
        case (.real, .integer): nil
        case (.integer, .real(let number)) where Int64(exactly: number) != nil: nil
        default: ValueEditor.TypeChange(type(of: old), type(of: new))
        }
    }

    /// The noun for a value's type; nil for none, and for what is not known.
    private static func type(of value: CellValue) -> String? {
        switch value {
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "data"
        case .null, .unread, .damaged: nil
        }
    }

    /// The noun for a value's type; nil for none.
    private static func type(of value: CellEdit.Value) -> String? {
        switch value {
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "data"
        case .null: nil
        }
    }
}
