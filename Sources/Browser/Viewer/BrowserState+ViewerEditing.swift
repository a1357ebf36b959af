import ContainerModel
import Documents
import FileSharing
import FileTree
import Formats
import Previews
import Screen
import Transactions

/// Changing values in the viewer.
extension BrowserState {
    /// A value in a file, as an operation names it.
    struct ViewedValue: Hashable, Sendable {
        /// The file with the value.
        let file: ItemAddress
        /// The way to the value in it.
        let path: [ValueStep]

        /// The name of the value; of the whole, that of the file. Not sanitized.
        var name: String { path.last.map { String(decoding: $0.name, as: UTF8.self) } ?? "the file" }
    }

    /// Asks for another value in place of the one under the cursor, or of the chosen cell of a table.
    mutating func editInViewer() -> [BrowserEffect] {
        guard let level = viewer?.level, let line = level.current, canEditViewed() else { return [] }
        if level.page.table != nil { return editCell(of: line) }
        guard let place = line.place, let value = value(at: place.steps) else { return refuseViewed() }
        // The values of a row are below the table that it was opened in.
        if place.steps.count == 1, viewer?.levels.dropLast().last?.page.table != nil, refuseIdentifying(value.name) {
            return []
        }
        switch place.value {
        case .scalar(let kind, let written?): return ask(for: value, kind, written)
        case .number(let written): return ask(for: value, nil, written)
        case .null:
            panels.prompt = Prompt(.typedValue(.set, value))
            return []
        case .scalar(_, nil):
            say("it is too long to be changed here; an editor changes it, outside of the viewer", isError: true)
        case .collection:
            let add = keys.key("viewer-add")
            say("a collection has no value of its own; \(add) adds to it", isError: true)
        case .reference: say("a reference is not changed", isError: true)
        }
        return []
    }

    /// Asks for a key and a value to add to the collection under the cursor, or to the one around the value there.
    mutating func addInViewer() -> [BrowserEffect] {
        guard let level = viewer?.level, canEditViewed() else { return [] }
        guard level.page.table == nil else {
            say("rows are not added here; `sandglass help changes` says what is changed", isError: true)
            return []
        }
        guard let place = level.current?.place else { return refuseViewed() }
        let around = value(at: place.steps.dropLast())
        switch (place.value, place.parent, value(at: place.steps), around) {
        case (.collection(.keys), _, let value?, _): panels.prompt = Prompt(.newKey(value))
        case (.collection(.indices), _, let value?, _): panels.prompt = Prompt(.typedValue(.append, value))
        case (_, .keys, _?, let around?) where !place.steps.isEmpty: panels.prompt = Prompt(.newKey(around))
        case (_, .indices, let value?, _) where !place.steps.isEmpty: panels.prompt = Prompt(.typedValue(.add, value))
        default: return refuseViewed()
        }
        return []
    }

    /// Asks whether to remove the value under the cursor.
    mutating func deleteInViewer() -> [BrowserEffect] {
        guard let level = viewer?.level, canEditViewed() else { return [] }
        guard level.page.table == nil else {
            say("rows are not removed here; `sandglass help changes` says what is changed", isError: true)
            return []
        }
        guard let place = level.current?.place, !place.steps.isEmpty, let value = value(at: place.steps) else {
            return refuseViewed()
        }
        open(ValueRemovalPanel(value))
        return []
    }

    // MARK: Values

    /// Returns whether what is on the screen is a file as it is, of a container; says why if it is not.
    private mutating func canEditViewed() -> Bool {
        guard let subject = viewer?.level.subject, subject.compared == nil, !subject.isSheet, subject.form == .decoded
        else {
            _ = refuseViewed()
            return false
        }
        guard subject.steps.allSatisfy({ QueryStep.query(in: $0) == nil }) else {
            say("the rows of a query are not changed; the table itself is", isError: true)
            return false
        }
        guard subject.file.root.isContainer else {
            say("`sandglass set` changes values in files of this computer", isError: true)
            return false
        }
        return true
    }

    private mutating func refuseViewed() -> [BrowserEffect] {
        say("only values of property lists, JSON, archives and databases are changed", isError: true)
        return []
    }

    /// Says that a column is not changed, if it is one by which rows are known; returns whether it is.
    private mutating func refuseIdentifying(_ column: String) -> Bool {
        guard DatabaseCells.identifyingColumns.contains(column) else { return false }
        say("\(column) says which object the row is, and is not changed", isError: true)
        return true
    }

    /// Returns the value that steps from what is shown lead to; nil for one in no file.
    private func value(at steps: some Sequence<[UInt8]>) -> ViewedValue? {
        guard let subject = viewer?.level.subject else { return nil }
        let all = subject.steps + steps
        guard PreferenceSuites.isPlace(subject.file.path) else {
            return ViewedValue(file: subject.file, path: all.map { ValueAddress.valueStep($0) })
        }
        guard let (name, rest) = PreferenceSuites.location(all), let file = subject.file.entry(name[...]) else {
            return nil
        }
        return ViewedValue(file: file, path: rest.map { ValueAddress.valueStep($0) })
    }

    private mutating func ask(
        for value: ViewedValue, _ kind: NewValue.Kind?, _ written: [UInt8]
    ) -> [BrowserEffect] {
        panels.prompt = Prompt(.newValue(value, kind), offering: written)
        return []
    }

