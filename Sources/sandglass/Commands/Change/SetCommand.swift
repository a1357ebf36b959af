import ArgumentParser
import ContainerModel
import ContainerStore
import Documents
import FileSharing
import FileTree
import Formats
import Screen

struct SetCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a value inside a file.",
        discussion: """
            Changes a value of a property list (binary, XML or old-style), of JSON, of an archive of \
            objects, or of any of these in data or a text of another. The address is what `sandglass show \
            FILE:ADDRESS` takes. All other bytes stay: the form of the file, the order, dates, \
            references, the layout of a text. The old file goes to the trash, and `sandglass undo` brings \
            it back.

            The new value has the type of the old one unless an option names another, which the answer then says; a new key is a \
            string, and a new item of an array has the type of the others if they have one type. A date is 2024-03-01, \
            2024-03-01T12:00:00Z or 2024-03-01T21:00:00+09:00; data are base64 with its padding, or \
            hexadecimal digits after 0x. A value that begins with a hyphen and is no number comes after --. FILE: with \
            nothing behind the colon is the value that the file is as a whole. Several ADDRESS=VALUE change a \
            file all together or not at all, and mean the file as it is before all of them; an address with an equals sign in it is given behind the \
            colon.

            In a database, * in the place of a row stands for all rows, or for those of --where. More than \
            \(ByteCount.grouped(UInt64(RowSelection.most))) rows are changed at once, of all tables or by triggers, \
            only with --all.

              sandglass set Library/Preferences/org.example.app.plist:theme dark
              sandglass set config.json server/port=8080 server/host=localhost
              sandglass set --add --bool Settings.plist:onboarded true
              sandglass set --append items.json: 3
              sandglass set --delete Settings.plist:Sessions/0
              sandglass set Store.sqlite:note/*/stars 0 --where 'stars>5'
            """
    )

    /// The type of a new value.
    enum ValueType: String, EnumerableFlag {
        case string
        case int
        case real
        case bool
        case date
        case data
        case jsonValue = "json"
        case null

        static func name(for value: ValueType) -> NameSpecification {
            // --json is the form of the report, as in every command.
            value == .jsonValue ? .customLong("json-value") : .customLong(value.rawValue)
        }

        static func help(for value: ValueType) -> ArgumentHelp? {
            switch value {
            case .string: "The new value is a string, whatever is there."
            case .int: "It is an integer."
            case .real: "It is a number with a fraction."
            case .bool: "It is true or false."
            case .date: "It is a date."
            case .data: "It is data."
            case .jsonValue: "It is what a JSON text says: a collection, too."
            case .null: "It is null; takes addresses alone."
            }
        }
    }

    /// What is done at the address.
    enum Way: String, EnumerableFlag {
        case add
        case append
        case delete

        static func help(for value: Way) -> ArgumentHelp? {
            switch value {
            case .add: "Add a key to a dictionary, or an item to an array before the one with the index."
            case .append: "Add an item at the end of the array that the address leads to."
            case .delete: "Remove the value and its key; takes addresses alone."
            }
        }
    }

    @Argument(
        help: "FILE:ADDRESS, the value to change; or FILE, with addresses behind it.", completion: Completions.items)
    var path: String

    @Argument(help: "The new value; or ADDRESS=VALUE for each value of FILE.")
    var values: [String] = []

    @Flag(exclusivity: .exclusive)
    var type: ValueType?

    @Flag(exclusivity: .exclusive)
    var way: Way?

    @Flag(help: "Let the triggers of a database run.")
    var triggers = false

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            """
            With * as the row: only rows for which COLUMN=VALUE holds, or !=, <, <=, >, >= or ~ (contains). Repeatable.
            """, valueName: "condition"))
    var conditions: [String] = []

    @Flag(help: "Change any number of rows at once, with * as the row or by triggers.")
    var all = false

    @OptionGroup var options: SharingOptions

    func perform() throws {
        var named = Operands(options.app, as: options.actor)
        let (item, steps) = try file(in: &named)
        let edits = try steps.map { [try edit($0, values.first)] } ?? assignments()
        if steps != nil, values.count > (takesValue ? 1 : 0) {
            throw Failure(.usage, "\(shownPath(argumentBytes(path))) names one value: give one value for it")
        }
        let rows = RowSelection(conditions.compactMap { TableCondition($0) }, isUnlimited: all)
        try options.operationRun(on: named).runAndEnd(
            .setValues(item, ValueEdits(edits, runsTriggers: triggers, rows: rows)))
    }

    /// Whether a value is given for each address.
    private var takesValue: Bool { way != .delete && type != .null }

    // MARK: The file

    /// Finds the file, and the steps behind the colon, nil without one: the longest name that exists counts.
    private func file(in named: inout Operands) throws -> (ItemAddress, [[UInt8]]?) {
        var first: (any Error)?
        for (index, (path, steps)) in ValueAddress.readings(of: argumentBytes(path)).enumerated() {
            do {
                let item = try file(path, in: &named)
                let status = try naming(self.path) { try named.open.table.status(item) }
                guard status.kind == .directory, PreferenceSuites.isPlace(item.path),
                    let preference = PreferenceSuites.location(steps)
                else { return (item, index == 0 ? nil : steps) }
                guard let file = item.entry(preference.name[...]) else {
                    throw Failure(.noInput, "\(DisplayText(bytes: steps[0])): there are no such preferences")
                }
                return (file, preference.steps.isEmpty ? nil : preference.steps)
            } catch {
                first = first ?? error
            }
        }
        throw first ?? Failure(.noInput, "\(shownPath(argumentBytes(path))): no such file or directory")
    }

    private func file(_ path: [UInt8], in named: inout Operands) throws -> ItemAddress {
        do {
            return try named.item(path)
        } catch let error as ContainerStoreError where error.code == .notAContainer || error.code == .notFound {
            try refuseArchive(at: path)
            return try named.hostItem(path)
        }
    }

    // MARK: Values

    private func assignments() throws -> [ValueEdit] {
        guard !values.isEmpty else {
            throw Failure(
                .usage,
                "name a value: FILE:ADDRESS VALUE, or FILE ADDRESS=VALUE; FILE: is the value that the file is as a whole"
            )
        }
        return try values.map { value in
            guard takesValue else { return try edit(ValueAddress.steps(argumentBytes(value)), nil) }
            let bytes = argumentBytes(value)
            guard let mark = bytes.firstIndex(of: 0x3d) else {
                throw Failure(
                    .usage,
                    """
                    \(DisplayText(value)) is not ADDRESS=VALUE; for the value that the file is as a whole, write \
                    \(shownPath(argumentBytes(path + ":"))) \(DisplayText(value))
                    """)
            }
            guard let text = String(validating: bytes[(mark + 1)...], as: UTF8.self) else { throw Self.invalid(value) }
            return try edit(ValueAddress.steps(bytes[..<mark]), text)
        }
    }

    private func edit(_ steps: [[UInt8]], _ text: String?) throws -> ValueEdit {
        let path = steps.map { ValueAddress.valueStep($0) }
        guard way != .delete else { return ValueEdit(.delete, at: path) }
        let value = try newValue(text)
        return switch way {
        case .add: ValueEdit(.add(value), at: path)
        case .append: ValueEdit(.append(value), at: path)
        case .delete, nil: ValueEdit(.set(value), at: path)
        }
    }

    private func newValue(_ text: String?) throws -> NewValue {
        guard takesValue else { return .null }
        guard let text else { throw Failure(.usage, "a value is missing") }
        guard String(validating: argumentBytes(text), as: UTF8.self) != nil else {
            throw Self.invalid(text)
        }
        guard let type, let kind = NewValue.Kind(rawValue: type.rawValue) else { return .written(text) }
        do throws(ValueEditError) {
            return try NewValue(text, as: kind)
        } catch {
            throw Failure(.usage, DisplayText(error.message).description)
        }
    }

    private static func invalid(_ text: String) -> Failure {
        Failure(.usage, "\(DisplayText(text)): not valid UTF-8; --data takes bytes, in base64")
    }

    func validate() throws {
        for condition in conditions where TableCondition(condition) == nil {
            throw ValidationError("--where needs a condition such as COLUMN=VALUE, not “\(DisplayText(condition))”.")
        }
        if way == .delete, type != nil { throw ValidationError("--delete takes no type.") }
    }
}
