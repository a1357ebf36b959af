import ContainerModel
import FileTree

extension SnapshotInventory.Row {
    /// The snapshot as a line of text; not sanitized.
    package var line: String {
        let time = LocalTime(secondsSince1970: rawModified).full
        let size = width.flatMap { width in height.map { "\(width) × \($0)\(format == "text" ? " cells" : " px")" } }
        var what = subject.rawValue
        if downscaled { what += ", small" }
        let columns = [
            time, aligned(what, to: 13), padded(size ?? "?", to: 14), aligned(kind, to: 16),
            padded(ByteCount.short(bytes), to: 7),
        ]
        return columns.joined(separator: "  ") + "  " + path + (problem.map { "  (\($0))" } ?? "")
    }

    /// The image format as displayed.
    private var kind: String {
        let name =
            switch format {
            case "ktx": "KTX"
            case "appleTexture": "Apple texture"
            case "png": "PNG"
            case "jpeg": "JPEG"
            case "text": "text"
            default: "unknown"
            }
        return compressed == true ? name + ", LZFSE" : name
    }
}
