/// A value in whose items addresses lead to others.
protocol AddressedValue {
    /// Whether it is a collection.
    var isCollection: Bool { get }
    /// The items of a collection that are named by their indices; nil for any other value.
    var items: [Self]? { get }
    /// The names of the items of any other collection, in order; nil for any other value.
    var names: [String]? { get }

    /// Returns an item of a collection.
    /// - Parameter position: One that the collection has.
    func item(at position: Int) -> Self?
}

extension AddressedValue {
    /// Returns the value that steps lead to, with the positions on the way to it. The steps that are left lead into it: it
    /// is no collection then.
    /// - Throws: `ValueEditError` if a collection has no such item.
    func reached(
        by steps: ArraySlice<ValueStep>
    ) throws(ValueEditError) -> (value: Self, positions: [Int], rest: ArraySlice<ValueStep>) {
        var (value, positions, rest) = (self, [Int](), steps)
        while value.isCollection, let step = rest.first {
            guard let position = value.position(of: step), let next = value.item(at: position) else {
                throw ValueEditor.missing
            }
            value = next
            positions.append(position)
            rest.removeFirst()
        }
        return (value, positions, rest)
    }

    /// Returns the address of the second value of the first name on a way that several values have; nil if none has.
    func repetition(along path: [ValueStep]) -> [ValueStep]? {
        var value = self
        for (index, step) in path.enumerated() {
            if let second = step.second, value.items == nil, value.position(of: second) != nil {
                return path.prefix(index) + [second]
            }
            guard let next = value.position(of: step).flatMap({ value.item(at: $0) }) else { return nil }
            value = next
        }
        return nil
    }

    private func position(of step: ValueStep) -> Int? {
        if let items { return step.index.flatMap { items.indices.contains($0) ? $0 : nil } }
        return names.flatMap { step.index(in: $0) }
    }

    /// Returns where an item is added, and its name unless it is named by its index.
    /// - Throws: `ValueEditError` if there is no such place, or if it is taken.
    func place(for step: ValueStep) throws(ValueEditError) -> (name: String?, position: Int) {
        if let items { return (nil, try step.insertion(among: items.count)) }
        guard let names else { throw ValueEditor.missing }
        guard step.index(in: names) == nil else {
            throw ValueEditError(.exists, "there is a value already; setting it replaces it")
        }
        return (step.text, names.count)
    }
}

extension ValueStep {
    /// Returns the position at which an item is added.
    fileprivate func insertion(among count: Int) throws(ValueEditError) -> Int {
        guard let index else { throw ValueEditError(.type, "an item of an array is named by its index, from 0") }
        guard index <= count else {
            let items = count == 1 ? "1 item" : "\(count) items"
            throw ValueEditError(.missing, "the array has only \(items); appending adds one at the end")
        }
        return index
    }
}
