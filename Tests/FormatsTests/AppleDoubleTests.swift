import Formats
import TestSupport
import Testing

struct AppleDoubleTests {
    /// A script that writes a file with Python's struct, from the layout in xnu's vfs_xattr.c: Finder information
    /// followed by two attributes, and an empty resource fork.
    private static let script = Script.text("apple_double")

    /// A file with one attribute, written by hand for machines without Python.
    private static let file: [UInt8] = {
        var file = bytes(hexadecimal: "00051607 00020000 4d6163204f5320580000000000000000 0002")
        file += bytes(hexadecimal: "00000009 00000032 0000005a  00000002 0000008c 00000000")
        file += [UInt8](repeating: 0, count: 34) + bytes("ATTR")
        file += bytes(hexadecimal: "00000001 0000008c 00000088 00000004 000000000000000000000000 0000 0001")
        file += bytes(hexadecimal: "00000088 00000004 0000 02 6100 000000") + [1, 2, 3, 4]
        return file
    }()

    @Test("a file written by Python is read")
    func python() throws {
        let file = try Python.run(Self.script, [])
        let double = try AppleDouble(file)
        #expect(double.entries.map(\.kind) == [AppleDouble.Entry.Kind.finderInfo, AppleDouble.Entry.Kind.resourceFork])
        #expect(double.entries[0].range == 50..<file.count)
        #expect(double.entries[1].range == file.count..<file.count)
        #expect(double.attributes.map(\.name) == [ExclusionAttribute.standard.name, "a"])
        #expect(double.value(of: ExclusionAttribute.standard.name, in: file) == ExclusionAttribute.iOSValue)
        #expect(double.value(of: "a", in: file) == [])
        #expect(double.value(of: "b", in: file) == nil)
        #expect(ExclusionAttribute.excludedKinds(byAttributes: double.attributes.map(\.name)) == .every)
        survives(file)
    }

    /// Expects every truncation of `file` to be refused, and thousands of mutations to be read or refused.
    private func survives(_ file: [UInt8]) {
        func check(_ bytes: [UInt8]) {
            guard let double = try? AppleDouble(bytes) else { return }
            for attribute in double.attributes { #expect(double.value(of: attribute.name, in: bytes) != nil) }
            for entry in double.entries { #expect(entry.range.upperBound <= bytes.count) }
        }
        for length in 0..<file.count {
            #expect(throws: FormatError.self, "\(length) bytes") { try AppleDouble(Array(file[..<length])) }
        }
        for place in file.indices {
            var mutated = file
            for value in [0, 1, 2, 0x32, 0x7f, 0x80, 0xfe, 0xff] as [UInt8] {
                mutated[place] = value
                check(mutated)
            }
        }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<(runsLongTests ? 1_000_000 : 5_000) { check(generator.mutate(file)) }
    }

    @Test("an attribute is read at the offset that the file gives")
    func literal() throws {
        let double = try AppleDouble(Self.file)
        #expect(double.attributes.map(\.value) == [136..<140])
        #expect(double.value(of: "a", in: Self.file) == [1, 2, 3, 4])
        #expect(double.value(of: "a", in: []) == nil)
        survives(Self.file)
    }

    @Test(
        "the error says why a file is not read",
        arguments: [("", "not an"), ("00051600", "AppleSingle"), ("00051607", "ends"), ("00051607 00010000", "ends")]
    )
    func refused(_ digits: String, _ part: String) {
        do throws(FormatError) {
            _ = try AppleDouble(bytes(hexadecimal: digits))
            Issue.record("read")
        } catch {
            #expect(error.description.contains(part))
        }
    }

    @Test("Finder information without attributes is read")
    func plain() throws {
        var file = bytes(
            hexadecimal: "00051607 00020000 00000000000000000000000000000000 0001 00000009 00000026 00000020")
        file += [UInt8](repeating: 0, count: 32)
        let double = try AppleDouble(file)
        #expect(double.entries.map(\.range) == [38..<70])
        #expect(double.attributes.isEmpty)
        survives(file)
    }
}
