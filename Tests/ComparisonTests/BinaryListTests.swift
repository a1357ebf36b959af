import TestSupport
import Testing

@testable import Comparison

/// Binary property lists, whose equal parts are passed over, are compared as XML ones, which are decoded as a whole.
struct BinaryListTests {
    /// Makes pairs of lists at random, the second with a few changes, in both forms.
    private static let script = Script.text("binary_list")

    @Test("they have the same differences as XML ones", arguments: 1...(runsLongTests ? 50 : 3))
    func differential(seed: Int) throws {
        let sides = try Sides(Self.script.replacing("SEED", with: "\(seed)"))
        var (binary, xml): ([String], [String]) = ([], [])
        for line in try sides.differences() {
            if line.contains(".bin:") { binary.append(line.replacing(".bin:", with: ":")) }
            if line.contains(".xml.plist:") { xml.append(line.replacing(".xml.plist:", with: ":")) }
        }
        #expect(binary == xml)
        #expect(binary.count > 50)
    }

    @Test("large ones, which are read at the same time, have the same differences")
    func large() throws {
        let sides = try Sides(
            """
            many = {f'key{i}': {'name': f'name {i}', 'n': i, 'list': [i % 7, 'a', {'deep': i}]} for i in range(15000)}
            write('a/p.plist', binary(many))
            many['key7']['list'][2]['deep'] = -7
            del many['key14999']
            many['key100']['list'].append('more')
            many['last'] = [1]
            write('b/p.plist', binary(many))
            """)
        #expect(
            try sides.differences() == [
                "changed value p.plist:key7/list/2/deep 7 -7", #"added value p.plist:key100/list/3 "more""#,
                #"removed value p.plist:key14999 {"name":"name 14999","n":14999,"list":[5,"a",{"deep":14999}]}"#,
                "added value p.plist:last [1]",
            ])
    }

    @Test("a list that its reader has to repair or refuse is compared as before")
    func needsCare() throws {
        let sides = try Sides(
            """
            def raw(*objects):
                places, out = [], b'bplist00'
                for one in objects: places.append(len(out)); out += one
                return out + bytes(places) + bytes(6) + bytes([1, 1]) + struct.pack('>QQQ', len(objects), 0, len(out))
            write('a/twice.plist', raw(b'\\xd2\\1\\1\\2\\3', b'\\x51a', b'\\x10\\1', b'\\x10\\2'))
            write('b/twice.plist', raw(b'\\xd2\\1\\1\\3\\2', b'\\x51a', b'\\x10\\1', b'\\x10\\2'))
            write('a/cycle.plist', raw(b'\\xa1\\0')); write('b/cycle.plist', raw(b'\\xa2\\0\\0'))
            """)
        let found = try sides.differences()
        #expect(found.count == 3 && found[0].hasPrefix("changed value cycle.plist {\"size\""), "\(found)")
        #expect(found.dropFirst() == ["changed value twice.plist:a 1 2", "changed value twice.plist:a~#2 2 1"])
    }
}
