/// What became of each item of a transaction: a byte for each.
struct ItemResults {
    private var codes: [UInt8] = []
    private static let results = Outcome.ItemOutcome.Result.allCases

    /// What became of the item at a place; nil where nothing was said of it.
    subscript(index: Int) -> Outcome.ItemOutcome.Result? {
        get { codes.indices.contains(index) && codes[index] > 0 ? Self.results[Int(codes[index]) - 1] : nil }
        set {
            if index >= codes.count { codes += Array(repeating: 0, count: index + 1 - codes.count) }
            codes[index] = newValue.flatMap { Self.results.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? 0
        }
    }

    /// What became of items side by side; those of which nothing was said were not done.
    func slice(_ range: Range<Int>) -> [UInt8] {
        let notDone = Self.code(.notDone)
        return range.map { codes.indices.contains($0) && codes[$0] > 0 ? codes[$0] : notDone }
    }

    /// The number that stands for a result.
    static func code(_ result: Outcome.ItemOutcome.Result) -> UInt8 {
        UInt8((results.firstIndex(of: result) ?? 0) + 1)
    }

    /// The result that a number stands for.
    static func result(_ code: UInt8) -> Outcome.ItemOutcome.Result {
        results.indices.contains(Int(code) - 1) ? results[Int(code) - 1] : .notDone
    }

    /// From now on every item that was done is one that was not.
    mutating func takeBackAll() {
        let notDone = Self.code(.notDone)
        for index in codes.indices where codes[index] == Self.code(.done) || codes[index] == Self.code(.partly) {
            codes[index] = notDone
        }
    }
}
