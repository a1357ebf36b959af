import ContainerModel
import FileSharing
import TestSupport
import Testing

@Suite("Document types", .onManyThreads)
struct DocumentMatchTests {
    private static let rows: [(name: String, isDirectory: Bool, types: [DocumentType], reason: String?)] = [
        ("a.pdf", false, [DocumentType(contentTypes: ["public.item"])], "public.item"),
        ("folder", true, [DocumentType(contentTypes: ["public.item"])], "public.item"),
        ("folder", true, [DocumentType(contentTypes: ["public.data"])], nil),
        ("x.unknown", false, [DocumentType(contentTypes: ["public.data"])], "public.data"),
        ("x.unknown", false, [DocumentType(contentTypes: ["public.content"])], nil),
        ("a.swift", false, [DocumentType(contentTypes: ["public.image", "public.text"])], "public.text"),
        ("a.pdf", false, [DocumentType(fileExtensions: ["PDF"])], ".pdf"),
        ("a.pdf", false, [DocumentType(fileExtensions: [".pdf"])], ".pdf"),
        ("a.pdf", false, [DocumentType(fileExtensions: ["*"])], "*"),
        ("a.pdf", false, [DocumentType(mimeTypes: ["application/pdf"])], "application/pdf"),
        ("a.pdf", false, [DocumentType(mimeTypes: ["application/PDF"])], "application/PDF"),
        ("folder", true, [DocumentType(fileExtensions: ["*"])], nil),
        ("a.rtfd", true, [DocumentType(fileExtensions: ["rtfd"])], ".rtfd"),
        // Where content types are given, the older keys are ignored.
        ("a.pdf", false, [DocumentType(contentTypes: ["public.image"], fileExtensions: ["pdf"])], nil),
        ("a.pdf", false, [DocumentType(rank: "None", contentTypes: ["com.adobe.pdf"])], nil),
        ("a.pdf", false, [], nil),
        (
            "a.md", false,
            [
                DocumentType(rank: "Alternate", contentTypes: ["public.item"]),
                DocumentType(contentTypes: ["public.text"]),
                DocumentType(rank: "Owner", contentTypes: ["net.daringfireball.markdown"]),
                DocumentType(rank: "Owner", contentTypes: ["public.plain-text"]),
            ],
            "net.daringfireball.markdown"
        ),
    ]

    @Test("an app opens the types that it declares, by the declaration of the highest rank", arguments: rows.indices)
    func match(index: Int) {
        let row = Self.rows[index]
        let file = UniformTypes.system.type(ofName: Array(row.name.utf8), isDirectory: row.isDirectory)
        #expect(UniformTypes.system.match(file, with: row.types)?.reason == row.reason, "\(row.name)")
    }

    @Test("a declaration is described in one line")
    func declaration() {
        #expect(DocumentType(contentTypes: ["a.b", "c.d"], fileExtensions: ["x"]).declaration == "a.b, c.d")
        #expect(DocumentType(fileExtensions: ["x", "*"], mimeTypes: ["a/b"]).declaration == ".x, *, a/b")
        #expect(DocumentType(rank: "None", contentTypes: ["a.b"]).declaration.contains("not opened"))
        #expect(DocumentType().declaration == "nothing")
    }
}
