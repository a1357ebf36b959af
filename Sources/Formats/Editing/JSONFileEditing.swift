/// Changes values of a JSON file in any form of Unicode.
struct JSONFileEditing {
    private let bytes: [UInt8]
    private let text: [UInt8]
    private let encoding: TextEncoding
    private let root: JSONValue
    private let isLines: Bool
    private let depth: Int

    /// - Throws: `ValueEditError` if it is damaged, or not in Unicode.
    init(_ bytes: [UInt8], isLines: Bool, depth: Int) throws(ValueEditError) {
        (self.bytes, self.isLines, self.depth) = (bytes, isLines, depth)
        encoding = TextEncoding(ofJSON: bytes)
        do throws(FormatError) {
            root = isLines ? .array(try JSONReader.readLines(bytes)) : try JSONReader.read(bytes)
        } catch {
            throw ValueEditError(error)
        }
        text = encoding.utf8(ofJSON: bytes)
        guard encoding == .utf8 || encoding.bytes(ofJSON: text, like: bytes) == bytes else {
            throw ValueEditError(.unsupported, "its texts are no Unicode, so that they cannot be kept as they are")
        }
    }

    func applying(_ edit: ValueEdit) throws(ValueEditError) -> ValueEditor.Result {
        var path = edit.path[...]
        let last = if case .add = edit.action { path.popLast() } else { ValueStep?.none }
        let (value, positions, rest) = try root.reached(by: path)
        if !value.isCollection, !rest.isEmpty || last != nil {
            return try inside(value, at: positions, edit, steps: edit.path.suffix(rest.count + (last == nil ? 0 : 1)))
        }
        let new = NewValue.of(edit.action)
        switch edit.action {
        case .set:
            guard !isLines || !positions.isEmpty else { throw ValueEditError(.unsupported, "name a line by its index") }
            guard let written = try new?.json(inPlaceOf: value) else { throw ValueEditor.missing }
            return try result(.replace(positions, by: written), edit.path, value, written)
        case .delete:
            guard !positions.isEmpty else {
                throw ValueEditError(.unsupported, "the file as a whole is not deleted by this")
            }
            return try result(.remove(positions), edit.path, value, nil)
        case .append:
            guard case .array(let items) = value else { throw ValueEditError(.type, "is no array") }
            guard let written = try new?.json(inPlaceOf: value.itemModel) else { throw ValueEditor.missing }
            return try result(
                .insert(written, name: nil, into: positions, at: items.count),
                edit.path + [ValueStep("\(items.count)")],
                nil, written)
        case .add:
            guard let last, let written = try new?.json(inPlaceOf: value.itemModel) else { throw ValueEditor.missing }
            let place = try value.place(for: last)
            return try result(
                .insert(written, name: place.name, into: positions, at: place.position), edit.path, nil, written)
        }
    }

    /// Returns the address of the second value of the first name on a way that several values have; nil if none has.
    func repetition(along path: [ValueStep]) -> [ValueStep]? { root.repetition(along: path) }

    /// Changes a value inside a text.
    private func inside(
        _ value: JSONValue, at positions: [Int], _ edit: ValueEdit, steps: ArraySlice<ValueStep>
    ) throws(ValueEditError) -> ValueEditor.Result {
        guard case .string(let string) = value else { throw ValueEditor.missing }
        let found = try ValueEditor.apply(edit, steps: steps, inside: Array(string.utf8), depth: depth)
        guard let text = String(validating: found.bytes, as: UTF8.self) else {
            throw ValueEditError(.unsupported, "the value in the text cannot be written as a text")
        }
        return found.replacingBytes(try bytes(after: .replace(positions, by: .string(text))))
    }

    private func result(
        _ edit: PlainEdit<JSONValue>, _ path: [ValueStep], _ old: JSONValue?, _ new: JSONValue?
    ) throws(ValueEditError) -> ValueEditor.Result {
        func line(_ value: JSONValue) -> String { String(decoding: JSONWriter.line(value), as: UTF8.self) }
        // A reader that takes a number with a fraction takes an integer, too.
        let isWidened = old?.typeName == "real" && new?.typeName == "integer"
        let change = ValueEditor.Change(
            path: path, old: old.map(line), new: new.map(line),
            types: isWidened ? nil : ValueEditor.TypeChange(old?.typeName, new?.typeName))
        return ValueEditor.Result(bytes: try bytes(after: edit), changes: [change])
    }

    private func bytes(after edit: PlainEdit<JSONValue>) throws(ValueEditError) -> [UInt8] {
        guard let text = JSONEditing(text, isLines: isLines).applying(edit) else { throw ValueEditor.missing }
        // What cannot be read again is never saved.
        do throws(FormatError) {
            _ = isLines ? .array(try JSONReader.readLines(text)) : try JSONReader.read(text)
        } catch {
            throw ValueEditError(error)
        }
        return encoding.bytes(ofJSON: text, like: bytes)
    }
}

extension JSONValue: AddressedValue {
    var isCollection: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// An item of an array whose items are all of one type, which a new one is of as well; nil for any other value.
    fileprivate var itemModel: JSONValue? {
        guard case .array(let items) = self, let first = items.first,
            items.allSatisfy({ first.hasType(of: $0) })
        else { return nil }
        return first
    }

    /// The noun for its type; nil for null, which stands for any.
    fileprivate var typeName: String? {
        switch self {
        case .string: "string"
        case .number(let number): number.text.contains { ".eE".contains($0) } ? "real" : "integer"
        case .boolean: "boolean"
        case .array: "array"
        case .object: "object"
        case .null: nil
        }
    }

    private func hasType(of other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string, .string), (.number, .number), (.boolean, .boolean): true
        case (.array, .array), (.object, .object): true
        default: false
        }
    }

    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

    var names: [String]? { if case .object(let members) = self { members.map(\.name) } else { nil } }

    func item(at position: Int) -> JSONValue? {
        switch self {
        case .array(let items): items[position]
        case .object(let members): members[position].value
        default: nil
        }
    }
}
