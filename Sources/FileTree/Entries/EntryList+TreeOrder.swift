import System

extension EntryList {
    /// Returns the indices of a list of paths in the order of a walk: a directory before its contents, and the names in
    /// a directory in byte order.
    package func inTreeOrder() -> [UInt32] {
        withStorage { entries in
            (0..<UInt32(count)).sorted { isBefore(entries.name(Int($0)), entries.name(Int($1))) }
        }
    }
}

/// Returns whether a path comes before another one if a slash sorts before every other byte.
private func isBefore(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    let length = min(one.count, other.count)
    var index = 0
    while index < length, one[index] == other[index] { index += 1 }
    guard index < length else { return one.count < other.count }
    if one[index] == 0x2f { return true }
    return other[index] != 0x2f && one[index] < other[index]
}
