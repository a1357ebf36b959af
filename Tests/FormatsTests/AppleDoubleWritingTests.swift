import Formats
import TestSupport
import Testing

@Suite("Writing AppleDouble files")
struct AppleDoubleWritingTests {
    private static let excluded = ExclusionAttribute.standard.name

    /// Returns the findings of an independent reader in a file.
    private func told(_ bytes: [UInt8]?) throws -> [String] {
        try withTemporaryDirectory { directory in
            try directory.write(try #require(bytes), to: "._a")
            return try AppleDoubleScript.read(directory("._a"))
        }
    }

    /// Returns a file by an independent writer.
    private func file(_ attributes: String...) throws -> [UInt8] {
        try withTemporaryDirectory { directory in
            switch attributes.count {
            case 1: try AppleDoubleScript.write(directory("._a"), attributes[0])
            default: try AppleDoubleScript.write(directory("._a"), attributes[0], attributes[1])
            }
            return try runCommand(["cat", directory("._a")]).stdout
        }
    }

    @Test("an attribute is added to a new file, and to one with attributes and a resource fork")
    func adding() throws {
        let value = ExclusionAttribute.iOSValue
        let new = try AppleDouble.setting(Self.excluded, to: value, in: nil)
        #expect(try told(new) == ["\(Self.excluded) com.apple.MobileBackup", "fork "])
        let added = try AppleDouble.setting(Self.excluded, to: value, in: file("a", "com.apple.quarantine"))
        #expect(
            try told(added) == [
                "a x", "com.apple.quarantine x", "\(Self.excluded) com.apple.MobileBackup", "fork FORK!",
            ])
    }

    @Test("names that are not UTF-8 are written as they are, each for itself")
    func rawNames() throws {
        let names = [[0x78, 0xfe], [0x78, 0xff], Array("e\u{301}".utf8), Array("\u{e9}".utf8)] as [[UInt8]]
        var file: [UInt8]?
        for (index, name) in names.enumerated() {
            file = try AppleDouble.setting(rawName: name, to: [UInt8(index)], in: file)
        }
        let written = try #require(file)
        let attributes = try AppleDouble(written).attributes
        #expect(attributes.map(\.rawName) == names)
        #expect(attributes.map { Array(written[$0.value]) } == [[0], [1], [2], [3]])
        #expect(AppleDouble.isAsWritten(written) && !AppleDouble.isAsWritten(written + [0]))
        let rest = try #require(try AppleDouble.setting(rawName: names[0], to: nil, in: written))
        #expect(try AppleDouble(rest).attributes.map(\.rawName) == Array(names.dropFirst()))
    }

    @Test("a file that another program wrote is not as this one writes it if anything else is in it")
    func foreign() throws {
        let foreign = try file("a")
        #expect(!AppleDouble.isAsWritten(foreign) && !AppleDouble.isAsWritten([1, 2, 3]))
        let again = try #require(try AppleDouble.setting("a", to: Array("x".utf8), in: foreign))
        #expect(AppleDouble.isAsWritten(again))
    }

    @Test("a value is replaced, and the other attributes stay")
    func replacing() throws {
        let changed = try AppleDouble.setting("a", to: Array("longer than before".utf8), in: file("a", "bcd"))
        #expect(try told(changed) == ["a longer than before", "bcd x", "fork FORK!"])
    }

    @Test("removing the last attribute leaves the resource fork, and nothing if there is none")
    func removing() throws {
        #expect(try told(AppleDouble.setting("a", to: nil, in: file("a"))) == ["fork FORK!"])
        let new = try AppleDouble.setting("a", to: [1], in: nil)
        #expect(try AppleDouble.setting("a", to: nil, in: new) == nil)
        #expect(try AppleDouble.setting("absent", to: nil, in: new) == new)
    }

    @Test("a file that is not an AppleDouble file is not changed, and too many attributes are refused")
    func refusals() throws {
        #expect(throws: FormatError.self) { try AppleDouble.setting("a", to: [], in: [1, 2, 3]) }
        let long = String(repeating: "n", count: 250)
        var bytes: [UInt8]?
        #expect(throws: FormatError.self) {
            for number in 0..<400 { bytes = try AppleDouble.setting("\(number)" + long, to: [], in: bytes) }
        }
        #expect(throws: FormatError.self) { try AppleDouble.setting(long + long, to: [], in: nil) }
    }

    @Test("a mutated file is refused, or keeps its other attributes when one is set or removed")
    func fuzz() throws {
        let both = try AppleDouble.setting("a", to: [1, 2], in: try file("bcd"))
        let samples = [try file("a"), try file("a", "bcd"), try #require(both)]
        let value = Array("value".utf8)
        var written = 0
        withMutations(of: samples) { bytes in
            guard let old = try? AppleDouble(bytes) else {
                #expect(throws: FormatError.self) { try AppleDouble.setting("a", to: value, in: bytes) }
                return
            }
            for value in [value, nil] {
                guard let new = try? AppleDouble.setting("a", to: value, in: bytes) else { continue }
                written += 1
                guard let double = try? AppleDouble(new) else {
                    Issue.record("what was written cannot be read: \(bytes)")
                    return
                }
                var expected = old.attributes.map { ($0.name, Array(bytes[$0.value])) }
                let place = expected.firstIndex { $0.0 == "a" }
                switch (place, value) {
                case (let place?, let value?): expected[place].1 = value
                case (let place?, nil): expected.remove(at: place)
                case (nil, let value?): expected.append(("a", value))
                case (nil, nil): break
                }
                let found = double.attributes.map { ($0.name, Array(new[$0.value])) }
                #expect(found.elementsEqual(expected) { $0 == $1 }, "\(bytes)")
                #expect(new.count <= 4 * bytes.count + 300)
            }
        }
        #expect(written > 1_000)
    }
}

struct RsyncStatusTests {
    /// Values that rsync writes, and some that it does not.
    @Test(
        "mode and owner are read as rsync keeps them",
        arguments: [
            ("100644 0,0 501:501", [0o644, 501, 501]), ("40755 0,0 0:80", [0o755, 0, 80]),
            ("104711 0,0 4294967295:1", [0o4711, 4_294_967_295, 1]), ("", nil), ("100644 0,0", nil),
            ("100644 0,0 501", nil), ("108644 0,0 501:501", nil), ("100644 0,0 501:", nil),
            ("100644 0,0 99999999999:1", nil),
        ] as [(String, [Int]?)])
    func values(text: String, expected: [Int]?) {
        let status = RsyncStatus(Array(text.utf8))
        #expect(status.map { [Int($0.permissions), Int($0.user), Int($0.group)] } == expected)
    }
}
