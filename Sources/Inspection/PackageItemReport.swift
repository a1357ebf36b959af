import ContainerModel
package import ContainerStore
package import FoundationEssentials

/// What `explain` says of an item of a package that is beside the container in it. Its JSON keys are stable.
package struct PackageItemReport: Encodable, Sendable {
    /// From the package's directory; bytes that are not UTF-8 are replaced.
    package let path: String
    /// The path's bytes, where it is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The package on this computer; bytes that are not UTF-8 are replaced.
    package let package: String
    package let exists = true
    package let kind: String
    /// Left out for directories.
    package let size: UInt64?
    /// In the place of the place whose rules would hold.
    package let place = "package"
    package let badges: String
    /// What holds for such items, a sentence each.
    package let notes = [
        "An item of the package, beside the container.",
        "No rule of iOS applies to it: the app does not see it, and no backup includes it.",
        "It can be listed, explained and exported. To change it, use the tools of this computer.",
    ]

    /// For people, the badges aside; not sanitized.
    package let lines: [String]

    private enum CodingKeys: String, CodingKey {
        case path, pathBytes, package, exists, kind, size, place, badges, notes
    }

    /// - Parameter entry: the item as a listing has it.
    package init(_ item: PackageItem, _ entry: ListingReport.Entry) {
        path = item.path.reportText
        pathBytes = item.path.reportBytes
        package = String(decoding: item.package.bytes, as: UTF8.self)
        kind = entry.kind
        size = entry.size
        badges = entry.badges
        let facts = entry.facts
        let contents = [entry.kind, entry.size.map { ByteCount.exact($0) }].compactMap(\.self).joined(separator: " · ")
        lines =
            [contents, "\(Permissions.text(facts.status)) \(facts.owner):\(facts.group)"]
            + ["changed \(facts.modified.full)"]
            + (facts.link.map { ["to \(String(decoding: $0.target, as: UTF8.self))"] } ?? [])
            + notes
    }
}
