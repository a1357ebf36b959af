/// A page of the manual in section 7, made from a topic of help.
struct TopicPage {
    let topic: HelpTopic
    /// The version in the footer.
    let version: String

    /// The name of the file: `sandglass-backups.7`.
    var fileName: String { "sandglass-\(topic.name).7" }

    /// The page.
    /// - Throws: Whatever the tables of the topic throw.
    func text() throws -> String {
        let text = try topic.text()
        var lines = Roff.head("sandglass-\(topic.name)", section: 7, version: version, summary: topic.summary)
        // Filled, but not justified, and without breaks inside of a word.
        lines += [".ad l", ".nh"]
        if case .heading? = text.blocks.first {} else { lines.append(".SH DESCRIPTION") }
        lines += Roff.lines(text, heading: "SH") + [".SH SEE ALSO", ".BR sandglass (1)"]
        return lines.joined(separator: "\n") + "\n"
    }
}
