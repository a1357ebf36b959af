/// Changes values inside a file: of a property list in any form, of JSON, of an archive of objects, and of any of these
/// in data or a text of another. All other bytes of the file stay as they are, as far as the form allows that.
package enum ValueEditor {
    /// A file after changes.
    package struct Result: Hashable, Sendable {
        /// The bytes.
        package internal(set) var bytes: [UInt8]
        /// What was changed, in the order of the changes.
        package internal(set) var changes: [Change]
        /// The second values of names that several values of an object have, of which the first was changed.
        var repetitions: [[ValueStep]] = []

        /// What to know about the changes; sentences without a full stop.
        package var remarks: [String] {
            repetitions.map { path in
                let first = Array(path.dropLast()) + path.suffix(1).map { ValueStep($0.name) }
                return "\(ValueEditor.address(first)) occurs more than once: \(ValueEditor.address(path)) is the second"
            }
        }
    }

    /// What a change was.
    package struct Change: Hashable, Sendable {
        /// The way to the value.
        package let path: [ValueStep]
        /// The value that was there, on one line; nil for one that was added.
        package let old: String?
        /// The value that is there now, on one line; nil for one that was removed.
        package let new: String?
        /// What the types were and are, if a program that expects the old one may not read the new one.
        package let types: TypeChange?

        /// Creates a change.
        package init(path: [ValueStep], old: String?, new: String?, types: TypeChange? = nil) {
            (self.path, self.old, self.new, self.types) = (path, old, new, types)
        }

        /// Returns the change of a value to which more steps lead.
        package func behind(_ steps: some Sequence<ValueStep>) -> Change {
            Change(path: Array(steps) + path, old: old, new: new, types: types)
        }
    }

    /// A type in the place of another one.
    package struct TypeChange: Hashable, Sendable {
        /// The noun for the type that was there.
        package let old: String
        /// The noun for the type that is there now.
        package let new: String

        /// Creates a change; nil if a type is unknown, or if they are the same.
        package init?(_ old: String?, _ new: String?) {
            guard let old, let new, old != new else { return nil }
            (self.old, self.new) = (old, new)
        }

        /// The types in words: "was an integer, is a real".
        package var sentence: String {
            func article(_ noun: String) -> String {
                if noun == "data" || noun == "text" { return noun }
                return (noun.first.map { "aeio".contains($0) } ?? false ? "an " : "a ") + noun
            }
            return "was \(article(old)), is \(article(new))"
        }
    }

    /// The forms that a file can have.
    package enum Form: Hashable, Sendable {
        /// A property list in binary or XML.
        case propertyList
        /// An old-style property list, or a `strings` file.
        case oldStyle
        case json
        case jsonLines
    }

    /// Texts and data in others are taken apart to this depth.
    static let deepest = 8

    /// Determines the form of a file.
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - name: Its name, in any case; empty for a value.
    package static func form(of bytes: [UInt8], named name: String) -> Form? {
        let name = name.lowercased()
        switch PropertyListFormat(recognizing: bytes) {
        case .binary?, .xml?: return .propertyList
        case .xmlUTF16? where (try? PropertyListReader.read(bytes)) != nil: return .propertyList
        default: break
        }
        if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonLines }
        if name.hasSuffix(".json") {
            return (try? JSONReader.read(bytes)) != nil || !isLines(bytes) ? .json : .jsonLines
        }
        if [".strings", ".plist", ".pbxproj"].contains(where: { name.hasSuffix($0) }) {
            // JSON under such a name is read as what it is; `{}` is both.
            let isJSON = (try? OldStylePropertyListReader.read(bytes)) == nil && (try? JSONReader.read(bytes)) != nil
            return isJSON ? .json : .oldStyle
        }
        if TextEncoding.beginsJSONGroup(bytes) {
            if (try? JSONReader.read(bytes)) != nil { return .json }
            if isLines(bytes) { return .jsonLines }
        }
        guard let text = TextDetection(bytes, isWhole: true)?.utf8(bytes, isWhole: true),
            (try? OldStylePropertyListReader.read(text, allowsBareKeys: false))?.dictionaryValue?.isEmpty == false
        else { return nil }
        return .oldStyle
    }

    private static func isLines(_ bytes: [UInt8]) -> Bool {
        (try? JSONReader.readLines(bytes, onLines: true)).map { $0.count > 1 } ?? false
    }

    /// Makes changes. All addresses are of the file as it is before the first.
    /// - Parameter name: The name of the file.
    /// - Throws: `ValueEditError`; no change is made then.
    package static func apply(
        _ edits: [ValueEdit], to bytes: [UInt8], named name: String
    ) throws(ValueEditError) -> Result {
        try requireIndependent(edits)
        var bytes = bytes
        var changes = [[Change]](repeating: [], count: edits.count)
        var repetitions: [[ValueStep]] = []
        for index in orderKeepingAddresses(of: edits) {
            let result = try apply(edits[index], to: bytes, named: name, depth: 0)
            bytes = result.bytes
            changes[index] = result.changes
            repetitions += result.repetitions.filter { second in
                !repetitions.contains(second) && !edits.contains { $0.path.starts(with: second) }
            }
        }
        return Result(bytes: bytes, changes: changes.flatMap(\.self), repetitions: repetitions)
    }

    static func apply(
        _ edit: ValueEdit, to bytes: [UInt8], named name: String, depth: Int
    ) throws(ValueEditError) -> Result {
        guard depth < deepest else { throw ValueEditError(.unsupported, "values in values are nested too deeply") }
        guard let form = form(of: bytes, named: name) else {
            throw ValueEditError(
                .unsupported,
                depth == 0
                    ? "neither a property list nor JSON nor a database: `sandglass edit` opens text"
                    : "is neither a property list nor JSON, so that nothing in it has an address")
        }
        do throws(ValueEditError) {
            switch form {
            case .propertyList, .oldStyle:
                let editing = try PropertyListEditing(bytes, isOldStyle: form == .oldStyle, depth: depth)
                return try editing.applying(edit).adding(editing.repetition(along: edit.path))
            case .json, .jsonLines:
                let editing = try JSONFileEditing(bytes, isLines: form == .jsonLines, depth: depth)
                return try editing.applying(edit).adding(editing.repetition(along: edit.path))
            }
        } catch {
            var error = error
            error.path = error.path ?? edit.path
            throw error
        }
    }

    /// Makes a change to a text or data inside a value.
    /// - Parameter steps: The steps that are left, which lead into it.
    static func apply(
        _ edit: ValueEdit, steps: ArraySlice<ValueStep>, inside bytes: [UInt8], depth: Int
    ) throws(ValueEditError) -> Result {
        do throws(ValueEditError) {
            let result = try apply(ValueEdit(edit.action, at: Array(steps)), to: bytes, named: "", depth: depth + 1)
            let prefix = edit.path.dropLast(steps.count)
            return Result(
                bytes: result.bytes,
                changes: result.changes.map { $0.behind(prefix) },
                repetitions: result.repetitions.map { prefix + $0 })
        } catch {
            var error = error
            error.path = edit.path
            throw error
        }
    }

    /// The error of an address that leads nowhere.
    static let missing = ValueEditError(.missing, "there is no such value")
}

extension NewValue {
    /// The value of an action; nil for one that removes.
    static func of(_ action: ValueEdit.Action) -> NewValue? {
        switch action {
        case .set(let value), .add(let value), .append(let value): value
        case .delete: nil
        }
    }
}
