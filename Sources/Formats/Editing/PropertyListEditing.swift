/// Changes values of a property list in any form.
struct PropertyListEditing {
    private enum Form {
        case binary
        case xml(isUTF16: Bool)
        case oldStyle(TextEncoding)
    }

    private let bytes: [UInt8]
    private let form: Form
    /// The text of a list in UTF-8; empty for a binary one.
    private let text: [UInt8]
    private let list: PropertyListValue
    private let depth: Int

    /// - Throws: `ValueEditError` if it is damaged, or if its texts cannot be kept as they are.
    init(_ bytes: [UInt8], isOldStyle: Bool, depth: Int) throws(ValueEditError) {
        (self.bytes, self.depth) = (bytes, depth)
        do throws(PropertyListError) {
            if isOldStyle {
                guard let found = Self.oldStyle(bytes) else { throw Self.unwritableEncoding }
                (form, text) = (.oldStyle(found.encoding), found.text)
                list = try OldStylePropertyListReader.read(found.text)
            } else if PropertyListFormat(recognizing: bytes) == .binary {
                (form, text) = (.binary, [])
                list = try PropertyListReader.readEscaping(bytes).list
            } else {
                let encoding = TextEncoding.marked.first { bytes.starts(with: $0.byteOrderMark) && $0.unit == 2 }
                form = .xml(isUTF16: encoding != nil)
                text = encoding.map { $0.utf8(ofUnits: bytes[2...]) } ?? bytes
                let (list, isRepaired) = try PropertyListReader.readTellingRepairs(bytes)
                guard !isRepaired else { throw Self.unwritableEncoding }
                self.list = list
            }
        } catch {
            throw ValueEditError(error)
        }
    }

    private static let unwritableEncoding = PropertyListError(
        .unsupported, "its texts cannot be written as they are in their encoding", offset: 0)

    private static func oldStyle(_ bytes: [UInt8]) -> (encoding: TextEncoding, text: [UInt8])? {
        if bytes.isEmpty { return (.utf8, []) }
        guard let detection = TextDetection(bytes, isWhole: true), detection.errors == 0 else { return nil }
        let text = detection.utf8(bytes, isWhole: true)
        // Characters that were not there may be added to ASCII.
        let encoding = detection.encoding == .ascii ? .utf8 : detection.encoding
        return encode(text, encoding, like: bytes) == bytes ? (encoding, text) : nil
    }

    private static func encode(_ text: [UInt8], _ encoding: TextEncoding, like bytes: [UInt8]) -> [UInt8]? {
        let mark = encoding.byteOrderMark
        let written = encoding.bytes(of: String(decoding: text, as: UTF8.self))
        return written.map { (!mark.isEmpty && bytes.starts(with: mark) ? mark : []) + $0 }
    }

    // MARK: Changes

    func applying(_ edit: ValueEdit) throws(ValueEditError) -> ValueEditor.Result {
        if let archive = KeyedArchiveEditing(list), edit.path.first.map({ !$0.text.hasPrefix("$") }) ?? true {
            return try applying(edit, to: archive)
        }
        var path = edit.path[...]
        let last = if case .add = edit.action { path.popLast() } else { ValueStep?.none }
        let (value, positions, rest) = try list.reached(by: path)
        if !value.isCollection, !rest.isEmpty || last != nil {
            return try inside(value, edit, steps: edit.path.suffix(rest.count + (last == nil ? 0 : 1))) {
                [.replace(positions, by: $0)]
            }
        }
        switch edit.action {
        case .set(let new):
            let written = try new.list(inPlaceOf: value)
            return try result([.replace(positions, by: written)], edit.path, value, written)
        case .delete:
            guard !positions.isEmpty else {
                throw ValueEditError(.unsupported, "the file as a whole is not deleted by this")
            }
            return try result([.remove(positions)], edit.path, value, nil)
        case .append(let new):
            guard let count = value.itemCount else { throw ValueEditError(.type, "is no array") }
            let written = try new.list(inPlaceOf: PropertyListValue.model(of: value.items ?? []))
            return try result(
                [.insert(written, name: nil, into: positions, at: count)], edit.path + [ValueStep("\(count)")], nil,
                written)
        case .add(let new):
            guard let last else { throw ValueEditor.missing }
            let written = try new.list(inPlaceOf: PropertyListValue.model(of: value.items ?? []))
            let place = try value.place(for: last)
            return try result(
                [.insert(written, name: place.name, into: positions, at: place.position)], edit.path, nil, written)
        }
    }

