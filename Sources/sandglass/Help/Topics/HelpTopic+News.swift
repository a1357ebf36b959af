extension HelpTopic {
    /// The changelog.
    static let news = HelpTopic(
        "news", "News", summary: "What changed, by version.", text: HelpText.markup(ofMarkdown: Release.news))
}
