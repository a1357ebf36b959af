import Formats

/// Says of a Realm database which version it has, and whether it may be encrypted; its bytes are shown below.
struct RealmPreviewer: BytesPreviewer {
    func recognizes(_ file: PreviewedFile) -> Bool { RealmHeader(file.head) != nil || file.hasSuffix(".realm") }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        guard let header = RealmHeader(file.head) else {
            return Preview("An encrypted or damaged Realm database, or another format", content: HexContent(file))
        }
        var preview = Preview("Realm database, file format \(header.version)", content: HexContent(file))
        // A file that was closed as a stream has its place at the end; otherwise it lies in the file.
        if header.top != .max, header.top >= file.size {
            preview.remarks.append("damaged: its header points beyond the end of the file")
        }
        preview.remarks.append("its objects are not decoded")
        return preview
    }
}
