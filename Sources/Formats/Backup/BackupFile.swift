/// A manifest's record of an item: an archived `MBFile` (formats.md, "MobileSync backup").
package struct BackupFile: Hashable, Sendable {
    /// The mode with the file type, as `st_mode`; 0 if it is not recorded.
    package var mode: UInt32 = 0
    /// The logical size in bytes.
    package var size: UInt64 = 0
    /// The owner's user ID on the device.
    package var user: UInt32 = 0
    /// The group ID on the device.
    package var group: UInt32 = 0
    /// The inode number on the device.
    package var inode: UInt64 = 0
    /// When the contents were last modified, in seconds since 1970.
    package var modified: Int64 = 0
    /// When the item was created, in seconds since 1970; 0 if that is not recorded.
    package var born: Int64 = 0
    /// When the metadata last changed, in seconds since 1970.
    package var changed: Int64 = 0
    /// The number of the data protection class; 0 for most directories and all links.
    package var protectionClass = 0
    /// The file's key, wrapped with the key of a class; nil for an item that is not encrypted.
    package var encryptionKey: WrappedKey?
    /// The target of a symbolic link.
    package var target: [UInt8]?
    /// A property list of extended attributes.
    package var attributeList: [UInt8]?

    /// Reads a record.
    ///
    /// - Parameter bytes: A binary property list that `NSKeyedArchiver` wrote.
    /// - Returns: nil if it is not an archive of an object with a size or a mode.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let list = BinaryPropertyListObjects(recognizing: bytes),
            let objects = list.value("$objects", of: list.trailer.topObject),
            let top = list.value("$top", of: list.trailer.topObject), let reference = list.value("root", of: top),
            let root = list.referenced(reference, in: objects)
        else { return nil }
        var isKnown = false
        list.forEachPair(of: root) { name, value in
            switch name.count {
            case 4:
                guard let number = list.integer(value) else { return }
                if name.isEqual(to: "Size") {
                    size = UInt64(clamping: number)
                    isKnown = true
                } else if name.isEqual(to: "Mode") {
                    mode = UInt32(truncatingIfNeeded: number)
                    isKnown = true
                }
            case 5: if name.isEqual(to: "Birth") { born = list.integer(value) ?? 0 }
            case 6:
                if name.isEqual(to: "UserID") {
                    user = UInt32(truncatingIfNeeded: list.integer(value) ?? 0)
                } else if name.isEqual(to: "Target") {
                    target = list.referenced(value, in: objects).flatMap { list.text($0) } ?? list.text(value)
                }
            case 7:
                if name.isEqual(to: "GroupID") { group = UInt32(truncatingIfNeeded: list.integer(value) ?? 0) }
            case 11:
                if name.isEqual(to: "InodeNumber") {
                    inode = UInt64(bitPattern: list.integer(value) ?? 0)
                }
            case 12: if name.isEqual(to: "LastModified") { modified = list.integer(value) ?? 0 }
            case 13:
                if name.isEqual(to: "EncryptionKey") {
                    encryptionKey = list.archivedData(value, in: objects).flatMap { WrappedKey(Array($0)) }
                }
            case 15:
                if name.isEqual(to: "ProtectionClass") {
                    protectionClass = Int(clamping: list.integer(value) ?? 0)
                }
            case 16: if name.isEqual(to: "LastStatusChange") { changed = list.integer(value) ?? 0 }
            case 18:
                if name.isEqual(to: "ExtendedAttributes") {
                    attributeList = list.archivedData(value, in: objects).map { Array($0) }
                }
            default: break
            }
        }
        guard isKnown else { return nil }
    }

    /// Reads the size alone, for sums.
    /// - Returns: nil as `init(_:)` does.
    package static func size(in bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard let list = BinaryPropertyListObjects(recognizing: bytes),
            let objects = list.value("$objects", of: list.trailer.topObject),
            let top = list.value("$top", of: list.trailer.topObject), let reference = list.value("root", of: top),
            let root = list.referenced(reference, in: objects), let size = list.value("Size", of: root)
        else { return nil }
        return list.integer(size).map { UInt64(clamping: $0) }
    }

    /// Creates a record without values.
    package init() {}

    /// The extended attributes under their names on the device; empty if the list of them cannot be read.
    package var attributes: [(name: String, value: [UInt8])] {
        guard let attributeList, let list = try? PropertyListReader.read(attributeList),
            let pairs = list.dictionaryValue
        else { return [] }
        return pairs.compactMap { name, value in value.dataValue.map { (name, $0) } }
    }
}

extension BinaryPropertyListObjects {
    /// Returns the bytes of data in a keyed archive: the object itself, or the `NS.data` of an archived one.
    fileprivate func archivedData(_ value: Int, in objects: Int) -> UnsafeRawBufferPointer? {
        guard let object = referenced(value, in: objects) else { return data(value) }
        return data(object) ?? self.value("NS.data", of: object).flatMap { data($0) }
    }
}
