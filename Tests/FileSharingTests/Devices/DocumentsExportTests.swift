import Testing

@testable import FileSharing

@Suite("Directories for the Documents of apps")
struct DocumentsExportTests {
    @Test("an app's directory has its name, and its identifier too if the name is not its own")
    func names() {
        let apps = [
            ("Notes", "com.example.notes"), ("notes", "org.example.notes"), ("A/B", "com.example.ab"),
            (".hidden", "com.example.hidden"), ("", "com.example.empty"),
            (String(repeating: "x", count: 300), "com.example.long"), ("Grüße", "com.example.gruesse"),
        ]
        let names = DocumentsExport.names(of: apps.map { (name: $0.0, identifier: $0.1) }).map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(
            names == [
                "Notes (com.example.notes)", "notes (org.example.notes)", "A:B", "com.example.hidden",
                "com.example.empty", "com.example.long", "Grüße",
            ])
    }
}
