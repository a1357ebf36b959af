import CDecoding
import System

/// An entry of an archive as a decoder process describes it. Bytes are valid until the next entry is read.
package struct DecodedEntry {
    private let record: sandglass_archive_record
    /// The name as bytes.
    package let name: UnsafeRawBufferPointer
    private let link: UnsafeRawBufferPointer
    private let hardLink: UnsafeRawBufferPointer
    private let attributeBytes: UnsafeRawBufferPointer

    /// Reads a record at the beginning of some bytes, and removes it from them.
    /// - Returns: nil if the bytes are none.
    init?(_ bytes: inout UnsafeRawBufferPointer) {
        let size = MemoryLayout<sandglass_archive_record>.size
        guard bytes.count >= size else { return nil }
        let record = bytes.loadUnaligned(as: sandglass_archive_record.self)
        var rest = UnsafeRawBufferPointer(rebasing: bytes[size...])
        // Returns nil for lengths that the frame does not have.
        func next(_ length: UInt32) -> UnsafeRawBufferPointer? {
            guard Int(length) <= rest.count else { return nil }
            defer { rest = UnsafeRawBufferPointer(rebasing: rest[Int(length)...]) }
            return UnsafeRawBufferPointer(rebasing: rest[..<Int(length)])
        }
        guard let name = next(record.name_length), let link = next(record.link_length),
            let hardLink = next(record.hard_link_length), let attributes = next(record.attributes_length)
        else { return nil }
        (self.record, self.name, self.link, self.hardLink) = (record, name, link, hardLink)
        attributeBytes = attributes
        bytes = rest
    }

    private func has(_ flag: Int) -> Bool { record.flags & UInt32(flag) != 0 }

    /// Whether its header cannot be read, so that nothing else is known about it.
    var isUnreadable: Bool { has(SANDGLASS_RECORD_UNREADABLE) }
    /// Whether it is encrypted.
    package var isEncrypted: Bool { has(SANDGLASS_RECORD_ENCRYPTED) }
    /// The name in the local header of a zip entry, if the directory of the zip has another one, which is the one given;
    /// otherwise nil.
    package var otherName: UnsafeRawBufferPointer? { has(SANDGLASS_RECORD_OTHER_NAME) ? hardLink : nil }
    /// Whether the directory of a zip has another size for it than its local header or its data descriptor. The one of the
    /// directory counts, as it does for the checksum and the method.
    package var hasDifferentSize: Bool { has(SANDGLASS_RECORD_OTHER_SIZE) }
    /// Whether the directory of a zip has another checksum for it.
    package var hasOtherChecksum: Bool { has(SANDGLASS_RECORD_OTHER_SUM) }
    /// Whether the directory of a zip has another compression method for it, or only one of both says that it is encrypted.
    package var hasOtherMethod: Bool { has(SANDGLASS_RECORD_OTHER_METHOD) }
    /// Whether the directory of a zip has other entries with the same local header.
    package var hasSharedHeader: Bool { has(SANDGLASS_RECORD_SHARED_HEADER) }
    /// Whether its type is unknown, so that it is read as a regular file.
    package var hasUnknownType: Bool { has(SANDGLASS_RECORD_UNKNOWN_TYPE) }
    /// Whether backslashes in the name of a zip entry were separators, and are slashes now.
    package var hasBackslashes: Bool { has(SANDGLASS_RECORD_BACKSLASHES) }
    /// Whether the name of a zip entry has backslashes and no slashes, and it is not clear that they are separators.
    package var hasUnclearBackslashes: Bool { has(SANDGLASS_RECORD_UNCLEAR_BACKSLASHES) }
    /// Whether the name of a zip entry is in an unknown encoding, with its backslashes as they are; the two answers about
    /// backslashes say what they are if there is no slash.
    package var hasForeignName: Bool { has(SANDGLASS_RECORD_FOREIGN_NAME) }
    /// Whether its size was recorded modulo 2^32, and is another one.
    package var hasFoundSize: Bool { has(SANDGLASS_RECORD_FOUND_SIZE) }
    /// The target of a symbolic link, as stored; otherwise nil.
    package var linkTarget: UnsafeRawBufferPointer? { has(SANDGLASS_RECORD_LINK) ? link : nil }
    /// The name of the entry that a hard link refers to; otherwise nil.
    package var hardLinkTarget: UnsafeRawBufferPointer? { has(SANDGLASS_RECORD_HARD_LINK) ? hardLink : nil }
    /// `st_mode`, including the file type.
    package var mode: UInt32 { record.mode }
    /// The number of the owner.
    package var user: UInt32 { record.user }
    /// The number of the group.
    package var group: UInt32 { record.group }
    /// Of a device node, the numbers of the device that it stands for.
    package var node: (major: UInt32, minor: UInt32) { (record.node_major, record.node_minor) }
    /// The size of the contents in bytes.
    package var size: UInt64 { UInt64(clamping: record.size) }
    /// When the contents were modified, in seconds since 1970.
    package var modified: Int64 { record.modified_seconds }
    /// The nanoseconds of that time.
    package var modifiedNanoseconds: UInt32 { min(record.modified_nanoseconds, 999_999_999) }
    /// The offset of the header in the file; -1 if it is unknown.
    package var position: Int64 { max(record.position, -1) }
    /// Whether some of its extended attributes are left out, because they are too large.
    package var lacksAttributes: Bool { has(SANDGLASS_RECORD_LEFT_OUT_ATTRIBUTES) }
    /// Whether it has extended attributes.
    package var hasAttributes: Bool { !attributeBytes.isEmpty }

    /// The extended attributes, each once and under its own name.
    package var attributes: [(name: [UInt8], value: [UInt8])] {
        var attributes: [(name: [UInt8], value: [UInt8])] = []
        var rest = attributeBytes[...]
        let size = MemoryLayout<sandglass_attribute_record>.size
        var total = 0
        while rest.count >= size {
            let record = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: sandglass_attribute_record.self)
            rest = rest.dropFirst(size)
            let (nameLength, valueLength) = (Int(record.name_length), Int(record.value_length))
            total += nameLength + valueLength
            guard nameLength + valueLength <= rest.count, total <= SANDGLASS_MOST_ATTRIBUTES else { break }
            attributes.append((Array(rest.prefix(nameLength)), Array(rest.dropFirst(nameLength).prefix(valueLength))))
            rest = rest.dropFirst(nameLength + valueLength)
        }
        guard has(SANDGLASS_RECORD_STAR_ATTRIBUTES) else { return attributes }
        return has(SANDGLASS_RECORD_OWN_ATTRIBUTES)
            ? TarAttributes.fromBothForms(attributes) : TarAttributes.fromStar(attributes)
    }
}
