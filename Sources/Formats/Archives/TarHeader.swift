/// The header of an entry of a tar.
package struct TarHeader {
    /// The type of the entry.
    let type: UInt8
    /// The number of bytes behind the header.
    let size: UInt64
    private let form: Form

    /// Who has set the form of a header.
    private enum Form {
        case posix, gnu, older
    }

    /// Returns whether bytes begin with a header, whose checksum is correct. It is the sum of the header's bytes, with its
    /// own eight bytes counted as blanks (tar(5)).
    package static func begins(_ head: [UInt8]) -> Bool {
        guard head.count >= 512 else { return false }
        let digits = head[148..<156].drop { $0 == 0x20 }.prefix { $0 >= 0x30 && $0 < 0x38 }
        guard !digits.isEmpty else { return false }
        let stored = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
        let sum = (head[..<148] + head[156..<512]).reduce(0) { $0 + Int($1) }
        return stored == sum + 8 * 0x20
    }

    /// Reads a header; nil if it is none.
    init?(_ head: [UInt8]) {
        guard Self.begins(head), let size = TarNumber.value(head[124..<136]) else { return nil }
        type = head[156]
        // Links, devices, directories and labels have no contents; a hard link may have some in POSIX's form.
        let isEmpty = (0x31...0x36).contains(type) || type == UInt8(ascii: "V")
        guard type != 0x31 || size == 0 else { return nil }
        self.size = isEmpty ? 0 : size
        let isPOSIX = head[257..<262].elementsEqual("ustar".utf8)
        form = head[257..<265].elementsEqual("ustar  \0".utf8) ? .gnu : isPOSIX ? .posix : .older
        isExtended = type == UInt8(ascii: "S") && form == .gnu && head[482] != 0
    }

    /// Whether further blocks of a sparse file's map follow.
    let isExtended: Bool
    /// Whether it has attributes of the next entry.
    var isAttributes: Bool { type == UInt8(ascii: "x") }
    /// Whether it has attributes of all entries behind it.
    var isOfAll: Bool { type == UInt8(ascii: "g") }
    /// Whether it is about the next entry, or about all.
    var isOfNext: Bool { isAttributes || isOfAll || "KL".utf8.contains(type) }

    /// Returns the ranges of the header that say nothing, in their order: what is behind a text, or a number, in its field, fields
    /// that an entry of its type has no use for, and a type that no tar writes. Most hold zeros.
    func unused(in head: [UInt8]) -> [Range<Int>] {
        var unused: [Range<Int>] = []
        func note(behindText field: Range<Int>) {
            if let end = head[field].firstIndex(of: 0) { unused.append(end..<field.upperBound) }
        }
        func note(behindNumber field: Range<Int>) {
            guard head[field.lowerBound] & 0x80 == 0 else { return }
            var rest: ArraySlice<UInt8> = head[field].drop { $0 == 0x20 }
            rest = rest.drop { (0x30...0x37).contains($0) }
            rest = rest.drop { $0 == 0 || $0 == 0x20 }
            unused.append(rest.startIndex..<field.upperBound)
        }
        // The label of a volume is the name of no item.
        if type == UInt8(ascii: "V") { unused.append(0..<100) } else { note(behindText: 0..<100) }
        for field in [100..<108, 108..<116, 116..<124, 124..<136, 136..<148, 148..<156] { note(behindNumber: field) }
        if type != 0, !"01234567gxKLDMNSV".utf8.contains(type) { unused.append(156..<157) }
        if "12".utf8.contains(type) { note(behindText: 157..<257) } else { unused.append(157..<257) }
        guard form != .older else { return unused + [257..<512] }
        if form == .posix, !head[262..<265].elementsEqual("\000".utf8) { unused.append(262..<265) }
        for field in [265..<297, 297..<329] { note(behindText: field) }
        for field in [329..<337, 337..<345] { note(behindNumber: field) }
        if form == .posix {
            note(behindText: 345..<500)
            return unused + [500..<512]
        }
        // Two times, and of a sparse file its map.
        return unused + (type == UInt8(ascii: "S") ? [369..<386, 495..<512] : [369..<512])
    }
}

