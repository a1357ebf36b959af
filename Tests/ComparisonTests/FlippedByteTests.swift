import ContainerModel
import TestSupport
import Testing

@testable import Comparison

/// Files of flat formats of which every bit is flipped in turn. What `diff` does not tell is declared noise.
@Suite("Flipped bits of flat formats", .onManyThreads)
struct FlippedByteTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        /// An expression of Python for the bytes.
        let script: String
        /// An expression of Python for the offsets in `data` that may stay untold, and why.
        var noise = "[]"
        /// An expression of Python for the offsets that are tried.
        var offsets = "range(len(data))"
        /// An expression of Python for what is made of the bytes once one is flipped.
        var flipped = "changed"

        var testDescription: String { name }
    }

    static let samples = [
        // The second digit of the version.
        Sample(name: "a.plist", script: "binary(value)", noise: "[7]"),
        Sample(name: "unused.plist", script: "unreferenced(binary(value))", noise: "[7]"),
        // The version and the encoding, the document type, the version of the format.
        Sample(
            name: "x.plist", script: "xml(value).replace(b'<dict>', b'<!-- a comment --><dict>', 1)",
            noise: "span(b'<?xml') + span(b'<!DOCTYPE') + span(b'<plist')"),
        Sample(
            name: "archive.plist",
            script: """
                archived([{'$class': U(3), 'NS.keys': [U(2)], 'NS.objects': [U(4)]}, 'key',
                    {'$classname': 'NSDictionary', '$classes': ['NSDictionary', 'NSObject']}, 'value', 'orphan'])
                """, noise: "[7]"),
        // The sum behind the pages.
        Sample(
            name: "Cookies.binarycookies",
            script: "cookies(('a.example', 'sid', '/', 'abc'), ('b.example', 'n', '/p', 'v2')) + binary({'policy': 2})",
            noise: "range(data.index(b'bplist') - 8, data.index(b'bplist') - 4)"),
        Sample(name: "a.json", script: "json.dumps({'a': [1, 2.5, 'x'], 'b': None}).encode()"),
        Sample(name: "a.jsonl", script: "b'{\"a\":1}\\n{\"a\":2}\\n'"),
        Sample(name: "a.txt", script: "b'one\\ntwo\\n'"),
        Sample(name: "a.strings", script: "b'/* c */\\n\"a\" = \"b\";\\nk = v;\\n'"),
        // In both headers versions, systems, flags and times, in the directory's the number of a disk and the attributes, and what
        // fills the last byte of the data.
        Sample(
            name: "a.zip", script: "zipped({'a.txt': b'harbor ' * 10})",
            noise: """
                [*range(4, 8), *range(10, 14)] + [data.index(b'PK\\1\\2') + place
                    for place in [-1, *range(4, 10), *range(12, 16), *range(34, 42)]]
                """),
        // The mode, the owner, times, the sum, the names of the owner and numbers of a device, and two more times.
        Sample(
            name: "gnu.tar", script: "tarred(tarfile.GNU_FORMAT, {})", noise: "besides([*range(345, 369)])",
            offsets: "some", flipped: "summed(changed)"),
        // And both names of a header that records come before, the first one's all, and the numbers and attributes in these.
        Sample(
            name: "pax.tar",
            script: """
                tarred(tarfile.PAX_FORMAT, {'path': 'a.txt', 'mtime': '1700000000.5', 'SCHILY.xattr.user.k': 'v'})
                """,
            noise: """
                besides(names) + [1024 + place for place in besides(names)]
                    + [data.index(text) + place for text in (b'1700000000.5', b'user.k=v') for place in range(len(text))]
                """, offsets: "some", flipped: "summed(changed)"),
        // The flags, the time, the way of compression and the system, and what fills the last byte of the data.
        Sample(
            name: "a.gz", script: "gzip.compress(b'harbor ' * 10, mtime=5)",
            noise: "[*range(3, 10), len(data) - 9]"),
        Sample(name: "a.der", script: "certificate()"),
        Sample(
            name: "a.pem",
            script: """
                b'-----BEGIN CERTIFICATE-----\\n' + base64.encodebytes(certificate()) + b'-----END CERTIFICATE-----\\n'
                """),
        Sample(name: "a.mobileprovision", script: "b'0\\x82junkjunk' + xml({'Name': 'P', 'UUID': 'U'}) + b'signature'"),
    ]

    @Test("each is told, or declared", arguments: samples)
    func told(sample: Sample) throws {
        let sides = try Sides(
            """
            import base64, subprocess, tarfile
            U = plistlib.UID
            items = [1.5, 'zwei \\xe4', {'k': 'v'}]
            value = {'name': 'Harbor', 'count': 7, 'on': True, 'data': b'x\\x02', 'list': items}
            def unreferenced(data):
                # An object behind the others, without a place in the table.
                table = struct.unpack('>Q', data[-8:])[0]
                return data[:table] + b'\\x56orphan' + data[table:-8] + struct.pack('>Q', table + 7)
            def certificate():
                kind = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -outform der'
                words = ['openssl', 'req', '-x509', '-subj', '/CN=x'] + kind.split()
                return subprocess.run(words, capture_output=True, check=True).stdout
            def span(text):
                start = data.index(text)
                return list(range(start, data.index(b'>', start) + 1))
            def tarred(form, records):
                info = tarfile.TarInfo('a.txt')
                info.size, info.mtime, info.uname, info.gname = 7, 1700000000, 'user', 'staff'
                info.pax_headers = records
                return info.tobuf(form) + b'harbor\\n' + bytes(505) + bytes(1024)
            def summed(data):
                # With the sums of the headers as they have to be, so that only the flipped bit tells.
                data, place = bytearray(data), 0
                while place + 512 <= len(data) and any(head := data[place:place + 512]):
                    data[place + 148:place + 156] = b'%06o\\0 ' % (sum(head[:148]) + 8 * 32 + sum(head[156:]))
                    size = head[124:135]
                    place += 512 + (int(size, 8) + 511) // 512 * 512 if size.isdigit() else len(data)
                return data
            names = [*range(0, 100), *range(345, 500)]
            def besides(more): return [*range(100, 124), *range(136, 156), *range(265, 345)] + more
            data = \(sample.script)
            noise = set(\(sample.noise.replacing("\n", with: " ")))
            # Most of a tar is zeros.
            some = [place for place in range(len(data)) if data[place] or place % 20 == 0]
            stem, ending = os.path.splitext('\(sample.name)')
            for offset in \(sample.offsets):
                for bit in (1, 128):
                    mark = 'noise' if offset in noise else 'told'
                    file = '/%s-%05d-%d-%s%s' % (stem, offset, bit, mark, ending)
                    write('a' + file, data)
                    changed = bytearray(data)
                    changed[offset] ^= bit
                    write('b' + file, \(sample.flipped))
            print(*os.listdir('b'), sep='\\n', file=open('names', 'w'))
            """)
        var told: Set<String> = []
        _ = try sides.compare { difference in
            told.insert(difference.path.description)
            return true
        }
        let names = String(decoding: try readFile(sides.directory("names")), as: UTF8.self).split(separator: "\n")
        let silent = names.map(String.init).filter { $0.contains("-told") && !told.contains($0) }
        #expect(silent.isEmpty, "\(silent.sorted().prefix(20))")
        #expect(names.count > 10)
    }
}
