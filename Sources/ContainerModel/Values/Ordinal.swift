/// An enumeration without associated values whose cases count from 0 in the order of their declaration, so that the
/// values for each case can be kept in an array.
///
/// A `Dictionary` would hash the raw value, which is a string: several times the cost of everything else in a lookup.
protocol Ordinal: CaseIterable {}

extension Ordinal {
    /// The index of the case in `allCases`.
    var ordinal: Int {
        // Cases without associated values are stored as one byte that counts them in order of declaration, up to 256 of
        // them (the Swift ABI, "Type Layout", Fragile Enum Layout). A test compares this with `allCases`.
        Int(unsafeBitCast(self, to: UInt8.self))
    }
}

extension Operation: Ordinal {}
extension ActingParty: Ordinal {}
extension Place: Ordinal {}
extension Level: Ordinal {}
extension ContainerKind: Ordinal {}
extension ItemType: Ordinal {}
extension ProtectionClass: Ordinal {}
extension DeviceLock: Ordinal {}
extension PurgeEvent: Ordinal {}
extension Answer: Ordinal {}
