import ContainerModel
import ContainerStore
import FileSharing
import Formats
import TestSupport
import Testing

@Suite("Uniform types", .onManyThreads)
struct UniformTypeTests {
    /// A name, whether it is a directory, and the type that Apple's lists give it.
    static let names: [(name: String, isDirectory: Bool, type: String)] = [
        ("a.txt", false, "public.plain-text"), ("A.TXT", false, "public.plain-text"),
        ("photo.jpg", false, "public.jpeg"), ("photo.JPEG", false, "public.jpeg"), ("a.pdf", false, "com.adobe.pdf"),
        ("a.zip", false, "public.zip-archive"), ("a.tar.gz", false, "org.gnu.gnu-zip-archive"),
        ("note.md", false, "net.daringfireball.markdown"),
        ("a.docx", false, "org.openxmlformats.wordprocessingml.document"),
        ("talk.key", false, "com.apple.iwork.keynote.sffkey"), ("talk.key", true, "com.apple.iwork.keynote.key"),
        ("letter.rtfd", true, "com.apple.rtfd"), ("X.app", true, "com.apple.application-bundle"),
        ("X.bundle", true, "com.apple.bundle"),
        ("letter.rtfd", false, "public.data"), ("a.txt", true, "public.folder"), ("plain", true, "public.folder"),
        ("plain", false, "public.data"), (".hidden", false, "public.data"), ("a.", false, "public.data"),
        ("...txt", false, "public.data"), ("x.nobodyknows", false, "public.data"), (".a.png", false, "public.png"),
    ]

    @Test("a name has the type that Apple lists for its extension", arguments: names)
    func ofNames(name: String, isDirectory: Bool, type: String) {
        let file = UniformTypes.system.type(ofName: Array(name.utf8), isDirectory: isDirectory)
        #expect(file.title == type)
        #expect(UniformTypes.system.conforms(file, to: "public.item"))
        #expect(UniformTypes.system.conforms(file, to: isDirectory ? "public.directory" : "public.data"))
        #expect(!UniformTypes.system.conforms(file, to: isDirectory ? "public.data" : "public.directory"))
    }

    /// From "Conforms to" in Apple's reference, including indirect conformance.
    static let kinds: [(type: String, of: String, isSo: Bool)] = [
        ("public.jpeg", "public.image", true), ("public.jpeg", "public.content", true),
        ("public.jpeg", "public.data", true), ("public.jpeg", "public.item", true),
        ("public.jpeg", "public.text", false),
        ("com.adobe.pdf", "public.composite-content", true), ("com.adobe.pdf", "public.content", true),
        ("com.adobe.pdf", "public.image", false), ("public.swift-source", "public.plain-text", true),
        ("public.html", "public.plain-text", false), ("public.html", "public.text", true),
        ("public.zip-archive", "public.archive", true), ("public.zip-archive", "com.pkware.zip-archive", true),
        ("com.apple.rtfd", "com.apple.package", true), ("com.apple.rtfd", "public.directory", true),
        ("com.apple.rtfd", "public.data", false), ("public.mp3", "public.audiovisual-content", true),
        ("public.vcard", "public.contact", true), ("com.apple.m4v-video", "public.movie", true),
        ("PUBLIC.JPEG", "Public.Image", true), ("org.example.unknown", "public.data", false),
        ("org.example.unknown", "org.example.unknown", true),
    ]

    @Test("conformance is transitive and not symmetric", arguments: kinds)
    func conformance(type: String, of kind: String, isSo: Bool) {
        #expect(UniformTypes.system.conforms(type, to: kind) == isSo)
        if isSo, type.lowercased() != kind.lowercased() { #expect(!UniformTypes.system.conforms(kind, to: type)) }
    }

    @Test("every row of the table conforms to rows of the table, and every type with an extension is an item")
    func soundness() {
        let identifiers = UniformType.system.map { $0.identifier.lowercased() }
        #expect(Set(identifiers).count == identifiers.count)
        for type in UniformType.system {
            for kind in type.conformsTo { #expect(UniformTypes.system[kind] != nil, "\(type.identifier): \(kind)") }
            for name in type.fileExtensions + type.mimeTypes { #expect(name == name.lowercased(), "\(name)") }
            if !type.fileExtensions.isEmpty {
                #expect(UniformTypes.system.conforms(type.identifier, to: "public.item"), "\(type.identifier)")
            }
        }
    }

    /// Extensions for which Python's list has another media type that is as old or as common: source code as plain
    /// text, a playlist under the name of its other use.
    static let differences: Set<String> = ["m3u", "sh", "aifc", "c", "h", "pl"]

    @Test("media types match Python's list")
    func mimeTypes() throws {
        let lines = try Python.lines(
            "import mimetypes; [print(k[1:], v) for k, v in mimetypes.MimeTypes((), True).types_map[1].items()]", [])
        var compared = 0
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let (name, mime) = (words[0], words[1])
            let file = UniformTypes.system.type(ofName: Array("x.\(name)".utf8), isDirectory: false)
            let own = UniformTypes.system.mimeTypes(of: file)
            guard !own.isEmpty, !Self.differences.contains(name) else { continue }
            compared += 1
            #expect(own.contains(mime), "\(name): \(mime), here \(own)")
        }
        #expect(compared > 40)
    }

    @Test("types that an app declares take precedence over the system's, in both spellings, and may be circular")
    func declared() {
        let app = AppInfo(
            infoDictionary: .dictionary([
                "UTExportedTypeDeclarations": .array([
                    .dictionary([
                        "UTTypeIdentifier": .string("org.example.chart"),
                        "UTTypeConformsTo": .string("com.apple.package"),
                        "UTTypeTagSpecification": .dictionary(["public.filename-extension": .array([.string("Chart")])]
                        ),
                    ]),
                    .dictionary([
                        "UTTypeIdentifier": .string("org.example.a"),
                        "UTTypeConformsTo": .array([.string("org.example.b")]),
                    ]),
                    .dictionary([
                        "UTTypeIdentifier": .string("org.example.b"),
                        "UTTypeConformsTo": .array([.string("org.example.a")]),
                    ]),
                    .dictionary(["UTTypeConformsTo": .string("public.data")]),
                ]),
                "UTImportedTypeDeclarations": .array([
                    .dictionary([
                        "UTTypeIdentifier": .string("org.other.log"),
                        "UTTypeConformsTo": .array([.string("public.plain-text")]),
                        "UTTypeTagSpecification": .dictionary([
                            "public.filename-extension": .string("log"), "public.mime-type": .string("text/x-log"),
                        ]),
                    ])
                ]),
            ]))
        #expect(app.problems.isEmpty)
        #expect(app.declaredTypes.count == 4)
        let types = UniformTypes(declaredBy: app)
        let chart = types.type(ofName: Array("Harbour.chart".utf8), isDirectory: true)
        #expect(chart.identifiers == ["org.example.chart"])
        #expect(types.conforms(chart, to: "public.directory"))
        #expect(
            types.type(ofName: Array("x.log".utf8), isDirectory: false).identifiers == ["org.other.log", "public.log"])
        #expect(!types.conforms("org.example.a", to: "public.data"))
        #expect(types.conforms("org.example.a", to: "org.example.b"))
    }

    @Test("an extension that is not UTF-8 has no known type")
    func bytes() {
        let file = UniformTypes.system.type(ofName: [0x61, 0x2e, 0xff], isDirectory: false)
        #expect(file.fileExtension == nil)
        #expect(file.title == "public.data")
    }
}
