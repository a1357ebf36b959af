/// The rules of an app's containers as a document for people, which the tables reproduce: `container-rules.md` beside this file.
package enum RulesDocument {
    /// The document in Markdown.
    package static var markdown: String { String(decoding: PackageResources.container_rules_md, as: UTF8.self) }
}
