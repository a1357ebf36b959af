package import Formats

/// What was decoded for a preview, as values that can be written in other forms.
package struct PreviewExports: Sendable {
    /// The property list.
    package var propertyList: PropertyListValue?

    /// Creates an empty set.
    package init() {}
}
