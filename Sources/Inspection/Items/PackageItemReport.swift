import ContainerModel
package import ContainerStore
import FileTree
import Formats
package import FoundationEssentials
package import Reports

/// The output of `explain` for an item of a package outside the container. JSON keys are stable.
package struct PackageItemReport: Encodable, Sendable {
    /// The path from the package's directory; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The path of the package on this computer; invalid UTF-8 is replaced.
    package let package: String
    /// Always true.
    package let exists = true
    /// `directory`, `file`, `symbolic link`, …
    package let kind: String
    /// The logical size in bytes; omitted for directories.
    package let size: UInt64?
    /// Always `package`, since no place's rules apply.
    package let place = "package"
    /// The columns of the item.
    package let badges: String
    /// The notes that apply to such items, one sentence each.
    package let notes = [
        "An item of the package, beside the container.",
        "No rule of iOS applies to it: the app does not see it, and no backup includes it.",
        "It can be listed, explained and exported. To change it, use the tools of this computer.",
    ]

    /// The report as text, without the badges; not sanitized.
    @Unreported package private(set) var lines: [String]

    /// Creates a report.
    /// - Parameter entry: The listing entry of the item.
    package init(_ item: PackageItem, _ entry: ListingReport.Entry) {
        path = item.path.reportText
        pathBytes = item.path.reportBytes
        package = String(decoding: item.package.bytes, as: UTF8.self)
        kind = entry.kind
        size = entry.size
        badges = entry.badges
        let facts = entry.facts
        let what = facts.signature?.title ?? entry.kind
        let contents = [what, entry.size.map { ByteCount.exact($0) }].compactMap(\.self).joined(separator: ", ")
        lines =
            [contents, "\(Permissions.text(facts.status)) \(facts.owner):\(facts.group)"]
            + facts.times
            + (facts.link.map { ["to \(String(decoding: $0.target, as: UTF8.self))"] } ?? [])
            + notes
    }
}
