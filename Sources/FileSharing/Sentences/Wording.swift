package import ContainerModel

/// How sentences name what the reader can do: by commands and their options, or by the keys of the browser.
package struct Wording: Sendable {
    let alternative: @Sendable (Alternative) -> String
    /// How the reader gets all documents that a refusal rests on.
    let verdictSources: String
    /// How the reader gets all documents that a warning rests on.
    let explanationSources: String

    /// Creates a wording.
    /// - Parameters:
    ///   - sources: How the reader gets all documents that a rule rests on.
    ///   - alternative: Returns the sentence that offers an alternative.
    package init(sources: String, alternative: @escaping @Sendable (Alternative) -> String) {
        self.alternative = alternative
        (verdictSources, explanationSources) = (sources, sources)
    }

    private init(verdictSources: String, explanationSources: String) {
        alternative = { $0.sentence() }
        self.verdictSources = verdictSources
        self.explanationSources = explanationSources
    }

    /// That of the commands.
    package static let commands = Wording(verdictSources: "verdict --sources", explanationSources: "explain --sources")
}
