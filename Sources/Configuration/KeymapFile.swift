package import Screen
import System
import TOMLKit

/// The user's keys in `keymap.toml`: a preset, and below `[keys]` the keys of actions by name.
///
/// The actions of the viewer, of panels and of prompts also have their own tables, such as `[panel]`, where action
/// names may omit the table's name: `close` for `panel-close`.
package struct KeymapFile: Sendable {
    /// Keys that the file gives an action.
    private struct Entry {
        let action: String
        let keys: [KeySequence]
        /// The entry's line, from 1; nil if it could not be found.
        let line: Int?
    }

    /// The keymap: the preset's, with the entries of the file that have no mistake.
    package private(set) var keymap = Keymap()
    /// The name of the preset.
    package private(set) var preset: String
    /// The mistakes, in the order of their lines.
    package private(set) var problems: [ConfigurationError] = []

    private static let maxKeys = 16
    private static let longestSequence = 8

    private let table: KeyTable
    private let file: String

    /// Reads the file. An entry that is wrong is left out; if the file does not exist, the preset counts.
    /// - Parameters:
    ///   - table: The actions and the presets.
    ///   - preset: The name of a preset to be used instead of the file and its own; nil for the file.
    package init(
        _ table: KeyTable, preset: String? = nil, directory: ConfigurationDirectory = .fromEnvironment()
    ) {
        self.table = table
        file = directory.file("keymap.toml") ?? "keymap.toml"
        self.preset = preset ?? table.presets.first?.name ?? ""
        keymap = Self.preset(self.preset, table) ?? Keymap()
        guard preset == nil, directory.path != nil else { return }
        do throws(ConfigurationError) {
            let text = try ConfigurationFile.text(of: file)
            read(try ConfigurationFile.parse(text, file: file), KeyLines(text))
        } catch {
            if error.code != .notFound { problems = [error] }
        }
        problems.sort { ($0.line ?? .max) < ($1.line ?? .max) }
    }

    /// Returns whether the user has a file of keys.
    package static func exists(in directory: ConfigurationDirectory = .fromEnvironment()) -> Bool {
        directory.file("keymap.toml").map { access($0, F_OK) == 0 } ?? false
    }

    /// Reads the file if it exists.
    /// - Parameter table: Returns the actions and the presets.
    package static func ofUser(
        _ table: () -> KeyTable, directory: ConfigurationDirectory = .fromEnvironment()
    ) -> KeymapFile? {
        guard exists(in: directory) else { return nil }
        return KeymapFile(table(), directory: directory)
    }

    private static func preset(_ name: String, _ table: KeyTable) -> Keymap? {
        table.presets.first { $0.name == name }?.keymap
    }

    private mutating func read(_ toml: TOMLTable, _ lines: KeyLines) {
        var entries: [Entry] = []
        for key in toml.keys {
            guard let value = toml[key] else { continue }
            switch key {
            case "preset": readPreset(value, line: lines.line(of: [key]))
            case "keys":
                guard let keys = value.table else {
                    note(key, lines.line(of: [key]), "This must be a table: [keys].")
                    continue
                }
                entries += keys.keys.compactMap { name in
                    keys[name].flatMap { entry(name, $0, line: lines.line(of: ["keys", name])) }
                }
            case let name where table.contexts.contains { $0.name == name } && value.table != nil:
                guard let keys = value.table else { continue }
                let prefix = name + "-"
                let names = table.contexts.filter { $0.name == name }.flatMap { $0.rows.map(\.name) }
                entries += keys.keys.compactMap { key in
                    let full = names.contains(key) ? key : prefix + key
                    let line = lines.line(of: [name, key])
                    return keys[key].flatMap { entry(full, $0, as: key, among: names, line: line) }
                }
            default:
                let isAction = table.contexts.contains { $0.rows.contains { $0.name == key } }
                note(
                    key, lines.line(of: [key]),
                    isAction
                        ? "The keys of actions go below a line with [keys]."
                        : "There is no such setting." + Suggestion.sentence(for: key, among: ["preset", "keys"]))
            }
        }
        bind(entries)
    }

    private mutating func note(_ key: String, _ line: Int?, _ message: String) {
        problems.append(ConfigurationError(.value, file: file, line: line, key: key, message))
    }

    private mutating func readPreset(_ value: any TOMLValueConvertible, line: Int?) {
        let names = table.presets.map(\.name)
        guard let name = value.string, let keymap = Self.preset(name, table) else {
            note(
                "preset", line,
                "This must be a preset in quotes." + Suggestion.sentence(for: value.string, among: names))
            return
        }
        preset = name
        self.keymap = keymap
    }

    /// - Parameters:
    ///   - name: The action's name.
    ///   - written: The name in the file; nil if it is the same.
    ///   - actions: The names of the actions that can be meant; nil for all.
    private mutating func entry(
        _ name: String, _ value: any TOMLValueConvertible, as written: String? = nil, among actions: [String]? = nil,
        line: Int?
    ) -> Entry? {
        let actions = actions ?? table.contexts.flatMap { $0.rows.map(\.name) }
        guard actions.contains(name) else {
            note(
                written ?? name, line,
                "There is no such action\(written == nil ? "" : " in this table"). `sandglass keys` lists them."
                    + near(name, among: actions))
            return nil
        }
        guard value.array?.count ?? 0 <= Self.maxKeys else {
            note(name, line, "An action can have up to \(Self.maxKeys) keys.")
            return nil
        }
        let texts = value.string.map { [$0] } ?? value.array.map { array in array.map(\.string) } ?? [nil]
        var keys: [KeySequence] = []
        for text in texts {
            guard let text, text.contains(where: { $0 != " " }) else {
                note(name, line, "This must be a key in quotes, a list such as [\"d\", \"F8\"], or [] for no key.")
                return nil
            }
            do throws(KeySpelling.Mistake) {
                let sequence = try KeySequence(parsing: text)
                guard sequence.keys.count <= Self.longestSequence else {
                    note(name, line, "At most \(Self.longestSequence) keys can be pressed one after another.")
                    return nil
                }
                if !keys.contains(sequence) { keys.append(sequence) }
            } catch {
                note(name, line, error.message + (error.isUnknown ? near(error.word, among: KeySpelling.names) : ""))
                return nil
            }
        }
        return Entry(action: name, keys: keys, line: line)
    }

    /// Returns ` Did you mean …?` if a word is nearly another one.
    private func near(_ word: String, among names: [String]) -> String {
        Suggestion.nearest(to: word, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    }
}

/// Giving the keys of the file to their actions.
extension KeymapFile {
    /// Gives actions their keys, and takes these from the actions that had them. An entry that cannot work leaves its
    /// action as it is in the preset.
    private mutating func bind(_ entries: [Entry]) {
        var entries = entries.sorted { ($0.line ?? .max) < ($1.line ?? .max) }
        let preset = keymap
        // Keys taken by a rejected entry revert, which may bring them into conflict with another entry.
        while true {
            keymap = bound(entries, in: preset)
            guard let (index, message) = conflict(entries) else { return }
            note(entries[index].action, entries[index].line, message)
            entries.remove(at: index)
        }
    }

    private func bound(_ entries: [Entry], in preset: Keymap) -> Keymap {
        var keymap = preset
        for context in table.contexts {
            let own = entries.filter { entry in context.rows.contains { $0.name == entry.action } }
            guard !own.isEmpty else { continue }
            let taken = Set(own.flatMap(\.keys))
            for row in context.rows {
                if let entry = own.first(where: { $0.action == row.name }) {
                    keymap.keys[row.name] = entry.keys
                } else {
                    let keys = preset.keys[row.name] ?? row.keys
                    let left = keys.filter { !taken.contains($0) }
                    if left.count < keys.count { keymap.keys[row.name] = left }
                }
            }
        }
        return keymap
    }

    private func conflict(_ entries: [Entry]) -> (index: Int, message: String)? {
        for context in table.contexts {
            if let conflict = conflict(in: context, entries) { return conflict }
        }
        return nil
    }

    /// Returns the entry that cannot work, and why: the later one of two.
    private func conflict(in context: KeyTable.Context, _ entries: [Entry]) -> (index: Int, message: String)? {
        let bound = context.rows.flatMap { row in
            (keymap.keys[row.name] ?? row.keys).map { (action: row.name, keys: $0) }
        }
        for (index, entry) in entries.enumerated().reversed()
        where context.rows.contains(where: { $0.name == entry.action }) {
            for sequence in entry.keys {
                if let message = mistake(sequence, for: context.input) { return (index, message) }
                if context.input == .sequences, case .character(let scalar) = sequence.keys.first,
                    ("1"..."9").contains(scalar)
                {
                    return (index, "\"\(sequence)\" begins with a digit, which is the number before a key.")
                }
                let others = bound.filter { $0.action != entry.action || $0.keys != sequence }
                if let same = others.first(where: { $0.keys == sequence }) {
                    return (index, "\"\(sequence)\" belongs to \"\(same.action)\" already.")
                }
                if let longer = others.first(where: { $0.keys.keys.starts(with: sequence.keys) }) {
                    return (
                        index,
                        "\"\(sequence)\" begins \"\(longer.keys)\", the keys of \"\(longer.action)\", which could not "
                            + "be pressed any more. Give that other keys too."
                    )
                }
                if let shorter = others.first(where: { sequence.keys.starts(with: $0.keys.keys) }) {
                    return (
                        index,
                        "\"\(sequence)\" cannot be pressed: it begins with \"\(shorter.keys)\", the key of "
                            + "\"\(shorter.action)\"."
                    )
                }
            }
        }
        guard !context.exits.isEmpty, !bound.contains(where: { context.exits.contains($0.action) }) else { return nil }
        let index = entries.lastIndex { entry in
            context.rows.contains { $0.name == entry.action }
                && (context.exits.contains(entry.action) || !entry.keys.isEmpty)
        }
        return index.map {
            ($0, "Without it, no key would get you out. Give one of these a key: \(list(context.exits)).")
        }
    }

    /// Returns why keys cannot be used in a context; nil if they can.
    private func mistake(_ sequence: KeySequence, for input: KeyTable.Input) -> String? {
        guard input != .sequences else { return nil }
        guard sequence.keys.count == 1 else { return "\"\(sequence)\": here one key is pressed at a time." }
        guard input == .text, case .character = sequence.keys.first else { return nil }
        return "\"\(sequence)\" is text here. Keys such as \"^x\", \"M-x\", \"F2\" and \"Tab\" are not."
    }

    private func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
