import Formats
import FoundationEssentials

/// Reads provisioning profiles: entitlements, app, devices and expiry.
struct ProvisioningProfileDocumentReader: DocumentReader {
    private static let suffixes = [".mobileprovision", ".provisionprofile"]

    /// The time that determines what has expired, in seconds since 2001; nil for the current time.
    var now: Double?

    func recognizes(_ file: DocumentSource) -> Bool { Self.suffixes.contains { file.hasSuffix($0) } }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let bytes = try file.whole(limit: ProvisioningProfile.maxBytes, as: "a provisioning profile")
        guard let text = ProvisioningProfile.list(in: bytes) else {
            throw DocumentFailure(.damaged, "a damaged provisioning profile: it encloses no property list")
        }
        let list: PropertyListValue
        do throws(PropertyListError) {
            list = try PropertyListReader.read(text)
        } catch {
            throw DocumentFailure(
                error, in: "a provisioning profile", damaged: "a damaged provisioning profile")
        }
        let now = now ?? Date().timeIntervalSinceReferenceDate
        let name = list["Name"]?.stringValue ?? ""
        var document = Document(
            name.isEmpty ? "Provisioning profile" : "Provisioning profile \(name)",
            contents: .tree(ValueTree(Self.nodes(list, now))))
        if let expires = list["ExpirationDate"]?.dateValue, expires < now { document.remarks.append("it has expired") }
        document.remarks.append("the signature is not verified")
        document.propertyList = list
        // The signature has certificates, too.
        document.byteSearch = .ifNothingIsFound
        return document
    }

    /// The most important values first, and the whole list below.
    private static func nodes(_ list: PropertyListValue, _ now: Double) -> [ValueNode] {
        let entitlements = list["Entitlements"]
        let values: [(title: String, value: PropertyListValue?)] = [
            ("name", list["Name"]), ("app ID name", list["AppIDName"]),
            ("app ID", entitlements?["application-identifier"]), ("team", list["TeamName"]),
            ("team ID", list["TeamIdentifier"]?.arrayValue?.first), ("UUID", list["UUID"]),
            ("created", list["CreationDate"]), ("expires", list["ExpirationDate"]),
            ("all devices", list["ProvisionsAllDevices"]), ("devices", list["ProvisionedDevices"]),
            ("entitlements", entitlements),
        ]
        var nodes = values.compactMap { title, value in value.map { ValueNode(title, list: $0) } }
        if let certificates = list["DeveloperCertificates"]?.arrayValue {
            let now = now + PropertyListValue.secondsFrom1970To2001
            nodes.append(
                ValueNode("certificates", .list("array"), childCount: certificates.count) {
                    certificates.enumerated().map { index, value in
                        value.dataValue.map { ValueNode("\(index)", certificateIn: $0, now: now) }
                            ?? ValueNode("\(index)", list: value)
                    }
                })
        }
        return nodes + [ValueNode("property list", list: list)]
    }
}
