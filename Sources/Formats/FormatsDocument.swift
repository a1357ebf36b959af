/// How containers and the files in them are stored, as a document for people: `formats.md` beside this file.
package enum FormatsDocument {
    /// The document in Markdown.
    package static var markdown: String { String(decoding: PackageResources.formats_md, as: UTF8.self) }
}
