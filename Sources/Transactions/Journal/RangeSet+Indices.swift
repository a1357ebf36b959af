/// Sets of item indices: a contiguous selection of any size takes one range.
extension RangeSet<Int> {
    /// Creates a set of indices in any order; duplicates are allowed.
    init(indices: some Sequence<Int>) {
        self.init()
        insert(indices: indices)
    }

    /// The number of indices.
    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// Inserts indices in any order; duplicates are allowed.
    ///
    /// Runs of consecutive ones are inserted as ranges: one by one, a million takes a second and a half.
    mutating func insert(indices: some Sequence<Int>) {
        var run = 0..<0
        for index in indices {
            if index != run.upperBound {
                insert(contentsOf: run)
                run = index..<index
            }
            run = run.lowerBound..<(index + 1)
        }
        insert(contentsOf: run)
    }
}