/// The attributes of an entry in POSIX's form: records with their length, a key and a value.
struct PaxRecords {
    /// The size of the entry, if they have it.
    private(set) var size: UInt64?
    /// The ranges of them that say nothing of an item, in their order: comments, keys that are not known, values that a later
    /// record replaces, and what is no record.
    private(set) var unused: [Range<Int>] = []

    private static let texts = ["path", "linkpath", "GNU.sparse.name"]
    /// Keys of numbers and times.
    private static let numbers: Set<String> = [
        "size", "mtime", "atime", "ctime", "uid", "gid", "SCHILY.dev", "SCHILY.ino", "SCHILY.nlink", "SCHILY.devmajor",
        "SCHILY.devminor", "SCHILY.realsize", "LIBARCHIVE.creationtime", "SUN.holesdata", "GNU.sparse.major",
        "GNU.sparse.minor", "GNU.sparse.size", "GNU.sparse.realsize", "GNU.sparse.numblocks", "GNU.sparse.map",
        "GNU.sparse.offset", "GNU.sparse.numbytes",
    ]
    /// Keys that stand there once for each part of a file.
    private static let repeated: Set<String> = ["GNU.sparse.offset", "GNU.sparse.numbytes"]
    private static let attributes = ["SCHILY.xattr.", "LIBARCHIVE.xattr."]

    init(_ bytes: [UInt8]) {
        var place = 0
        /// What is not used of the latest record of each key.
        var latest: [String: (whole: Range<Int>, index: Int)] = [:]
        /// What is not used of each record.
        var ranges: [Range<Int>] = []
        while let blank = bytes[place...].firstIndex(of: 0x20),
            let length = Int(String(decoding: bytes[place..<blank], as: UTF8.self)), length > blank - place,
            length <= bytes.count - place
        {
            let whole = place..<place + length
            place = whole.upperBound
            let record = bytes[blank + 1..<place]
            guard let sign = record.firstIndex(of: UInt8(ascii: "=")), record.last == 0x0a else {
                ranges.append(whole)
                continue
            }
            let key = String(decoding: record[..<sign], as: UTF8.self)
            let value = sign + 1..<max(sign + 1, place - 1)
            if let earlier = latest[key], !Self.repeated.contains(key) { ranges[earlier.index] = earlier.whole }
            latest[key] = (whole, ranges.count)
            ranges.append(Self.unused(of: key, bytes[value]) ?? whole)
            if key == "size" { size = UInt64(String(decoding: bytes[value], as: UTF8.self)) }
        }
        unused = (ranges + [place..<bytes.count]).filter { !$0.isEmpty }
    }

    /// Returns the part of a value that is not used, which is empty if all of it is; nil if nothing of it is.
    private static func unused(of key: String, _ value: ArraySlice<UInt8>) -> Range<Int>? {
        let none = value.endIndex..<value.endIndex
        if texts.contains(key) { return (value.firstIndex(of: 0) ?? value.endIndex)..<value.endIndex }
        if numbers.contains(key) { return value.allSatisfy { "0123456789.,- ".utf8.contains($0) } ? none : nil }
        // Names of owners are noise, and so is how texts are encoded that are read as they are.
        if ["uname", "gname"].contains(key) { return none }
        if key == "hdrcharset" {
            return ["BINARY", "ISO-IR 10646 2000 UTF-8"].contains { value.elementsEqual($0.utf8) } ? none : nil
        }
        return attributes.contains { key.hasPrefix($0) } ? none : nil
    }
}

/// A number in the header of a tar: octal digits, or in base 256 if the highest bit is set.
private enum TarNumber {
    static func value(_ field: ArraySlice<UInt8>) -> UInt64? {
        if let first = field.first, first & 0x80 != 0 {
            return field.dropFirst(field.count - 8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        var number: UInt64 = 0
        for byte in field.drop(while: { $0 == 0x20 }) {
            guard (0x30...0x37).contains(byte) else { break }
            number = number << 3 | UInt64(byte - 0x30)
        }
        return number
    }
}
