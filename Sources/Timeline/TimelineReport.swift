import Documents
package import FoundationEssentials
import Reports

/// The output of `timeline`: an entry. The JSON keys are stable.
package struct TimelineReport: Encodable, Sendable {
    /// The time in ISO 8601, UTC, to the microsecond.
    package let time: String
    /// `file`, `row`, `request`, `cookie`, `value`, `log`, `snapshot`, `operation` or `keep`.
    package let kind: String
    /// What has told the time: `file`, `app`, `expiry` or `sandglass`.
    package let clock: String
    /// What happened then, or the name of the value.
    package let title: String
    /// Whether the time is certain.
    package let certain: Bool
    /// Why it is not; omitted if it is.
    package let doubt: String?
    /// The path from the container's root, or as it was given outside of containers; invalid UTF-8 is replaced. Omitted
    /// for operations and time points.
    package let path: String?
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The way to a value inside the file, as behind the colon of `sandglass show FILE:VALUE`; omitted for the file
    /// itself.
    package let value: String?
    /// The number of a line, from 1.
    package let line: UInt64?
    /// The line, of more than 64 KiB the beginning and an ellipsis, or a description.
    package let text: String?

    /// Creates the report on an entry.
    /// - Parameter path: The path of the item; nil for what is in none.
    package init(_ entry: TimelineEntry, at path: [UInt8]?) {
        time = entry.iso8601
        (kind, clock, title) = (entry.kind.rawValue, entry.clock.rawValue, entry.title)
        (certain, doubt) = (entry.doubt == nil, entry.doubt)
        let place = path.map { reported($0) }
        (self.path, pathBytes) = (place?.text, place?.bytes)
        value = entry.address.isEmpty ? nil : String(decoding: entry.address, as: UTF8.self)
        line = entry.line
        text = entry.text.isEmpty ? nil : String(decoding: entry.text, as: UTF8.self)
    }

    /// The titles of the columns of comma-separated values.
    package static let csvHeader = "time,kind,clock,title,certain,doubt,path,value,line,text,container"

    /// Returns the fields of comma-separated values, without the line end.
    /// - Parameter container: The container's path on this computer; nil if there is only one.
    package func csv(in container: String?) -> String {
        let fields: [String?] = [
            time, kind, clock, title, certain ? "true" : "false", doubt, path, value, line.map { "\($0)" }, text,
            container,
        ]
        return fields.map { $0.map { SeparatedValues.field($0) } ?? "" }.joined(separator: ",")
    }
}
