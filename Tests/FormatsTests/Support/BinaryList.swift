/// A binary property list assembled by hand, valid or not.
struct BinaryList {
    /// The bytes of each object, the top object first.
    var objects: [[UInt8]]
    var offsetSize = 4
    var referenceSize = 1
    /// Values of the trailer that replace the correct ones.
    var count: UInt64?
    var top: UInt64 = 0
    var tableOffset: UInt64?
    /// Offsets that replace the correct ones, by object.
    var offsets: [Int: UInt64] = [:]

    var bytes: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var places: [UInt64] = []
        for object in objects {
            places.append(UInt64(bytes.count))
            bytes += object
        }
        let table = UInt64(bytes.count)
        for (index, place) in places.enumerated() { bytes += number(offsets[index] ?? place, offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        return bytes + number(count ?? UInt64(objects.count), 8) + number(top, 8) + number(tableOffset ?? table, 8)
    }

    private func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
