/// A topic of `sandglass help`: a text for people, from which a page of the manual is also made.
///
/// Each topic is a file in `Topics`, and a line in `all`.
struct HelpTopic: Sendable {
    /// The word after `sandglass help`.
    let name: String
    /// The heading.
    let title: String
    /// One sentence for the list of topics, at most 60 characters.
    let summary: String
    private let make: @Sendable () throws -> String

    /// Creates a topic.
    /// - Parameter text: The text, marked up as `HelpText` reads it; evaluated when it is needed.
    init(_ name: String, _ title: String, summary: String, text: @autoclosure @escaping @Sendable () throws -> String) {
        (self.name, self.title, self.summary) = (name, title, summary)
        make = text
    }

    /// The text, not sanitized: the names of the user's themes come from outside.
    func text() throws -> HelpText { HelpText(try make()) }

    /// All topics, in the order in which they are listed.
    static let all = [
        tour, containers, packages, devices, hosts, backups, archives, pack, bundles, badges, rules, verdict, storage,
        sources, audit, appInfo, lifecycle, attributes, changes, files, paths, containerNames,
        undo, evidence, diff, watch, timeline, timePoints, hash, formats, pictures, search, queries, browser, keys,
        keymap, palette,
        viewer,
        shell,
        memory, cover,
        linear,
        configuration, themes, options, output, json, statuses, manual, design, limits, news, licences,
    ]

    /// Returns the topic with a name.
    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

    /// The names of all topics, for messages: "tour, containers, …".
    static var names: String { all.map(\.name).joined(separator: ", ") }

    /// Whether a command has the same name; its usage comes first in help, and its manual page contains the topic.
    var isCommand: Bool { CommandSection.command(named: name) != nil }
}