    /// Asks for the value of the chosen cell: the screen has only its beginning.
    private mutating func editCell(of line: PageLine) -> [BrowserEffect] {
        guard let level = viewer?.level, let row = line.steps, let table = level.page.table else {
            return refuseViewed()
        }
        let isPreference = PreferenceSuites.isPlace(level.subject.file.path)
        let column = isPreference ? 1 : level.column
        guard table.titles.indices.contains(column), isPreference || !level.subject.steps.isEmpty,
            let value = value(at: row + (isPreference ? [] : [Array(table.titles[column].utf8)]))
        else { return refuseViewed() }
        if !isPreference, refuseIdentifying(table.titles[column]) { return [] }
        return [
            .ask(CopyQuery(level.subject, row: line.position, column: column), for: .background) { answer, state in
                guard state.panels.prompt == nil, state.panels.current == nil, state.viewer != nil else { return [] }
                return state.ask(for: value, nil, answer.bytes ?? [])
            }
        ]
    }

    // MARK: Changes

    /// Changes a value.
    mutating func change(_ action: ValueEdit.Action, _ value: ViewedValue) -> [BrowserEffect] {
        let edits = ValueEdits([ValueEdit(action, at: value.path)], runsTriggers: false)
        return beginOperation(.setValues(value.file, edits))
    }

    /// Reads what the viewer shows again, if an operation may have changed it.
    mutating func viewAgain(after operation: FileOperation) -> [BrowserEffect] {
        guard let file = viewer?.level.subject.file else { return [] }
        let isChanged =
            operation.kind == .setValue
            ? operation.parts.file.map { $0 == file || $0.enclosing == file } ?? false : operation.kind.isAboutHistory
        guard isChanged else { return [] }
        // What is around the value is read when it comes back to the screen.
        for index in (viewer?.levels.indices ?? 0..<0).dropLast() { viewer?.levels[index].isRead = false }
        return view(.again)
    }
}

extension Prompt.Purpose {
    /// What a value with its type is entered for.
    enum ValueWay: String, Sendable {
        case set
        /// Before the item that is there.
        case add
        /// At the end of the array.
        case append

        fileprivate func action(_ value: NewValue) -> ValueEdit.Action {
            switch self {
            case .set: .set(value)
            case .add: .add(value)
            case .append: .append(value)
            }
        }
    }

    private static let types = "text, int:5, real:, bool:, date:, data:, json:, null:"

    /// Another value in place of one, of the same type.
    static func newValue(_ value: BrowserState.ViewedValue, _ kind: NewValue.Kind?) -> Prompt.Purpose {
        let type = kind.map { " (\($0.rawValue))" } ?? ""
        let name = Array(value.name.utf8)
        return Prompt.Purpose("viewer-value", "", about: name, "\(type): ", takesEmpty: true) { prompt, state in
            guard let text = String(validating: prompt.bytes, as: UTF8.self) else { return notText(prompt, &state) }
            // What does not fit the type is corrected at once.
            if let kind {
                do throws(ValueEditError) {
                    _ = try NewValue(text, as: kind)
                } catch {
                    return state.correct(prompt, error.message)
                }
            }
            return state.change(.set(.written(text)), value)
        }
    }

    /// A value with its type, where there is none.
    static func typedValue(_ way: ValueWay, _ value: BrowserState.ViewedValue) -> Prompt.Purpose {
        let start = way == .append ? "new item of " : ""
        return Prompt.Purpose(
            "viewer-typed-value", start, about: Array(value.name.utf8), " (\(types)): ", takesEmpty: true
        ) { prompt, state in
            guard let text = String(validating: prompt.bytes, as: UTF8.self) else { return notText(prompt, &state) }
            do throws(ValueEditError) {
                return state.change(way.action(try NewValue(typed: text)), value)
            } catch {
                return state.correct(prompt, error.message)
            }
        }
    }

    /// The key of a new value in a dictionary.
    static func newKey(_ value: BrowserState.ViewedValue) -> Prompt.Purpose {
        Prompt.Purpose("viewer-key", "new key in ", about: Array(value.name.utf8), ": ") { prompt, state in
            guard String(validating: prompt.bytes, as: UTF8.self) != nil else { return notText(prompt, &state) }
            let new = BrowserState.ViewedValue(file: value.file, path: value.path + [ValueStep(prompt.bytes)])
            state.panels.prompt = Prompt(.typedValue(.add, new))
            return []
        }
    }

    private static func notText(_ prompt: Prompt, _ state: inout BrowserState) -> [BrowserEffect] {
        state.correct(prompt, "not valid UTF-8; `sandglass set --data` takes bytes")
    }
}

/// The question whether to remove a value.
struct ValueRemovalPanel: Panel {
    let title = "Remove the value?"
    let isQuestion = true
    let textColumns = 70
    private let value: BrowserState.ViewedValue

    init(_ value: BrowserState.ViewedValue) { self.value = value }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let address = state.screen.display(ValueStep.address(value.path))
        let sentences = [
            "\(address) in \(state.screen.display(value.file.name))",
            "The key goes with it. \(state.keys.key("viewer-undo")) undoes it.", "",
        ]
        return state.screen.rows(saying: sentences) + [
            state.screen.answer("No, keep it", .no),
            state.screen.answer("Yes, remove it", .yes) { [value] in $0.change(.delete, value) },
        ]
    }

    func isReversible(_ state: BrowserState) -> Bool { true }
}
