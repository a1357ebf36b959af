import Formats
import Testing

/// Objects that plistlib does not write, and invalid lists.
struct BinaryPropertyListTests {
    private func read(_ objects: [UInt8]...) throws -> PropertyListValue {
        try PropertyListReader.read(BinaryList(objects: objects).bytes)
    }

    private func code(_ list: BinaryList, _ limits: PropertyListLimits = .standard) -> PropertyListError.Code? {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(list.bytes, limits: limits)
            return nil
        } catch {
            #expect((0...max(list.bytes.count, limits.bytes)).contains(error.offset))
            #expect(error.description.contains("at byte \(error.offset)"))
            return error.code
        }
    }

    @Test(
        "single objects are read",
        arguments: [
            ("22 3fc00000", "r3ff8000000000000"), ("10 ff", "i255"), ("11 ffff", "i65535"),
            ("12 ffffffff", "i4294967295"),
            ("13 ffffffffffffffff", "i-1"), ("14 00000000000000008000000000000000", "i9223372036854775808"),
            ("14 ffffffffffffffff8000000000000000", "i-9223372036854775808"), ("80 07", "u7"),
            ("82 010203", "u66051"), ("8f 00000000000000000000000000000009", "u9"), ("72 c3a9", "sc3a9"),
            ("5f 10 02 6162", "s6162"), ("5f 14 00000000000000000000000000000001 61", "s61"),
            // Text with an invalid encoding is repaired, never refused.
            ("51 ff", "sefbfbd"), ("52 c3a9", "sc3a9"), ("71 ff", "sefbfbd"), ("61 d800", "sefbfbd"),
            ("62 dc00 0061", "sefbfbd61"), ("62 d83d d83d", "sefbfbdefbfbd"), ("62 d83d de00", "sf09f9880"),
            ("33 7ff8000000000000", "dnan"), ("33 7ff0000000000000", "d7ff0000000000000"), ("c0", "<>"), ("d0", "{}"),
        ]
    )
    func object(_ object: String, _ canonical: String) throws {
        #expect(try read(bytes(hexadecimal: object)).canonical == canonical)
    }

    @Test(
        "invalid objects are refused",
        arguments: [
            "01", "0c", "0f", "15 00", "1f 00", "20 00", "21 0000", "24 0000", "32 00000000", "34 00", "90", "b0",
            "e0", "f0", "8f 01000000000000000000000000000000", "4f", "4f 10",
            "4f 23",
            "4f 13 ffffffffffffffff", "6f 13 7fffffffffffffff", "af 13 7fffffffffffffff", "df 13 4000000000000000",
            "5f 14 00000000000000010000000000000001 61", "52 61", "61 00", "13 00", "33 00", "d1 00",
        ]
    )
    func refused(_ object: String) {
        #expect(throws: PropertyListError.self) { try read(bytes(hexadecimal: object)) }
    }

    @Test("a set is distinct from an array, and is written to XML as an array")
    func set() throws {
        let value = try read([0xc2, 1, 2], [0x10, 1], [0x51, 0x61])
        #expect(value == .set([1, "a"]))
        #expect(value.arrayValue == nil)
        #expect(try PropertyListReader.read(PropertyListWriter.binary(value)) == value)
        #expect(try PropertyListReader.read(PropertyListWriter.xml(value)) == .array([1, "a"]))
    }

    @Test("the first of two equal keys is found, and both are there")
    func duplicateKeys() throws {
        let value = try read([0xd2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x61], [0x10, 1], [0x10, 2])
        #expect(value["a"] == 1)
        #expect(value.dictionaryValue?.map(\.value) == [1, 2])
    }

    @Test("offsets and references of every size from 1 to 8 are read", arguments: 1...8)
    func sizes(_ size: Int) throws {
        let reference = [UInt8](repeating: 0, count: size - 1) + [1]
        let list = BinaryList(objects: [[0xa1] + reference, [0x09]], offsetSize: size, referenceSize: size)
        #expect(try PropertyListReader.read(list.bytes) == [true])
    }

    @Test("a later minor version is read alike, and other versions are refused")
    func versions() throws {
        var list = BinaryList(objects: [[0x09]]).bytes
        list[7] = 0x31
        #expect(try PropertyListReader.read(list) == true)
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(bytes("bplist16") + list.dropFirst(8)) }
    }

    @Test(
        "a collection that contains itself is reported as cyclic",
        arguments: ["a100", "c100", "a101 a100", "a101 d10200 5161"])
    func cycle(_ objects: String) {
        let list = BinaryList(objects: objects.split(separator: " ").map { bytes(hexadecimal: $0) })
        #expect(code(list) == .cyclic)
    }

    @Test("a key that is not a string, or is the dictionary itself, is refused", arguments: ["1005", "a0", "d0", "09"])
    func keys(_ key: String) {
        #expect(code(BinaryList(objects: [[0xd1, 1, 2], bytes(hexadecimal: key), [0x09]])) == .malformed)
        #expect(code(BinaryList(objects: [[0xd1, 0, 1], [0x09]])) == .malformed)
    }

    @Test("arrays that each refer to the next one twice are refused once the values exceed the limit")
    func billionLaughs() throws {
        func list(_ levels: Int) -> BinaryList {
            let arrays = (0..<levels).map { [0xa2, UInt8($0 + 1), UInt8($0 + 1)] }
            return BinaryList(objects: arrays + [[0x53, 0x6c, 0x6f, 0x6c]])
        }
        #expect(try PropertyListReader.read(list(10).bytes).arrayValue?.count == 2)
        #expect(code(list(18)) == nil)
        #expect(code(list(19)) == .tooLarge)
        #expect(code(list(200)) == .tooLarge)
        #expect(code(list(200), PropertyListLimits(values: .max, content: .max)) == .tooLarge)
        #expect(code(list(10), PropertyListLimits(content: 3_000)) == .tooLarge)
    }

    @Test(
        "512 nested collections are read, compared and released, and 513 are refused",
        arguments: [0xa1, 0xc1, 0xd1])
    func depth(_ marker: UInt8) throws {
        func list(_ depth: Int) -> BinaryList {
            let key = UInt16(depth)
            let objects = (0..<depth).map { level -> [UInt8] in
                let next = UInt16(level + 1)
                let references = marker == 0xd1 ? [key, next] : [next]
                if level == depth - 1 { return [marker & 0xf0] }
                return [marker] + references.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            }
            return BinaryList(objects: objects + [[0x51, 0x61]], referenceSize: 2)
        }
        let value = try PropertyListReader.read(list(512).bytes)
        #expect(try value == PropertyListReader.read(list(512).bytes))
        #expect(try PropertyListReader.read(PropertyListWriter.binary(value)) == value)
        #expect(code(list(513)) == .tooDeep)
    }

    @Test("the depth of a shared collection is counted at each of its places")
    func sharedDepth() {
        // 0 = [3, 1], 1 = [2], 2 = [3], 3 = [4], 4 = []
        let list = BinaryList(objects: [[0xa2, 3, 1], [0xa1, 2], [0xa1, 3], [0xa1, 4], [0xa0]])
        #expect(code(list, PropertyListLimits(depth: 5)) == nil)
        #expect(code(list, PropertyListLimits(depth: 4)) == .tooDeep)
    }

    @Test("overlapping objects that claim more bytes than the file has are refused")
    func overlap() {
        var list = BinaryList(objects: [[0xaf, 0x11, 0x01, 0x00] + (0..<256).flatMap { [0, UInt8(max(1, $0))] }])
        list.referenceSize = 2
        list.objects += (1..<256).map { _ in [0x4f, 0x11, 0x03, 0x00] }
        list.objects.append([UInt8](repeating: 0, count: 0x300))
        #expect(code(list) == .malformed)
    }

    @Test("a trailer with wrong values is refused")
    func trailer() {
        let good = BinaryList(objects: [[0xa1, 1], [0x09]])
        #expect(code(good) == nil)
        for count in [0, 100, 1_000_001, UInt64(Int.max), .max] {
            var list = good
            list.count = count
            #expect(code(list) != nil, "count \(count)")
        }
        for offset in [0, 7, 8, 1_000, UInt64(Int.max), .max] {
            var list = good
            list.tableOffset = offset
            #expect(code(list) != nil, "offset table at \(offset)")
        }
        for offset in [0, 7, 11, 20, UInt64(UInt32.max)] {
            var list = good
            list.offsets[1] = offset
            #expect(code(list) == .malformed, "object at \(offset)")
        }
        for top in [2, UInt64(Int.max), .max] {
            var list = good
            list.top = top
            #expect(code(list) == .malformed, "top object \(top)")
        }
        for size in [0, 9, 255] {
            var bytes = good.bytes
            bytes[bytes.count - 25] = UInt8(size)
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(bytes) }
            bytes = good.bytes
            bytes[bytes.count - 26] = UInt8(size)
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(bytes) }
        }
    }
}
