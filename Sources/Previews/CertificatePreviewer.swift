import ContainerModel
import Formats
import FoundationEssentials

/// Shows certificates: as files in DER or PEM, and as values inside other files.
struct CertificatePreviewer: Previewer {
    private static let suffixes = [".cer", ".crt", ".der", ".pem"]

    /// The time that decides what has expired, in seconds since 1970; nil for that of the clock.
    var now: Double?

    func recognizes(_ file: PreviewedFile) -> Bool {
        // A sequence of at least 256 bytes with another inside.
        let isDER = file.head.starts(with: [0x30, 0x82]) && file.head.dropFirst(4).first == 0x30
        return isDER || PEM.recognizes(file.head)
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let bytes = try file.whole(limit: Certificate.mostBytes, as: "a certificate")
        let time = now ?? Date().timeIntervalSince1970
        guard !bytes.starts(with: [0x30]) else {
            do throws(FormatError) {
                let certificate = try Certificate(bytes)
                var preview = Self.preview(certificate, OutlineNode("Certificate", certificate, now: time))
                let rest = bytes.count - certificate.size
                if rest > 0 { preview.remarks.append("\(Counted.bytes(rest)) after the certificate are not shown") }
                return preview
            } catch {
                // Much else begins with a sequence.
                guard Self.suffixes.contains(where: { file.hasSuffix($0) }) else { throw PreviewFailure("") }
                throw PreviewFailure(
                    "a damaged certificate, or another format: \(error.message), at byte \(error.offset)")
            }
        }
        let found = PEM.certificates(in: bytes)
        let nodes = found.enumerated().map { index, bytes in
            OutlineNode("\(index)", certificateIn: bytes ?? [], now: time)
        }
        guard found.count != 1 else {
            guard let bytes = found[0], let certificate = try? Certificate(bytes) else {
                throw PreviewFailure("a damaged certificate")
            }
            return Self.preview(certificate, nodes[0])
        }
        return Preview("\(found.count) certificates", content: OutlineContent(nodes))
    }

    /// A text may have certificates and other lines.
    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents {
        .values(try preview(of: file, within: limits), bytes: .always)
    }

    private static func preview(_ certificate: Certificate, _ node: OutlineNode) -> Preview {
        var root = node
        root.name = "Certificate"
        let title = certificate.title
        return Preview(title.isEmpty ? "Certificate" : "Certificate of \(title)", content: OutlineContent(root: root))
    }
}

extension OutlineNode {
    /// Creates a node for a certificate.
    /// - Parameter now: The time that decides whether it has expired, in seconds since 1970.
    init(_ name: String, _ certificate: Certificate, now: Double) {
        let state =
            Double(certificate.ends) < now ? "expired" : Double(certificate.begins) > now ? "not yet valid" : "valid"
        self.init(
            name, .record("certificate"),
            [
                OutlineNode("subject", certificate: certificate.subject),
                OutlineNode("issuer", certificate: certificate.issuer),
                OutlineNode("serial number", .string(certificate.serial.colonSeparated)),
                OutlineNode("valid from", .date(secondsSince1970: Double(certificate.begins))),
                OutlineNode("valid until", .date(secondsSince1970: Double(certificate.ends))),
                OutlineNode("state", .string(state)),
                OutlineNode("key", .string(certificate.key)),
                OutlineNode("SHA-256 fingerprint", .string(certificate.fingerprint.colonSeparated)),
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
        self.init(name, .record("name"), attributes.map { OutlineNode($0.type, .string($0.value)) })
    }
}

extension Certificate {
    /// The common name of the subject, or whatever its name ends with.
    var title: String { (subject.last { $0.type == "CN" } ?? subject.last)?.value ?? "" }
}

extension [UInt8] {
    /// The bytes as digits: "0A:FF".
    fileprivate var colonSeparated: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
