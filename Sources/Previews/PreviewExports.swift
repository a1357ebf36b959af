package import Formats

/// What was decoded for a preview, as values that can be written in other forms.
package struct PreviewExports: Sendable {
    /// The property list.
    package var propertyList: PropertyListValue?

    /// The picture.
    package var picture: Picture?
    /// What is known about the picture: its format, size, colors and metadata.
    package var facts: OutlineNode?
    /// The bytes of a value inside a file; nil for the file itself, and for a value that has none.
    package var bytes: [UInt8]?

    /// The value inside a file that the preview shows; nil for the file itself.
    package var value: OutlineNode?

    /// Creates an empty set.
    package init() {}
}
