extension AppleDouble {
    /// Bytes before the first attribute's record: header, two entries, Finder information and padding, and the header of
    /// the attributes.
    private static let recordsOffset = 26 + 2 * 12 + 32 + 2 + 36
    /// xnu reads no more attributes than fit into 64 KiB (`ATTR_MAX_HDR_SIZE` in vfs_xattr.c).
    private static let longestHeader = 65_536

    /// Returns an AppleDouble file with a single attribute changed, as `setting(rawName:to:in:)` does.
    /// - Parameter name: The attribute's name, as on macOS and iOS.
    /// - Throws: `FormatError`
    package static func setting(
        _ name: String, to value: [UInt8]?, in file: [UInt8]?
    ) throws(FormatError) -> [UInt8]? {
        try setting(rawName: Array(name.utf8), to: value, in: file)
    }

    /// Returns an AppleDouble file with a single attribute changed.
    ///
    /// Finder information, resource fork and the other attributes stay as they are; entries of other kinds, which macOS
    /// does not write, are kept as well.
    /// - Parameters:
    ///   - rawName: The attribute's name, as on macOS and iOS; it need not be UTF-8.
    ///   - value: Its new value; nil to remove it.
    ///   - file: The complete file; nil for a new one.
    /// - Returns: The new file; nil if nothing is left in it.
    /// - Throws: `FormatError` if `file` is malformed, or if the attributes need more room than xnu reads.
    package static func setting(
        rawName: [UInt8], to value: [UInt8]?, in file: [UInt8]?
    ) throws(FormatError) -> [UInt8]? {
        var finderInfo = [UInt8](repeating: 0, count: 32)
        var attributes: [(name: [UInt8], value: [UInt8])] = []
        var others: [(kind: UInt32, bytes: [UInt8])] = []
        if let file {
            let double = try AppleDouble(file)
            // Ranges that overlap would make a file of any size out of a small one.
            let sizes = double.entries.map(\.range.count) + double.attributes.map(\.value.count)
            guard sizes.reduce(0, +) <= 2 * file.count else {
                throw FormatError(.malformed, "the entries of the AppleDouble file overlap", offset: 26)
            }
            for entry in double.entries {
                if entry.kind == Entry.Kind.finderInfo {
                    finderInfo.replaceSubrange(0..<min(32, entry.range.count), with: file[entry.range].prefix(32))
                } else {
                    others.append((entry.kind, Array(file[entry.range])))
                }
            }
            attributes = double.attributes.map { ($0.rawName, Array(file[$0.value])) }
        }
        let place = attributes.firstIndex { $0.name == rawName }
        switch (place, value) {
        case (let place?, let value?): attributes[place].value = value
        case (let place?, nil): attributes.remove(at: place)
        case (nil, let value?): attributes.append((rawName, value))
        case (nil, nil): break
        }
        let isEmpty = attributes.isEmpty && finderInfo.allSatisfy { $0 == 0 } && others.allSatisfy(\.bytes.isEmpty)
        guard !isEmpty else { return nil }
        return try written(finderInfo, attributes, others)
    }

    /// Returns whether a complete file is one as `setting(rawName:to:in:)` writes it, with attributes: nothing else is in
    /// it but Finder information and a resource fork.
    package static func isAsWritten(_ file: [UInt8]) -> Bool {
        guard let double = try? AppleDouble(file), let first = double.attributes.first,
            double.entries.map(\.kind) == [Entry.Kind.finderInfo, Entry.Kind.resourceFork]
        else { return false }
        return (try? setting(rawName: first.rawName, to: Array(file[first.value]), in: file)) == file
    }

    private static func written(
        _ finderInfo: [UInt8],
        _ attributes: [(name: [UInt8], value: [UInt8])],
        _ others: [(kind: UInt32, bytes: [UInt8])]
    ) throws(FormatError) -> [UInt8] {
        var others = others
        // macOS writes both entries into every file.
        if !others.contains(where: { $0.kind == Entry.Kind.resourceFork }) {
            others.insert((Entry.Kind.resourceFork, []), at: 0)
        }
        let shift = 12 * (others.count - 1)
        let recordsStart = recordsOffset + shift
        let sizes = attributes.map { ((11 + $0.name.count + 1) + 3) & ~3 }
        let dataStart = recordsStart + sizes.reduce(0, +)
        let dataLength = attributes.reduce(0) { $0 + $1.value.count }
        let end = dataStart + dataLength
        guard dataStart <= longestHeader, attributes.allSatisfy({ $0.name.count < 255 }), end <= Int(Int32.max)
        else {
            throw FormatError(.unsupported, "the attributes do not fit into an AppleDouble file", offset: 0)
        }
        var bytes = four(0x0005_1607) + four(0x0002_0000) + Array("Mac OS X        ".utf8) + two(1 + others.count)
        bytes += four(9) + four(recordsOffset - 70 + shift) + four(end - (recordsOffset - 70 + shift))
        var place = end
        for other in others {
            bytes += four(Int(other.kind)) + four(place) + four(other.bytes.count)
            place += other.bytes.count
        }
        bytes += finderInfo + two(0)
        bytes += Array("ATTR".utf8) + four(0) + four(end) + four(dataStart) + four(dataLength)
        bytes += [UInt8](repeating: 0, count: 12) + two(0) + two(attributes.count)
        var offset = dataStart
        for (attribute, size) in zip(attributes, sizes) {
            let name = attribute.name + [0]
            let record = four(offset) + four(attribute.value.count) + two(0) + [UInt8(clamping: name.count)] + name
            bytes += record + [UInt8](repeating: 0, count: size - record.count)
            offset += attribute.value.count
        }
        for attribute in attributes { bytes += attribute.value }
        for other in others { bytes += other.bytes }
        return bytes
    }

    private static func four(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func two(_ number: Int) -> [UInt8] { [8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
