import AppLifecycle
import Formats
import Screen

/// The property list that accompanies a snapshot's picture.
///
/// It is here and not with `Snapshot` because lifecycle values are independent of file formats.
struct SnapshotList: Hashable {
    var takenAt: Int64
    var size: Size
    var isCovered: Bool

    /// Creates the list for a snapshot.
    init(_ snapshot: Snapshot) {
        takenAt = snapshot.takenAt
        size = snapshot.frame.size
        isCovered = snapshot.isCovered
    }

    /// Parses a list; nil if the bytes are not such a list.
    init?(_ bytes: [UInt8]) {
        guard let list = try? PropertyListReader.read(bytes), let date = list["date"]?.dateValue,
            let columns = list["columns"]?.integerValue, let rows = list["rows"]?.integerValue,
            let isCovered = list["covered"]?.booleanValue, let takenAt = Int64(secondsSince2001: date)
        else { return nil }
        self.takenAt = takenAt
        size = Size(columns: Int(columns), rows: Int(rows))
        self.isCovered = isCovered
    }

    /// The list as XML, so that it can be read without tools.
    var bytes: [UInt8] {
        PropertyListWriter.xml([
            "date": .date(secondsSince1970: takenAt),
            "columns": .integer(Int64(size.columns)),
            "rows": .integer(Int64(size.rows)),
            // The system takes snapshots in the background only.
            "state": "background",
            "covered": .boolean(isCovered),
        ])
    }
}

extension PropertyListValue {
    /// Creates a date from seconds since 1970.
    static func date(secondsSince1970 seconds: Int64) -> PropertyListValue {
        .date(secondsSince2001: Double(seconds) - secondsFrom1970To2001)
    }
}

extension Int64 {
    /// Converts a property list's date to seconds since 1970; nil if the result does not fit.
    init?(secondsSince2001 date: Double) {
        self.init(exactly: (date + PropertyListValue.secondsFrom1970To2001).rounded(.down))
    }
}
