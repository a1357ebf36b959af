import ContainerModel

extension HelpTopic {
    /// The document that the rules follow.
    static let rules = HelpTopic(
        "rules", "Rules", summary: "Places, operations, purges, and what they rest on.",
        text: """
            `sandglass verdict OPERATION PATH` applies these rules; `sandglass help verdict` has an example of each.

            \(HelpText.markup(ofMarkdown: RulesDocument.markdown))
            """)
}
