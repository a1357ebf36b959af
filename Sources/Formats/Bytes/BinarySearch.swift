extension Range<Int> {
    /// Returns the first index for which a condition holds that also holds for all later ones, by binary search.
    /// - Returns: The upper bound if it holds for none.
    @inlinable package func partitioningIndex(where condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
