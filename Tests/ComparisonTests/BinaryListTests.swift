import TestSupport
import Testing

@testable import Comparison

/// Binary property lists, whose equal parts are passed over, are compared as XML ones, which are decoded as a whole.
struct BinaryListTests {
    /// Makes pairs of lists at random, the second with a few changes, in both forms.
    private static let script = """
        import copy, datetime, random
        random.seed(SEED)
        def text(): return random.choice(['', 'a', 'b/c', 'ü', 'Zürich', 'x' * 20, '{"j":[1,2]}', '日本'])
        def value(depth):
            kind = random.randrange(11 if depth < 4 else 8)
            if kind == 0: return random.choice([True, False])
            if kind == 1: return random.choice([0, 1, -1, 300, 2**40, 2**63 + 5])
            if kind == 2: return random.choice([0.5, 1.0, -3.0, 1e300])
            if kind == 3: return datetime.datetime(2001 + random.randrange(30), 1, 1)
            if kind == 4: return random.choice([b'', b'abc', binary({'n': random.randrange(3)})])
            if kind < 8: return text()
            if kind == 8: return [value(depth + 1) for _ in range(random.randrange(12))]
            return {text() + str(i): value(depth + 1) for i in range(random.randrange(14))}
        def change(node):
            places = list(node) if isinstance(node, dict) else list(range(len(node)))
            deeper = [p for p in places if isinstance(node[p], (dict, list)) and node[p]]
            if deeper and random.random() < 0.7: return change(node[random.choice(deeper)])
            action = random.randrange(4)
            if action == 0 or not places:
                if isinstance(node, dict): node['new' + text()] = value(3)
                else: node.insert(random.randrange(len(node) + 1), value(3))
            elif action == 1: del node[random.choice(places)]
            elif action == 2: node[random.choice(places)] = value(3)
            elif isinstance(node, dict): 
                items = list(node.items()); random.shuffle(items); node.clear(); node.update(items)
            else: random.shuffle(node)
        for i in range(60):
            one = {'top': value(0), 'list': [value(1) for _ in range(20)], 'more': {'k': value(1), 'l': value(1)}}
            other = copy.deepcopy(one)
            for _ in range(random.randrange(5)): change(other)
            for side, list_ in (('a', one), ('b', other)):
                write(f'{side}/{i:02}.bin', binary(list_)); write(f'{side}/{i:02}.xml.plist', xml(list_))
        """

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
