/// The last 32 bytes of a binary property list, which locate its objects.
///
/// Source: `CFBinaryPlistTrailer` in CoreFoundation's ForFoundationOnly.h: 5 unused bytes, sort version, size of an
/// offset, size of a reference; then, as 8-byte numbers, the number of objects, the top object and the offset of the
/// offset table.
struct BinaryPropertyListTrailer {
    static let size = 32
    /// `bplist00`.
    static let headerSize = 8

    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    /// The offset of the offset table, which follows the objects.
    let tableOffset: Int

    /// Reads the trailer and checks that the offset table is between the header and the trailer.
    init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListError) {
        let start = bytes.count - Self.size
        guard start > Self.headerSize else {
            let message = "the binary property list ends after \(bytes.count) bytes, before its trailer can begin"
            throw PropertyListError(.truncated, message, offset: bytes.count)
        }
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            let message = "the trailer gives offsets \(offsetSize) and references \(referenceSize) bytes, not 1 to 8"
            throw PropertyListError(.malformed, message, offset: start + 6)
        }
        func number(at place: Int, _ name: String) throws(PropertyListError) -> Int {
            let bits = bytes.loadUnaligned(fromByteOffset: start + place, as: UInt64.self)
            guard let number = Int(exactly: UInt64(bigEndian: bits)) else {
                throw PropertyListError(.malformed, "the trailer's \(name) is out of range", offset: start + place)
            }
            return number
        }
        objectCount = try number(at: 8, "count of objects")
        topObject = try number(at: 16, "top object")
        tableOffset = try number(at: 24, "offset of the offset table")

        guard topObject < objectCount else {
            let message = "the top object is number \(topObject) of \(objectCount)"
            throw PropertyListError(.malformed, message, offset: start + 16)
        }
        let (tableSize, overflow) = objectCount.multipliedReportingOverflow(by: offsetSize)
        guard !overflow, tableOffset > Self.headerSize, tableOffset <= start, tableSize <= start - tableOffset else {
            let message = "the offset table of \(objectCount) objects is not inside the list"
            throw PropertyListError(.malformed, message, offset: start + 24)
        }
        // A count that the bytes cannot hold is damage, however large it is.
        guard objectCount <= limits.values else {
            let message = "the list has \(objectCount) objects, more than the limit of \(limits.values)"
            throw PropertyListError(.tooLarge, message, offset: start + 8)
        }
    }
}
