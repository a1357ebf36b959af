import Formats
import TestSupport
import Testing

/// What Python's modules encode and compress is found again.
@Suite("What is hidden in bytes")
struct HiddenLayersTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A Python expression for the bytes that hide `v`.
        let expression: String

        init(_ testDescription: String, _ expression: String) {
            (self.testDescription, self.expression) = (testDescription, expression)
        }
    }

    private static let value = "planted/value+0123?<&>"

    private static let forms = [
        Form("base64", "b'x: ' + b64(v)"), Form("base64 behind other letters", "b'x' + b64(v)"),
        Form("base64 for URLs, without padding", "base64.urlsafe_b64encode(v).rstrip(b'=')"),
        Form("base64 in lines", "base64.encodebytes(b'-' * 100 + v + b'-' * 100)"),
        Form(
            "base64 in lines in JSON", "json.dumps(base64.encodebytes(b'-' * 100 + v + b'-' * 100).decode()).encode()"),
        Form("hexadecimal digits", "b'0x' + v.hex().encode()"),
        Form("hexadecimal digits, capital", "v.hex().upper().encode()"),
        Form("percent-encoding", "b'?a=' + urllib.parse.quote(v, safe='').encode()"),
        Form("percent-encoding of all characters", "''.join('%%%02x' % c for c in v).encode()"),
        Form("escapes of JSON", "json.dumps(v.decode()).replace('/', '\\\\/').replace('&', '\\\\u0026').encode()"),
        Form(
            "references of XML",
            "b'<a>' + html.escape(v.decode()).replace('+', '&#43;').replace('?', '&#x3f;').encode()"),
        Form("quoted-printable", "quopri.encodestring(b'=' * 60 + v + b'\\n')"),
        Form("UTF-16", "b'..' + v.decode().encode('utf-16-le') + b'..'"),
        Form("UTF-16 behind a length", "b'(\\0\\0\\0' + v.decode().encode('utf-16-le')"),
        Form("UTF-32", "b'(' + v.decode().encode('utf-32-le')"),
        Form("UTF-16, big-endian", "b'.' + v.decode().encode('utf-16-be') + b'.'"),
        Form("zlib", "b'%PDF ' + zlib.compress(v * 3)"), Form("zlib, not compressed", "zlib.compress(v, 0)"),
        Form("zlib, cut off", "zlib.compress(v + os.urandom(400))[:-40]"), Form("gzip", "b'junk' + gzip.compress(v)"),
        Form("gzip with a name", "named(v)"), Form("an entry of a zip", "zipped(v, zipfile.ZIP_DEFLATED)"),
        Form("an entry of a zip, behind other bytes", "b'junk' * 9 + zipped(v, zipfile.ZIP_DEFLATED)"),
        Form("gzip in base64", "b64(gzip.compress(v))"), Form("base64 in base64", "b64(b64(v))"),
        Form("base64 in a zip in base64", "b64(zipped(b64(v), zipfile.ZIP_DEFLATED))"),
        Form("percent-encoded base64", "urllib.parse.quote(b64(v + b'?')).encode()"),
        Form("base64 in UTF-16", "b64(v).decode().encode('utf-16-le')"),
    ]

    private static let script = Script.text("hidden_layers")

    @Test("a value is found in each form", arguments: forms)
    func found(form: Form) throws {
        let bytes = try Python.run(
            Self.script + "sys.stdout.buffer.write(\(form.expression))", [Self.value])
        #expect(!bytes.isEmpty)
        var (isFound, layers) = (false, HiddenLayers(maxBytes: 1 << 20))
        layers.forEach(in: bytes) { layer in
            isFound = layer.firstOccurrence(of: Array(Self.value.utf8)) != nil
            return !isFound
        }
        #expect(isFound && !layers.isCutOff)
    }

    @Test("what decodes to more than allowed is said to be cut off")
    func cutOff() throws {
        let bytes = try Python.run(Self.script + "sys.stdout.buffer.write(zlib.compress(bytes(1 << 22)))", ["x"])
        var layers = HiddenLayers(maxBytes: 1 << 20)
        layers.forEach(in: bytes) { _ in true }
        #expect(layers.isCutOff)
    }

    @Test("random bytes end, and cost no more than they may", arguments: 0..<8)
    func random(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = (0..<100_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var (total, layers) = (0, HiddenLayers(maxBytes: 4 << 20))
        layers.forEach(in: bytes) { layer in
            total += layer.count
            return true
        }
        #expect(total <= 4 << 20)
    }
}
