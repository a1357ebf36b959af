extension BackupFile {
    /// Returns the record as `NSKeyedArchiver` archives it, for a manifest.
    /// - Parameter path: The path in the domain.
    package func archived(path: String) -> [UInt8] {
        var objects: [PropertyListValue] = ["$null"]
        func put(_ value: PropertyListValue) -> PropertyListValue {
            objects.append(value)
            return .uid(UInt64(objects.count - 1))
        }
        func description(_ names: String...) -> PropertyListValue {
            put([
                "$classname": .string(names[0]), "$classes": .array(names.map { .string($0) }),
            ])
        }
        // The record comes first, and refers to what follows.
        _ = put([:])
        var fields: [(String, PropertyListValue)] = [
            ("LastModified", .integer(modified)), ("Flags", 0), ("GroupID", .integer(Int64(group))),
            ("LastStatusChange", .integer(changed)), ("Birth", .integer(born)),
            ("Size", .integer(Int64(clamping: size))), ("InodeNumber", .integer(exactly: inode)),
            ("Mode", .integer(Int64(mode))), ("UserID", .integer(Int64(user))),
            ("ProtectionClass", .integer(Int64(protectionClass))), ("RelativePath", put(.string(path))),
        ]
        if let target { fields.append(("Target", put(.string(String(decoding: target, as: UTF8.self))))) }
        if let attributeList { fields.append(("ExtendedAttributes", put(.data(attributeList)))) }
        if let encryptionKey {
            let data = description("NSMutableData", "NSData", "NSObject")
            fields.append(("EncryptionKey", put(["NS.data": .data(encryptionKey.stored), "$class": data])))
        }
        fields.append(("$class", description("MBFile", "NSObject")))
        objects[1] = .dictionary(PropertyListDictionary(fields))
        return PropertyListWriter.binary([
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)], "$objects": .array(objects),
        ])
    }

    /// Sets the extended attributes.
    /// - Parameter attributes: The attributes under their names on the device.
    package mutating func setAttributes(_ attributes: [(name: String, value: [UInt8])]) {
        attributeList =
            attributes.isEmpty
            ? nil
            : PropertyListWriter.binary(
                .dictionary(PropertyListDictionary(attributes.map { ($0.name, .data($0.value)) })))
    }
}
