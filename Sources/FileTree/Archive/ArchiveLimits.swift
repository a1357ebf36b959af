/// How much of an archive is read, and how much it may unpack to.
package struct ArchiveLimits: Sendable {
    /// Items, the directories that no entry names among them.
    package var items = 2_000_000
    /// Bytes of all names, and of all attributes.
    package var nameBytes = 256 << 20
    /// Directories on the way to an item.
    package var depth = 512
    /// Up to so many bytes may come out of any archive.
    package var unsuspicious: UInt64 = 1 << 30
    /// And more only up to so many times as many as it has itself: real ones stay below ten or twenty.
    package var ratio: UInt64 = 200
    /// What a compressed tar may unpack to: it is kept in a file while it is open.
    package var spooled: UInt64 = 16 << 30

    /// For archives from anywhere.
    package init() {}

    /// How many bytes may come out of an archive of `packed` bytes.
    func mostUnpacked(_ packed: UInt64) -> UInt64 {
        let (product, isTooLarge) = packed.multipliedReportingOverflow(by: ratio)
        return isTooLarge ? .max : max(unsuspicious, product)
    }
}
