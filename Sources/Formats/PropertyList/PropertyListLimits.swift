/// The limits beyond which a property list is rejected.
package struct PropertyListLimits: Hashable, Sendable {
    /// The number of bytes of input.
    package var bytes: Int
    /// The nesting depth of collections.
    package var depth: Int
    /// The number of values and keys, with shared ones counted each time they occur: the number that a traversal of the
    /// list visits.
    package var values: Int
    /// The number of bytes of text and data, with shared ones counted each time they occur: the amount that the list
    /// takes as XML.
    package var content: Int

    /// Creates limits that default to the values of `standard`.
    package init(
        bytes: Int = 64 << 20,
        depth: Int = 512,
        values: Int = 1_000_000,
        content: Int = 256 << 20
    ) {
        (self.bytes, self.depth, self.values, self.content) = (bytes, depth, values, content)
    }

    /// 64 MiB of input, 512 deep, 1,000,000 values, 256 MiB of content.
    package static let standard = PropertyListLimits()
}
