import ContainerModel
import Formats
import FoundationEssentials

/// Reads certificates: as files in DER or PEM, and as values inside other files.
struct CertificateDocumentReader: DocumentReader {
    private static let suffixes = [".cer", ".crt", ".der", ".pem"]

    /// The time that determines what has expired, in seconds since 1970; nil for the current time.
    var now: Double?

    func recognizes(_ file: DocumentSource) -> Bool {
        // A sequence of at least 256 bytes with another inside.
        let isDER = file.head.starts(with: [0x30, 0x82]) && file.head.dropFirst(4).first == 0x30
        return isDER || PEM.recognizes(file.head)
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let bytes = try file.whole(limit: Certificate.maxBytes, as: "a certificate")
        let time = now ?? Date().timeIntervalSince1970
        guard !bytes.starts(with: [0x30]) else {
            do throws(FormatError) {
                let certificate = try Certificate(bytes)
                var document = Self.document(certificate, ValueNode("Certificate", certificate, now: time))
                let rest = bytes.count - certificate.size
                if rest > 0 {
                    document.remarks.append("\(Pluralized.bytes(rest)) after the certificate are not decoded")
                }
                // Its extensions are not shown.
                document.byteSearch = .ifNothingIsFound
                return document
            } catch {
                // Much else begins with a sequence.
                guard Self.suffixes.contains(where: { file.hasSuffix($0) }) else { throw DocumentFailure.otherKind }
                throw DocumentFailure(
                    "a damaged certificate, or another format: \(error.message), at byte \(error.offset)")
            }
        }
        let found = PEM.certificates(in: bytes)
        let nodes = found.enumerated().map { index, bytes in
            ValueNode("\(index)", certificateIn: bytes ?? [], now: time)
        }
        guard found.count != 1 else {
            guard let bytes = found[0], let certificate = try? Certificate(bytes) else {
                throw DocumentFailure(.damaged, "a damaged certificate")
            }
            return Self.withText(Self.document(certificate, nodes[0]))
        }
        return Self.withText(Document(Pluralized.some(found.count, "certificate"), contents: .tree(ValueTree(nodes))))
    }

    /// A text may have certificates and other lines.
    private static func withText(_ document: Document) -> Document {
        var document = document
        document.byteSearch = .always
        return document
    }

    private static func document(_ certificate: Certificate, _ node: ValueNode) -> Document {
        var root = node
        root.name = "Certificate"
        let title = certificate.title
        return Document(
            title.isEmpty ? "Certificate" : "Certificate of \(title)", contents: .tree(ValueTree(root: root)))
    }
}

extension ValueNode {
    /// Creates a node for a certificate.
    /// - Parameter now: The time that decides whether it has expired, in seconds since 1970.
    init(_ name: String, _ certificate: Certificate, now: Double) {
        let state =
            Double(certificate.ends) < now ? "expired" : Double(certificate.begins) > now ? "not yet valid" : "valid"
        self.init(
            name, .record("certificate"),
            [
                ValueNode("subject", certificate: certificate.subject),
                ValueNode("issuer", certificate: certificate.issuer),
                ValueNode("serial number", .string(certificate.serial.hexadecimal(uppercase: true, separator: ":"))),
                ValueNode("valid from", .date(secondsSince1970: Double(certificate.begins))),
                ValueNode("valid until", .date(secondsSince1970: Double(certificate.ends))),
                ValueNode("state", .string(state)),
                ValueNode("key", .string(certificate.key)),
                ValueNode(
                    "SHA-256 fingerprint", .string(certificate.fingerprint.hexadecimal(uppercase: true, separator: ":"))
                ),
            ])
    }

    /// Creates a node for the bytes of a certificate; for their data, if they are none.
    init(_ name: String, certificateIn bytes: [UInt8], now: Double) {
        if let certificate = try? Certificate(bytes) {
            self.init(name, certificate, now: now)
        } else {
            self.init(name, .data(bytes))
        }
    }

    private init(_ name: String, certificate attributes: [Certificate.Attribute]) {
        self.init(name, .record("name"), attributes.map { ValueNode($0.type, .string($0.value)) })
    }
}

extension Certificate {
    /// The common name of the subject, or whatever its name ends with.
    var title: String { (subject.last { $0.type == "CN" } ?? subject.last)?.value ?? "" }
}