    private func applying(
        _ edit: ValueEdit, to archive: KeyedArchiveEditing
    ) throws(ValueEditError) -> ValueEditor.Result {
        var path = edit.path[...]
        let last = if case .add = edit.action { path.popLast() } else { ValueStep?.none }
        guard let (place, rest) = archive.place(at: path) else { throw ValueEditor.missing }
        let old = archive.plainValue(of: place)
        let steps = edit.path.suffix(rest.count + (last == nil ? 0 : 1))
        if !rest.isEmpty || last != nil && (old?.dataValue != nil || old?.stringValue != nil) {
            guard let old else { throw ValueEditor.missing }
            return try inside(old, edit, steps: steps) { new throws(ValueEditError) in
                try archive.replacing(place, by: new)
            }
        }
        switch edit.action {
        case .set(let new):
            guard old != nil || !new.keepsType else {
                throw ValueEditError(.type, "is a collection or an object: an address leads to a value in it")
            }
            let written = try new.list(inPlaceOf: old)
            return try result(try archive.replacing(place, by: written), edit.path, old, written)
        case .delete: return try result(try archive.removing(place), edit.path, old, nil, isRemoved: true)
        case .append(let new):
            let written = try new.list(inPlaceOf: PropertyListValue.model(of: archive.plainItems(of: place)))
            let edits = try archive.inserting(written, key: nil, into: place, at: nil)
            return try result(edits, edit.path, nil, written)
        case .add(let new):
            guard let last else { throw ValueEditor.missing }
            guard archive.place(at: edit.path[...]) == nil || last.index != nil else {
                throw ValueEditError(.exists, "there is a value already; setting it replaces it")
            }
            let items = last.index == nil ? [] : archive.plainItems(of: place)
            let written = try new.list(inPlaceOf: PropertyListValue.model(of: items))
            let edits = try archive.inserting(
                written, key: last.index == nil ? last.text : nil, into: place, at: last.index)
            return try result(edits, edit.path, nil, written)
        }
    }

    /// Returns the address of the second value of the first name on a way that several values have; nil if none has.
    func repetition(along path: [ValueStep]) -> [ValueStep]? { list.repetition(along: path) }

    /// Changes a value inside data or a text.
    /// - Parameter changes: Returns the changes that put others in their place.
    private func inside(
        _ value: PropertyListValue, _ edit: ValueEdit, steps: ArraySlice<ValueStep>,
        _ changes: (PropertyListValue) throws(ValueEditError) -> [PlainEdit<PropertyListValue>]
    ) throws(ValueEditError) -> ValueEditor.Result {
        let old: [UInt8]
        switch value {
        case .data(let bytes): old = bytes
        case .string(let text): old = Array(text.utf8)
        default: throw ValueEditor.missing
        }
        let found = try ValueEditor.apply(edit, steps: steps, inside: old, depth: depth)
        var new = PropertyListValue.data(found.bytes)
        if value.stringValue != nil {
            guard let text = String(validating: found.bytes, as: UTF8.self) else {
                throw ValueEditError(.unsupported, "the value in the text cannot be written as a text")
            }
            new = .string(text)
        }
        return found.replacingBytes(try bytes(after: try changes(new)))
    }

    private func result(
        _ edits: [PlainEdit<PropertyListValue>], _ path: [ValueStep], _ old: PropertyListValue?,
        _ new: PropertyListValue?, isRemoved: Bool = false
    ) throws(ValueEditError) -> ValueEditor.Result {
        let change = ValueEditor.Change(
            path: path, old: old.map(\.line) ?? (isRemoved ? "an object" : nil), new: new.map(\.line),
            types: ValueEditor.TypeChange(old?.typeName, new?.typeName))
        return ValueEditor.Result(bytes: try bytes(after: edits), changes: [change])
    }

    // MARK: Bytes

    private func bytes(after edits: [PlainEdit<PropertyListValue>]) throws(ValueEditError) -> [UInt8] {
        switch form {
        case .binary:
            var table = try BinaryObjectTable(bytes)
            for edit in edits where !table.apply(edit) { throw ValueEditor.missing }
            return try Self.checked(table.bytes)
        case .xml(let isUTF16):
            var text = text
            for edit in edits {
                try Self.requireWritable(edit)
                do throws(PropertyListError) {
                    guard let next = try XMLPropertyListEditing(text).applying(edit) else { throw Self.missingPlace }
                    text = next
                } catch {
                    throw ValueEditError(error)
                }
            }
            guard isUTF16 else { return try Self.checked(text) }
            let encoding: TextEncoding = bytes.first == 0xfe ? .utf16BigEndian : .utf16LittleEndian
            return try Self.checked(Self.encode(text, encoding, like: bytes) ?? [])
        case .oldStyle(let encoding):
            var text = text
            for edit in edits {
                guard let next = try OldStyleEditing(text).applying(edit) else { throw ValueEditor.missing }
                text = next
            }
            guard let written = Self.encode(text, encoding, like: bytes) else {
                throw ValueEditError(.type, "the file is in \(encoding.title), which has not all of these characters")
            }
            do throws(PropertyListError) {
                _ = try OldStylePropertyListReader.read(text)
            } catch {
                throw ValueEditError(error)
            }
            return written
        }
    }

