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
        // All but the contents, their sums and their names; the local header has copies of these.
        Sample(
            name: "a.zip", script: "zipped({'a.txt': b'harbor ' * 10})",
            noise: "[*range(4, 30), data.index(b'PK\\1\\2') - 1, *range(data.index(b'PK\\1\\2') + 4, len(data))]"),
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
            import base64, subprocess
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
            data = \(sample.script)
            noise = set(\(sample.noise))
            stem, ending = os.path.splitext('\(sample.name)')
            for offset in range(len(data)):
                for bit in (1, 128):
                    mark = 'noise' if offset in noise else 'told'
                    file = '/%s-%05d-%d-%s%s' % (stem, offset, bit, mark, ending)
                    write('a' + file, data)
                    changed = bytearray(data)
                    changed[offset] ^= bit
                    write('b' + file, changed)
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
