/// What is to be remembered of containers, or to be recalled.
package enum MemoryRequest: Sendable {
    /// Change what is remembered of the open container.
    case change(MemoryChange)
    /// Read what is remembered of the open container again. Answer: `memoryRead`, if anything is.
    case read
    /// Read which containers were open before. Answer: `.opening(.recent)`.
    case readRecent
    /// Forget the container at a path, with its marks. Answer: `.opening(.recent)`.
    case forget(hostPath: [UInt8])
}