    private static let missingPlace = PropertyListError(.malformed, "there is no such value", offset: 0)

    /// What cannot be read again is never saved.
    private static func checked(_ bytes: [UInt8]) throws(ValueEditError) -> [UInt8] {
        do throws(PropertyListError) {
            _ = try PropertyListReader.readTellingRepairs(bytes)
            return bytes
        } catch {
            throw ValueEditError(error)
        }
    }

    /// - Throws: `ValueEditError` for a value or a key that XML has no way to write.
    private static func requireWritable(_ edit: PlainEdit<PropertyListValue>) throws(ValueEditError) {
        let value: PropertyListValue
        switch edit {
        case .replace(_, let new): value = new
        case .insert(let new, let name, _, _): value = name.map { .dictionary([$0: new]) } ?? new
        case .remove: return
        }
        if let found = PropertyListWriter.firstUnwritable(in: value) {
            switch found.reason {
            case .character(let scalar, _):
                let number = String(scalar.value, radix: 16, uppercase: true)
                let digits = String(repeating: "0", count: max(0, 4 - number.count)) + number
                throw ValueEditError(.type, "XML has no way to write the character U+\(digits)")
            case .null: throw ValueEditError(.type, "a property list in XML has no null")
            case .date: throw ValueEditError(.type, "a property list in XML has dates of the years 0 to 9999 alone")
            }
        }
        if value.hasFractionOfSecond {
            throw ValueEditError(.type, "a property list in XML has dates to the second alone")
        }
        if value.isSet { throw ValueEditError(.type, "a property list in XML has no sets") }
    }
}

extension PropertyListValue: AddressedValue {
    var isCollection: Bool {
        switch self {
        case .array, .set, .dictionary: true
        default: false
        }
    }

    var items: [PropertyListValue]? {
        switch self {
        case .array(let items), .set(let items): items
        default: nil
        }
    }

    /// The number of items of an array or a set; nil for any other value.
    fileprivate var itemCount: Int? { items?.count }

    /// Returns one of items that are all of one type, which a new one is of as well; nil if they are not.
    fileprivate static func model(of items: [PropertyListValue]) -> PropertyListValue? {
        guard let first = items.first, let type = first.typeOfItem else { return nil }
        return items.allSatisfy { $0.typeOfItem == type } ? first : nil
    }

    private var typeOfItem: String? {
        switch self {
        case .string: "string"
        case .integer, .wide: "integer"
        case .real: "real"
        case .boolean: "boolean"
        case .date: "date"
        case .data: "data"
        case .array, .set, .dictionary: "collection"
        case .null, .uid: nil
        }
    }

    /// The noun for its type; nil for null, which stands for any, and for a reference of an archive.
    fileprivate var typeName: String? {
        switch self {
        case .array: "array"
        case .set: "set"
        case .dictionary: "dictionary"
        default: typeOfItem
        }
    }

    fileprivate var isSet: Bool { if case .set = self { true } else { false } }

    var names: [String]? { dictionaryValue.map { Array($0.keys) } }

    func item(at position: Int) -> PropertyListValue? { items?[position] ?? dictionaryValue?[position].value }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The value on one line.
    fileprivate var line: String {
        switch self {
        case .string(let text): return String(decoding: JSONWriter.line(.string(text)), as: UTF8.self)
        case .integer(let number): return "\(number)"
        case .wide(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .boolean(let value): return "\(value)"
        case .date(let seconds): return PropertyListDate.text(secondsSince2001: seconds)
        case .data(let bytes): return "data, \(counted(bytes.count, "byte"))"
        case .null: return "null"
        case .uid(let number): return "UID \(number)"
        case .array(let items): return "array, \(counted(items.count, "item"))"
        case .set(let items): return "set, \(counted(items.count, "item"))"
        case .dictionary(let dictionary): return "dictionary, \(counted(dictionary.count, "item"))"
        }
    }
}

extension NewValue {
    /// Whether the text is for a value of the type that is there.
    var keepsType: Bool { if case .written = self { true } else { false } }
}
