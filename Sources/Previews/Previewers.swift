/// The known previewers.
package enum Previewers {
    /// The previewers in order of precedence. The last one recognizes every file.
    package static let all: [any Previewer] = [
        EmptyFilePreviewer(),
        PropertyListPreviewer(),
        SnapshotPreviewer(),
        PicturePreviewer(),
        CoreDataPreviewer(),
        URLCachePreviewer(),
        WebStoragePreviewer(),
        IndexedDBPreviewer(),
        AlternativeServicesPreviewer(),
        DatabasePreviewer(),
        CookiePreviewer(),
        ProvisioningProfilePreviewer(),
        CertificatePreviewer(),
        RealmPreviewer(),
        LevelDBPreviewer(),
        PDFPreviewer(),
        CompressedPreviewer(),
        ArchivePreviewer(),
        JSONPreviewer(),
        OldStylePropertyListPreviewer(),
        TextPreviewer(),
        DeflatePreviewer(),
        ProtobufPreviewer(),
        HexPreviewer(),
    ]

    /// Returns the preview by the first previewer that succeeds, with the reasons why others before it failed.
    package static func preview(
        of file: PreviewedFile,
        within limits: PreviewLimits,
        by previewers: [any Previewer] = all
    ) -> Preview {
        var reasons: [String] = []
        for previewer in previewers where previewer.recognizes(file) {
            do throws(PreviewFailure) {
                var preview = try previewer.preview(of: file, within: limits)
                preview.remarks += reasons
                preview.failures += reasons
                if file.hasChanged { preview.remarks.append("it changed while it was read") }
                return preview
            } catch {
                if !error.reason.isEmpty { reasons.append(error.reason) }
            }
        }
        var preview = Preview("Contents of an unknown kind", remarks: reasons)
        preview.failures = reasons
        return preview
    }
}

/// Shows empty files.
struct EmptyFilePreviewer: BytesPreviewer {
    func recognizes(_ file: PreviewedFile) -> Bool { file.head.isEmpty }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) -> Preview {
        var preview = Preview("Empty file")
        preview.isEmpty = true
        return preview
    }
}
