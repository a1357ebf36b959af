/// The result of each item of a transaction, one byte each.
struct ItemResults {
    private var codes: [UInt8] = []
    private static let results = Outcome.ItemOutcome.Result.allCases

    /// The result of the item at an index; nil if none has been set.
    subscript(index: Int) -> Outcome.ItemOutcome.Result? {
        get { codes.indices.contains(index) && codes[index] > 0 ? Self.results[Int(codes[index]) - 1] : nil }
        set {
            if index >= codes.count { codes += Array(repeating: 0, count: index + 1 - codes.count) }
            codes[index] = newValue.flatMap { Self.results.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? 0
        }
    }

    /// Returns the codes of a range of items; an item without a result counts as not done.
    func slice(_ range: Range<Int>) -> [UInt8] {
        let notDone = Self.code(.notDone)
        return range.map { codes.indices.contains($0) && codes[$0] > 0 ? codes[$0] : notDone }
    }

    /// Returns the code of a result.
    static func code(_ result: Outcome.ItemOutcome.Result) -> UInt8 {
        UInt8((results.firstIndex(of: result) ?? 0) + 1)
    }

    /// Returns the result with the given code.
    static func result(_ code: UInt8) -> Outcome.ItemOutcome.Result {
        results.indices.contains(Int(code) - 1) ? results[Int(code) - 1] : .notDone
    }

    /// Marks every item that was done as not done.
    mutating func takeBackAll() {
        let notDone = Self.code(.notDone)
        for index in codes.indices where codes[index] == Self.code(.done) || codes[index] == Self.code(.partly) {
            codes[index] = notDone
        }
    }
}
