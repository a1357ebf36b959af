import Browser
import Configuration
import ContainerModel
import ContainerStore
import Demonstration
import FileTree
import Formats
import Screen
import System

/// A topic of `sandglass help`, made from the tables of the program.
struct HelpTopic: Sendable {
    /// The word after `sandglass help`.
    let name: String
    /// The heading in the manual.
    let title: String
    private let make: @Sendable () throws -> [String]

    /// The lines of the topic, not sanitized.
    func lines() throws -> [String] { try make() }

    /// All topics.
    static let all = [
        HelpTopic(name: "badges", title: "Badges", make: badges), HelpTopic(name: "rules", title: "Rules", make: rules),
        HelpTopic(name: "cover", title: "The cover", make: cover), HelpTopic(name: "keys", title: "Keys", make: keys),
        HelpTopic(name: "themes", title: "Themes", make: themes),
        HelpTopic(name: "formats", title: "Formats", make: formats),
    ]

    /// The names of all topics, for help: "badges, rules, …".
    static var names: String { all.map(\.name).joined(separator: ", ") }
}

extension HelpTopic {
    private static func badges() -> [String] {
        BadgeMeaning.all(.forLocale(isUTF8: Platform.isLocaleUTF8)).map { "\($0.symbol)  \($0.meaning)" } + [
            "", "`sandglass explain PATH` says why an item has its badges.",
        ]
    }

    /// The table of places: what the app may do with the directory, and with what is in it.
    private static func rules() -> [String] {
        let rows = PlaceRule.all.map { rule in
            let path = rule.paths.first.map { $0.pattern.description } ?? ""
            return (rule.title, path, "\(rule.access.directory)", "\(rule.access.contents)", rule)
        }
        let widest = rows.map { max($0.0.count, $0.1.count) }.max() ?? 0
        var lines = [line("place", "itself", "items", widest)]
        for (title, path, directory, contents, rule) in rows {
            lines.append(line(title, directory, contents, widest))
            if !path.isEmpty { lines.append("  path: \(path)") }
            lines.append("  \(rule.purpose)")
            if !rule.sources.isEmpty { lines.append("  Source: \(RuleSource.names(of: rule.sources))") }
        }
        return lines + ["", "Operations, and the rights that the app needs for them:"]
            + OperationRule.all.map { rule in
                let needs = rule.needs.map { "\($0.right) of the \($0.subject.rawValue)" }.joined(separator: ", ")
                return "  \(rule.title): \(rule.isSystemOnly ? "the system only" : needs)"
            } + ["", "`sandglass verdict OPERATION PATH` applies them."]
    }

    private static func line(_ title: String, _ one: String, _ other: String, _ width: Int) -> String {
        title + String(repeating: " ", count: max(1, width - title.count + 2)) + one
            + String(repeating: " ", count: max(1, 8 - one.count)) + other
    }

    private static func cover() -> [String] {
        HidingSummary.ways.map { "\($0.name): \($0.sentence)" } + [
            "", "`sandglass demo snapshot-hide` shows what each of them leaves to be seen.",
        ]
    }

    private static func keys() -> [String] {
        let file = KeymapFile(Action.keyTable, preset: nil)
        var lines: [String] = []
        for context in Action.contexts {
            lines += (lines.isEmpty ? [] : [""]) + ["\(context.title):"]
            let rows = context.actions.map { action in
                (
                    (file.keymap.keys[action.name] ?? action.keys).map(\.description).joined(separator: "  "),
                    action.title
                )
            }
            let widest = rows.map(\.0.count).max() ?? 0
            lines += rows.map { "  " + $0.0 + String(repeating: " ", count: widest - $0.0.count + 2) + $0.1 }
        }
        let widest = MouseMeaning.all.map(\.gesture.count).max() ?? 0
        lines += ["", "With the mouse:"]
        lines += MouseMeaning.all.map { mouse in
            "  \(aligned(mouse.gesture, to: widest))  \(mouse.meaning)"
        }
        return lines + ["", "`sandglass keys` prints them with their names, and a keymap file to start from."]
    }

    private static func themes() -> [String] {
        let themes = ThemeLoader().list()
        let widest = themes.map(\.name.count).max() ?? 0
        return themes.map { theme in
            theme.name + String(repeating: " ", count: widest - theme.name.count + 2) + theme.description
                + (theme.isBuiltIn ? "" : " (your own)")
        } + ["", "`sandglass themes NAME` prints one as a starting point for your own."]
    }

    private static func formats() -> [String] {
        ["Archives that are opened as directories:"]
            + TreeFormats.all.map { "  \($0.title): \($0.suffixes.joined(separator: ", "))" }
            + ["", "Files that are known by their first bytes, with the words of `kind:` in a filter:"]
            + FileSignature.all.map { "  \($0.title): \($0.words.joined(separator: ", "))" }
            + ["", "`sandglass show FILE` prints what a file holds."]
    }
}
