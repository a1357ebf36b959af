/// How much a property list may ask for before it is refused.
package struct PropertyListLimits: Hashable, Sendable {
    /// Bytes of input.
    package var bytes: Int
    /// Collections inside one another.
    package var depth: Int
    /// Values and keys in all, one that several collections share counted for each: what a walk over the list visits.
    package var values: Int
    /// Bytes of text and data in all, shared ones counted for each: what the list takes when it is written out as XML.
    package var content: Int

    package init(
        bytes: Int = 64 << 20,
        depth: Int = 512,
        values: Int = 1_000_000,
        content: Int = 256 << 20
    ) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
        self.content = content
    }

    /// 64 MiB of input, 512 deep, 1,000,000 values, 256 MiB of content.
    package static let standard = PropertyListLimits()
}
