import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Certificates and profiles")
struct CertificatePreviewTests {
    private func preview(
        _ bytes: [UInt8], _ name: String, by previewers: [any DocumentReader] = DocumentReaders.decoding
    ) -> Preview {
        DocumentReaders.preview(
            of: DocumentSource(Array(name.utf8), bytes: bytes), within: .ample, by: previewers)
    }

    private func lines(_ preview: Preview) -> [String] {
        preview.content.page(PageRequest(PreviewViewport(columns: 120)), within: .ample).lines.map {
            $0.line.text.trimmingBlanks
        }
    }

    @Test("a certificate is an outline, in any file", arguments: ["a.cer", "a.der", "a", "a.pem", "a.crt"])
    func certificate(_ name: String) throws {
        let bytes = try OpenSSL.certificate(OpenSSL.keys[1])
        let preview = preview(name.hasSuffix("m") || name.hasSuffix("t") ? try OpenSSL.pem(bytes) : bytes, name)
        #expect(preview.title == "Certificate of Test" && preview.remarks.isEmpty)
        let shown = lines(preview)
        #expect(shown.contains("O  \"Grüße GmbH\"  string") && shown.contains("key  \"EC P-256\"  string"))
        #expect(shown.contains("state  \"valid\"  string"))
        #expect(shown.first == "▾ Certificate  certificate, 8 items")
    }

    @Test("the reference time decides a certificate's state")
    func states() throws {
        let bytes = try OpenSSL.certificate(OpenSSL.keys[1])
        for (now, state) in [(1e9, "not yet valid"), (1e10, "expired")] {
            let shown = lines(preview(bytes, "a.cer", by: [CertificateDocumentReader(now: now)]))
            #expect(shown.contains("state  \"\(state)\"  string"), "\(shown)")
        }
    }

    @Test("several certificates are a list, and a damaged one is reported or shown as bytes")
    func several() throws {
        let bytes = try OpenSSL.certificate(OpenSSL.keys[1])
        let pem = try OpenSSL.pem(bytes)
        #expect(preview(pem + pem, "chain.pem").title == "2 certificates")
        let cut = Array(bytes.dropLast(100))
        #expect(preview(cut, "a.cer").remarks.first?.hasPrefix("a damaged certificate, or another format") == true)
        #expect(preview(cut, "a").remarks.isEmpty && preview(cut, "a").title == "Binary data")
        #expect(preview(bytes + [1, 2], "a.cer").remarks == ["2 bytes after the certificate are not decoded"])
    }

    @Test("a provisioning profile says for which app and devices it is, and when it expires")
    func profile() throws {
        let certificate = try OpenSSL.certificate(OpenSSL.keys[0])
        let list = try Python.run(
            """
            import plistlib, sys, datetime
            value = {'Name': 'Harbor Development', 'AppIDName': 'Harbor', 'TeamName': 'Example Ltd',
                'TeamIdentifier': ['ABCDE12345'], 'UUID': '0-1', 'CreationDate': datetime.datetime(2024, 1, 1),
                'ExpirationDate': datetime.datetime(2025, 1, 1), 'ProvisionedDevices': ['d1', 'd2'],
                'Entitlements': {'application-identifier': 'ABCDE12345.org.example.harbor', 'get-task-allow': True},
                'DeveloperCertificates': [bytes.fromhex(sys.argv[1])]}
            plistlib.dump(value, sys.stdout.buffer)
            """, [certificate.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()])
        let signed = try OpenSSL.signed(list)
        let preview = preview(
            signed, "embedded.mobileprovision",
            by: [ProvisioningProfileDocumentReader(now: 800_000_000), BytesDocumentReader()])
        #expect(preview.title == "Provisioning profile Harbor Development")
        #expect(preview.remarks == ["it has expired", "the signature is not verified"])
        let shown = lines(preview)
        for line in [
            "app ID  \"ABCDE12345.org.example.harbor\"  string", "team  \"Example Ltd\"  string",
            "▾ devices  array, 2 items", "▾ entitlements  dictionary, 2 items", "▾ certificates  array, 1 item",
            "key  \"RSA, 2048 bits\"  string",
        ] { #expect(shown.contains(line), "\(line) in \(shown)") }
        #expect(preview.document.propertyList != nil)
        // The data in the list opens as a certificate too.
        let whole = try preview.document.step(Array("property list".utf8), as: .decoded, within: .ample)
        let certificates = try whole?.step(Array("DeveloperCertificates".utf8), as: .decoded, within: .ample)
        #expect(try certificates?.step(Array("0".utf8), as: .decoded, within: .ample)?.title == "Certificate of Test")
    }

    @Test("a file that is not a profile is shown as bytes, with the reason")
    func noProfile() {
        let preview = preview([0, 1, 2], "embedded.mobileprovision")
        #expect(preview.title == "Binary data")
        #expect(preview.remarks == ["a damaged provisioning profile: it encloses no property list"])
    }
}

extension String {
    /// The text without blanks around it.
    fileprivate var trimmingBlanks: String {
        var text = Substring(self).drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
