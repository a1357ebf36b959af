extension UInt64 {
    /// Returns the sum, saturating at the maximum. File systems may report any size.
    package func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    /// Returns the product, saturating at the maximum.
    func multipliedSaturated(by other: UInt64) -> UInt64 {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : product
    }
}
