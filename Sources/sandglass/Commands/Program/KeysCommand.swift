import ArgumentParser
import Browser
import Configuration
import Inspection
import Reports
import Screen

struct KeysCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List the actions of the browser with their keys.",
        discussion: """
            These are the keys of your keymap, $XDG_CONFIG_HOME/sandglass/keymap.toml (or ~/.config/…). Errors in it \
            are reported on standard error, and the preset's keys apply.

              sandglass keys --toml > ~/.config/sandglass/keymap.toml   a file to start from
              sandglass keys --preset mc                                the keys of Midnight Commander
            """
    )

    @Option(
        help: "The keys of a preset, vim or mc, instead of your own.",
        completion: .list(Action.keyTable.presets.map(\.name)))
    var preset: String?
    @Flag(help: "Print a keymap file.")
    var toml = false
    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        let names = Action.keyTable.presets.map(\.name)
        if let preset, !names.contains(preset) {
            throw ValidationError("There is no preset \(preset). Available: \(names.joined(separator: ", ")).")
        }
        if toml, json { throw ValidationError("--toml and --json are mutually exclusive.") }
    }

    func perform() throws {
        let file = KeymapFile(Action.keyTable, preset: preset)
        for problem in file.problems { writeError("sandglass: \(DisplayText(problem.description))") }
        var output = Output()
        if toml { try output.line("preset = \"\(file.preset)\"") }
        for context in Action.contexts {
            if toml { try output.line("\n[\(context.name == "browser" ? "keys" : context.name)]") }
            if json {
                for action in context.actions {
                    let keys = (file.keymap.keys[action.name] ?? action.keys).map(\.description)
                    try output.line(try JSONReport.line(KeyReport(action, context.name, keys)))
                }
            } else {
                try write(context.actions, of: context.name, file.keymap, &output)
            }
        }
        try output.flush()
    }

    private func write(
        _ actions: [Action], of context: String, _ keymap: Keymap, _ output: inout Output
    ) throws {
        let widest = actions.map { $0.name.count }.max() ?? 0
        for group in Action.Group.allCases {
            let members = actions.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            let heading = context == "browser" ? group.rawValue : "\(group.rawValue) (\(context))"
            try output.line(toml ? "\n# \(heading)" : heading)
            for action in members {
                let keys = (keymap.keys[action.name] ?? action.keys).map(\.description)
                let padding = String(repeating: " ", count: widest - action.name.count)
                guard toml else {
                    let names = keys.isEmpty ? "-" : keys.joined(separator: "  ")
                    let gap = String(repeating: " ", count: max(0, 22 - names.count))
                    try output.line("  \(action.name)\(padding)  \(names)\(gap)  \(action.title)")
                    continue
                }
                try output.line("\(action.name)\(padding) = \(tomlValue(keys))")
            }
        }
        if !toml { try output.line("") }
    }

    private func tomlValue(_ keys: [String]) -> String {
        let quoted = keys.map { key in
            "\"" + key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return quoted.count == 1 ? quoted[0] : "[" + quoted.joined(separator: ", ") + "]"
    }
}

/// An action as `keys --json` prints it.
private struct KeyReport: Encodable {
    let action: String
    let title: String
    let group: String
    let context: String
    let keys: [String]

    init(_ action: Action, _ context: String, _ keys: [String]) {
        self.action = action.name
        title = action.title
        group = action.group.rawValue
        self.context = context
        self.keys = keys
    }
}
