/// Limits on reading and unpacking archives.
package struct ArchiveLimits: Sendable {
    /// The number of items, including directories without an entry.
    package var items = 2_000_000
    /// The number of bytes of all names, link targets and attributes.
    package var nameBytes = 256 << 20
    /// The number of components of an item's path.
    package var depth = 512
    /// The number of bytes that may be unpacked from any archive.
    package var unsuspicious: UInt64 = 1 << 30
    /// The maximum ratio of unpacked to packed size beyond that. Ordinary archives stay below ten or twenty; the fastest level of
    /// DEFLATE makes one byte of 226 zeros.
    package var ratio: UInt64 = 250
    /// The number of bytes that a compressed tar may unpack to; they are kept in a file while it is open.
    package var spooled: UInt64 = 16 << 30

    /// Creates the limits for untrusted archives.
    package init() {}

    /// Returns the number of bytes that may be unpacked from an archive of `packed` bytes.
    func maxUnpacked(_ packed: UInt64) -> UInt64 {
        let (product, isTooLarge) = packed.multipliedReportingOverflow(by: ratio)
        return isTooLarge ? .max : max(unsuspicious, product)
    }
}
