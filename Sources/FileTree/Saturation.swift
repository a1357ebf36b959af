extension UInt64 {
    /// The sum, or the greatest number there is where no number holds it. File systems may tell any size.
    package func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    /// The product, or the greatest number there is where no number holds it.
    func multipliedSaturated(by other: UInt64) -> UInt64 {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : product
    }
}
