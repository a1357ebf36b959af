import TestSupport
import Testing

@testable import Formats

@Suite("Certificates")
struct CertificateTests {
    @Test("certificates have the values that openssl prints", arguments: OpenSSL.keys)
    func likeOpenSSL(_ key: OpenSSL.Key) throws {
        let bytes = try OpenSSL.certificate(key)
        let certificate = try Certificate(bytes)
        #expect(certificate.key == key.title)
        #expect(certificate.subject.map(\.type) == ["C", "O", "CN", "UID"])
        #expect(certificate.subject.map(\.value) == ["DE", "Grüße GmbH", "Test", "ABCDE12345"])
        #expect(certificate.issuer == certificate.subject)
        let printed = try OpenSSL.describe(bytes)
        #expect(printed["serial"] == certificate.serial.map { hexadecimal([$0]).uppercased() }.joined())
        #expect(
            printed["sha256 Fingerprint"]
                == certificate.fingerprint.map { hexadecimal([$0]).uppercased() }
                .joined(separator: ":"))
        let times = try Python.lines(
            """
            import ssl, sys
            for text in sys.argv[1:]: print(ssl.cert_time_to_seconds(text))
            """, printed["notBefore"] ?? "", printed["notAfter"] ?? "")
        #expect(times == ["\(certificate.begins)", "\(certificate.ends)"])
        #expect(certificate.size == bytes.count)
    }

    @Test("a serial number has no sign", arguments: ["E58B1A", "7F00", "80", "00", "01"])
    func serial(digits: String) throws {
        let bytes = try OpenSSL.certificate(OpenSSL.keys[0], serial: digits)
        let serial = try Certificate(bytes).serial.map { hexadecimal([$0]).uppercased() }.joined()
        #expect(try OpenSSL.describe(bytes)["serial"] == serial && serial == digits)
    }

    @Test("the certificates of a PEM file are found among other text")
    func pem() throws {
        let bytes = try OpenSSL.certificate(OpenSSL.keys[0])
        let text = Array("words\n".utf8) + (try OpenSSL.pem(bytes))
        #expect(PEM.recognizes(text) && PEM.certificates(in: text + text) == [bytes, bytes])
        let broken = Array("-----BEGIN CERTIFICATE-----\n&&\n-----END CERTIFICATE-----".utf8)
        #expect(PEM.certificates(in: broken) == [nil])
        #expect(PEM.certificates(in: Array("-----BEGIN CERTIFICATE-----\nAAAA".utf8)) == [nil])
        #expect(PEM.certificates(in: Array("-----BEGIN PRIVATE KEY-----\n".utf8)).isEmpty)
    }

    @Test(
        "elements that are cut off, endless or of an unknown kind are refused",
        arguments: [
            [], [0x30], [0x30, 0x05, 0], [0x30, 0x80, 0, 0], [0x3f, 0x81, 1, 0], [0x30, 0x85, 0, 0, 0, 0, 0],
            [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], [0x30, 0x84, 0xff], [0x02, 0x01, 0x00], [0x30, 0x02, 0x30, 0x00],
            [0x30, 0x00], [0x30, 0x03, 0x30, 0x02, 0x00],
        ] as [[UInt8]])
    func refused(_ bytes: [UInt8]) {
        #expect(throws: FormatError.self) { try Certificate(bytes) }
    }

    /// The seconds match `calendar.timegm` in Python.
    @Test(
        "times have two or four digits of the year",
        arguments: [
            ("700101000000Z", false, 0), ("491231235959Z", false, 2_524_607_999),
            ("500101000000Z", false, -631_152_000),
            ("20000229120000Z", true, 951_825_600), ("99991231235959Z", true, 253_402_300_799),
            ("00000101000000Z", true, -62_167_219_200), ("201301000000Z", false, nil), ("2001010000Z", false, nil),
            ("20010100000+Z", false, nil), ("200101000000", false, nil), ("200001010000000", true, nil),
        ] as [(String, Bool, Int64?)])
    func time(text: String, isLong: Bool, seconds: Int64?) {
        #expect(DERTime.secondsSince1970(Array(text.utf8)[...], isLong: isLong) == seconds)
    }

    @Test("randomly mutated certificates are read or refused")
    func mutated() throws {
        let samples = try OpenSSL.keys.map { try OpenSSL.certificate($0) }
        let pem = try OpenSSL.pem(samples[0])
        withMutations(of: samples + [pem]) { bytes in
            do throws(FormatError) {
                #expect(try Certificate(bytes).size <= bytes.count)
            } catch {
                #expect(error.offset >= 0 && error.offset <= bytes.count)
            }
            #expect(PEM.certificates(in: bytes).count <= 2)
        }
    }
}
