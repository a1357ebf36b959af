import Formats
import FoundationEssentials

/// Shows provisioning profiles: what they allow, for which app, on which devices and until when.
struct ProvisioningProfilePreviewer: Previewer {
    private static let suffixes = [".mobileprovision", ".provisionprofile"]

    /// The time that decides what has expired, in seconds since 2001; nil for that of the clock.
    var now: Double?

    func recognizes(_ file: PreviewedFile) -> Bool { Self.suffixes.contains { file.hasSuffix($0) } }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let bytes = try file.whole(limit: ProvisioningProfile.mostBytes, as: "a provisioning profile")
        guard let text = ProvisioningProfile.list(in: bytes) else {
            throw PreviewFailure("a damaged provisioning profile: it encloses no property list")
        }
        let list: PropertyListValue
        do throws(PropertyListError) {
            list = try PropertyListReader.read(text)
        } catch {
            throw PreviewFailure("a damaged provisioning profile: \(error.message)")
        }
        let now = now ?? Date().timeIntervalSinceReferenceDate
        let name = list["Name"]?.stringValue ?? ""
        var preview = Preview(
            name.isEmpty ? "Provisioning profile" : "Provisioning profile \(name)",
            content: OutlineContent(Self.nodes(list, now)))
        if let expires = list["ExpirationDate"]?.dateValue, expires < now { preview.remarks.append("it has expired") }
        preview.remarks.append("the signature is not verified")
        preview.exports.propertyList = list
        return preview
    }

    /// What matters first, and the whole list below.
    private static func nodes(_ list: PropertyListValue, _ now: Double) -> [OutlineNode] {
        let entitlements = list["Entitlements"]
        let values: [(title: String, value: PropertyListValue?)] = [
            ("name", list["Name"]), ("app ID name", list["AppIDName"]),
            ("app ID", entitlements?["application-identifier"]), ("team", list["TeamName"]),
            ("team ID", list["TeamIdentifier"]?.arrayValue?.first), ("UUID", list["UUID"]),
            ("created", list["CreationDate"]), ("expires", list["ExpirationDate"]),
            ("all devices", list["ProvisionsAllDevices"]), ("devices", list["ProvisionedDevices"]),
            ("entitlements", entitlements),
        ]
        var nodes = values.compactMap { title, value in value.map { OutlineNode(title, list: $0) } }
        if let certificates = list["DeveloperCertificates"]?.arrayValue {
            let now = now + PropertyListValue.secondsFrom1970To2001
            nodes.append(
                OutlineNode("certificates", .list("array"), childCount: certificates.count) {
                    certificates.enumerated().map { index, value in
                        value.dataValue.map { OutlineNode("\(index)", certificateIn: $0, now: now) }
                            ?? OutlineNode("\(index)", list: value)
                    }
                })
        }
        return nodes + [OutlineNode("property list", list: list)]
    }
}
