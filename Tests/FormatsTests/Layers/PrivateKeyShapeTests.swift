import Formats
import TestSupport
import Testing

/// Keys that OpenSSL writes are recognized, and nothing else that it writes is.
@Suite("Private keys by their shape")
struct PrivateKeyShapeTests {
    struct Written: Sendable, CustomTestStringConvertible {
        /// A command for a shell.
        let command: String
        /// The syntaxes that are found in its output.
        let expected: [PrivateKeyShape.Syntax]

        init(_ command: String, _ expected: PrivateKeyShape.Syntax...) {
            (self.command, self.expected) = (command, expected)
        }

        var testDescription: String { command }
    }

    private static let certificate =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k -out c -subj /CN=a 2>/dev/null"

    private static let written = [
        Written("openssl genrsa 2048 | openssl pkcs8 -topk8 -nocrypt -outform DER", .plain),
        Written("openssl ecparam -name prime256v1 -genkey | openssl pkcs8 -topk8 -nocrypt -outform DER", .plain),
        Written("openssl genpkey -algorithm Ed25519 -outform DER", .plain),
        Written("openssl genpkey -algorithm X25519 -outform DER", .plain),
        Written("openssl genrsa -traditional 2048 | openssl rsa -traditional -outform DER 2>/dev/null", .rsa),
        Written("openssl ecparam -name prime256v1 -genkey -noout -outform DER", .ellipticCurve),
        Written("openssl ecparam -name secp521r1 -genkey -noout -outform DER", .ellipticCurve),
        Written(
            "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 "
                + "| openssl pkcs8 -topk8 -outform DER -passout pass:x", .encrypted),
        Written(
            "openssl genrsa 2048 | openssl pkcs8 -topk8 -v1 PBE-SHA1-3DES -outform DER -passout pass:x", .encrypted),
        Written("\(certificate); openssl pkcs12 -export -inkey k -in c -passout pass:x", .container),
        Written("\(certificate); openssl x509 -in c -outform DER"),
        Written("openssl genrsa 2048 | openssl rsa -pubout -outform DER 2>/dev/null"),
        Written("openssl genrsa 2048 | openssl rsa -RSAPublicKey_out -outform DER 2>/dev/null"),
        Written("openssl dhparam -outform DER 512 2>/dev/null"),
        Written("\(certificate); openssl req -new -key k -subj /CN=a -outform DER"),
        Written("\(certificate); echo a | openssl cms -sign -signer c -inkey k -nodetach -outform DER"),
    ]

    @Test("each is recognized where it is, between other bytes", arguments: written)
    func recognized(written: Written) throws {
        let folder = TemporaryDirectory()
        let bytes = try runCommand(["sh", "-c", "cd '\(folder.path)' && { \(written.command); }"]).stdout
        #expect(bytes.count > 40)
        for (before, behind) in [(0, 0), (7, 100)] {
            let whole = [UInt8](repeating: 0x30, count: before) + bytes + [UInt8](repeating: 0, count: behind)
            var found: [PrivateKeyShape] = []
            whole.withUnsafeBytes { buffer in
                PrivateKeyShape.forEach(in: buffer) { key in
                    found.append(key)
                    return true
                }
            }
            #expect(found.map(\.syntax) == written.expected)
            #expect(found.allSatisfy { $0.range == before..<before + bytes.count })
        }
    }

    @Test("the beginning of a key is none, and nothing reads beyond the end", arguments: written)
    func cutOff(written: Written) throws {
        let folder = TemporaryDirectory()
        let bytes = try runCommand(["sh", "-c", "cd '\(folder.path)' && { \(written.command); }"]).stdout
        for count in stride(from: 0, to: bytes.count, by: 7) {
            var syntaxes: [PrivateKeyShape.Syntax] = []
            Array(bytes[..<count]).withUnsafeBytes { buffer in
                PrivateKeyShape.forEach(in: buffer) { key in
                    syntaxes.append(key.syntax)
                    return true
                }
            }
            // A container that is cut off has keys nevertheless.
            #expect(syntaxes.allSatisfy { $0 == .container && written.expected == [.container] })
        }
    }
}
