/// Restores, in an edited property list, the original values of all parts that were not edited.
///
/// The recursion is as deep as the lists, which a reader has bounded.
enum PropertyListMerge {
    /// A value of the edited list with its unedited parts restored.
    struct Result {
        let value: PropertyListValue
        /// Whether the whole value is the original one, including the order of its keys.
        let isUnchanged: Bool
    }

    /// Compares an edited value with the given one, and restores the original of unchanged parts.
    /// - Parameters:
    ///   - given: The value read from the text before it was edited.
    ///   - original: The value that the text was written from; of the same shape as `given`.
    static func restore(
        _ edited: PropertyListValue, given: PropertyListValue, original: PropertyListValue
    ) -> Result {
        switch (edited, given, original) {
        case (.dictionary(let edited), .dictionary(let given), .dictionary(let originals)):
            let merged = restore(edited, given, originals)
            return Result(
                value: merged.isUnchanged ? original : .dictionary(merged.dictionary), isUnchanged: merged.isUnchanged)
        case (.array(let edited), .array(let given), .array(let originals)):
            let merged = restore(edited, given, originals)
            return Result(
                value: merged.isUnchanged ? original : .array(merged.elements), isUnchanged: merged.isUnchanged)
        case (.array(let edited), .array(let given), .set(let originals)):
            let merged = restore(edited, given, originals)
            return Result(
                value: merged.isUnchanged ? original : .set(merged.elements), isUnchanged: merged.isUnchanged)
        default:
            let isUnchanged = isSame(edited, given)
            return Result(value: isUnchanged ? original : edited, isUnchanged: isUnchanged)
        }
    }

    /// Returns whether every dictionary has as many keys in the text as it has originally.
    static func isUnambiguous(_ original: PropertyListValue, as given: PropertyListValue) -> Bool {
        switch (original, given) {
        case (.dictionary(let originals), .dictionary(let given)):
            originals.count == given.count && originals.repeatedCount == given.repeatedCount
                && zip(originals.values, given.values).allSatisfy { isUnambiguous($0, as: $1) }
        case (.array(let originals), .array(let given)), (.set(let originals), .array(let given)):
            originals.count == given.count && zip(originals, given).allSatisfy { isUnambiguous($0, as: $1) }
        default: true
        }
    }

    // MARK: Dictionaries

    private static func restore(
        _ edited: PropertyListDictionary, _ given: PropertyListDictionary, _ originals: PropertyListDictionary
    ) -> (dictionary: PropertyListDictionary, isUnchanged: Bool) {
        // The positions of each key, the last one first: a list can hold a key twice.
        var positions: [ExactString: [Int]] = [:]
        positions.reserveCapacity(given.count)
        for (index, key) in given.keys.enumerated().reversed() {
            positions[ExactString(key), default: []].append(index)
        }
        var merged = PropertyListDictionary()
        merged.reserveCapacity(edited.count)
        var isUnchanged = edited.count == given.count
        for (index, (key, value)) in edited.enumerated() {
            guard let position = positions[ExactString(key)]?.popLast() else {
                merged.add(value, for: key)
                isUnchanged = false
                continue
            }
            let part = restore(value, given: given[position].value, original: originals[position].value)
            merged.add(part.value, for: originals[position].key)
            if position != index || !part.isUnchanged { isUnchanged = false }
        }
        return (merged, isUnchanged)
    }

    // MARK: Arrays

    /// The number of elements among which the counterpart of an edited one is searched.
    private static let window = 64

    private static func restore(
        _ edited: [PropertyListValue], _ given: [PropertyListValue], _ originals: [PropertyListValue]
    ) -> (elements: [PropertyListValue], isUnchanged: Bool) {
        let counterparts = edited.count == given.count ? Array(given.indices) : counterparts(of: edited, in: given)
        var isUnchanged = edited.count == given.count
        let elements = zip(edited, counterparts).map { element, position in
            guard let position else { return element }
            let merged = restore(element, given: given[position], original: originals[position])
            if !merged.isUnchanged { isUnchanged = false }
            return merged.value
        }
        return (elements, isUnchanged)
    }

    /// Returns the position of the given element that each edited one comes from, if elements were added or removed;
    /// nil for a new one.
    private static func counterparts(of edited: [PropertyListValue], in given: [PropertyListValue]) -> [Int?] {
        var positions: [Int?] = []
        var starts: [Int] = []
        positions.reserveCapacity(edited.count)
        starts.reserveCapacity(edited.count)
        var next = 0
        for element in edited {
            starts.append(next)
            let position = given[next...].prefix(window).firstIndex { isSame($0, element) }
            positions.append(position)
            if let position { next = position + 1 }
        }
        // The elements between two unchanged ones may have been edited in part.
        var end = given.count
        for index in edited.indices.reversed() {
            guard positions[index] == nil else {
                end = positions[index] ?? end
                continue
            }
            let candidates = given[starts[index]..<end].suffix(window)
            let degrees = candidates.map { likeness($0, edited[index]) }
            guard let best = degrees.max(), best > 0, let offset = degrees.lastIndex(of: best) else { continue }
            positions[index] = candidates.startIndex + offset
            end = candidates.startIndex + offset
        }
        return positions
    }

    /// Returns how much two collections have in common; 0 for other values.
    private static func likeness(_ left: PropertyListValue, _ right: PropertyListValue) -> Int {
        switch (left, right) {
        case (.dictionary(let left), .dictionary(let right)):
            left.reduce(0) { sum, pair in sum + (right[pair.key].map { isSame($0, pair.value) ? 2 : 1 } ?? 0) }
        case (.array(let left), .array(let right)): 1 + zip(left, right).count { isSame($0.0, $0.1) }
        default: 0
        }
    }

    // MARK: Comparison

    /// Returns whether two values are the same to the bit, with their keys in the same order.
    private static func isSame(_ left: PropertyListValue, _ right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.real(let left), .real(let right)), (.date(let left), .date(let right)):
            left.bitPattern == right.bitPattern
        case (.array(let left), .array(let right)), (.set(let left), .set(let right)):
            left.count == right.count && zip(left, right).allSatisfy(isSame)
        case (.dictionary(let left), .dictionary(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy {
                    ExactString($0.key) == ExactString($1.key) && isSame($0.value, $1.value)
                }
        default: left == right
        }
    }
}
