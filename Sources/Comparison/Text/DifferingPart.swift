/// Where long texts are shown of which only a part is, so that what differs is in it.
package enum DifferingPart {
    /// Returns where to begin with two texts whose beginnings are the same: a little before the first byte that differs,
    /// where a character in UTF-8 begins.
    /// - Parameter lead: The number of bytes before the one that differs.
    /// - Returns: No more than the size of either text; 0 if there is nothing to leave out.
    package static func start(of one: [UInt8], _ other: [UInt8], lead: Int) -> Int {
        let shared = min(one.count, other.count)
        var start = max(0, ((0..<shared).first { one[$0] != other[$0] } ?? shared) - lead)
        while start > 0, start < shared, one[start] & 0xc0 == 0x80 { start -= 1 }
        return start
    }
}
