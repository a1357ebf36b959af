import ContainerModel
import ContainerStore
import FileSharing
import TestSupport
import Testing

@Suite("Delivery", .onManyThreads)
struct DeliveryTests {
    /// The sender, the app's declaration about opening in place, and where the document goes: the rows of
    /// container-rules.md, "Delivery", 2 and 3. `here` is the original, `-` a refusal.
    static let matrix: [(sender: String, inPlace: Answer, demanded: Bool, place: String)] = [
        ("mail", .yes, false, "Documents/Inbox"), ("mail", .no, false, "Documents/Inbox"),
        ("mail", .unknown, false, "Documents/Inbox"), ("mail", .yes, true, "-"),
        ("airdrop", .yes, false, "Documents/Inbox"), ("airdrop", .no, false, "Documents/Inbox"),
        ("org.example.other", .yes, false, "Documents/Inbox"), ("org.example.other", .no, true, "-"),
        ("files", .yes, false, "here"), ("files", .yes, true, "here"), ("files", .no, true, "-"),
        ("files", .no, false, "tmp/org.example.app-Inbox"), ("files", .unknown, false, "tmp/org.example.app-Inbox"),
        ("icloud", .yes, false, "here"), ("icloud", .no, false, "tmp/org.example.app-Inbox"),
        ("picker", .yes, false, "here"), ("picker", .no, false, "tmp/org.example.app-Inbox"),
    ]

    @Test("a document goes to the place that the rules name", arguments: matrix)
    func places(sender: String, inPlace: Answer, demanded: Bool, place: String) throws {
        var app = AppInfo()
        app.identifier = "org.example.app"
        app.documentTypes = [DocumentType(contentTypes: ["public.item"])]
        app[.openingInPlace] = inPlace
        let decision = try self.decision("a.pdf", sender, app, demanded: demanded)
        switch decision {
        case .openInPlace(let grounds):
            #expect(place == "here")
            #expect(grounds.rules.map(\.name) == ["delivery.type-declared", "delivery.in-place"])
        case .copy(let directory, let grounds):
            #expect(directory.description == place)
            #expect(grounds.unknowns.isEmpty == (inPlace != .unknown || sender == "mail"))
        case .refused(let refusal):
            #expect(place == "-")
            #expect(!refusal.instead.isEmpty && !refusal.rule.sources.isEmpty)
        }
    }

    @Test("a type that the app does not declare is refused, and the declared types are named")
    func undeclared() throws {
        var app = AppInfo()
        app.identifier = "org.example.app"
        app.documentTypes = [
            DocumentType(contentTypes: ["public.image", "com.adobe.pdf"]), DocumentType(fileExtensions: ["log"]),
        ]
        for name in ["a.txt", "a.zip", "a.nobodyknows", "none"] {
            guard case .refused(let refusal) = try decision(name, "mail", app) else {
                Issue.record("\(name) was taken")
                continue
            }
            #expect(refusal.declared == ["public.image, com.adobe.pdf", ".log"])
            #expect(refusal.rule.name == "delivery.type-not-declared")
        }
        for name in ["a.png", "a.pdf", "a.log"] {
            guard case .copy = try decision(name, "mail", app) else {
                Issue.record("\(name) was refused")
                continue
            }
        }
    }

    @Test("without an Info.plist the declared types are unknown, which never refuses a document")
    func unknownTypes() throws {
        guard case .copy(_, let grounds) = try decision("a.pdf", "mail", AppInfo(), areTypesKnown: false) else {
            Issue.record("refused")
            return
        }
        #expect(grounds.unknowns == [.documentTypes])
        // Without an identifier, the path of the temporary inbox is unknown.
        guard case .refused(let refusal) = try decision("a.pdf", "files", AppInfo(), areTypesKnown: false) else {
            Issue.record("delivered somewhere")
            return
        }
        #expect(refusal.rule.name == "delivery.inbox-has-identifier")
    }

    @Test("only data containers receive documents", arguments: ContainerKind.allCases)
    func kinds(kind: ContainerKind) {
        let decision = DeliveryDecision(
            of: UniformTypes.system.type(ofName: Array("a.pdf".utf8), isDirectory: false),
            from: .mail, kind: kind, app: AppInfo(), areTypesKnown: false, types: .system
        )
        if case .refused = decision { #expect(kind != .data) } else { #expect(kind == .data) }
    }

    @Test("a sender is named by a short name or by its bundle identifier")
    func senders() {
        #expect(DeliverySender.names == ["mail", "airdrop", "files", "icloud", "picker"])
        #expect(DeliverySender(named: "AirDrop") == .airDrop)
        #expect(DeliverySender(named: "mail")?.bundleIdentifier == "com.apple.mobilemail")
        #expect(DeliverySender(named: "files")?.bundleIdentifier == "com.apple.DocumentsApp")
        #expect(DeliverySender(named: "com.example.App-2")?.bundleIdentifier == "com.example.App-2")
        for name in ["", "post", ".com", "com.", "a b.c", "a/b.c", "a\u{1b}.c"] {
            #expect(DeliverySender(named: name) == nil, "\(name)")
        }
    }

    static let numbered: [(name: String, taken: [String], free: String)] = [
        ("file.txt", [], "file.txt"), ("file.txt", ["file.txt"], "file-1.txt"),
        ("file.txt", ["file.txt", "file-1.txt"], "file-2.txt"), ("file.txt", ["file.txt", "file-2.txt"], "file-1.txt"),
        ("file-1.txt", ["file-1.txt"], "file-1-1.txt"), ("archive.tar.gz", ["archive.tar.gz"], "archive.tar-1.gz"),
        ("README", ["README"], "README-1"), (".profile", [".profile"], ".profile-1"), ("a.", ["a."], "a.-1"),
        ("Photo.rtfd", ["Photo.rtfd"], "Photo-1.rtfd"), ("File.txt", ["file.txt"], "File.txt"),
        (".a.b", [".a.b"], ".a-1.b"),
    ]

    @Test("a name that is taken gets a number before its extension", arguments: numbered)
    func numbers(name: String, taken: [String], free: String) {
        let taken = Set(taken.map { Array($0.utf8) })
        #expect(DeliveryName.free(for: Array(name.utf8), isTaken: taken.contains) == Array(free.utf8))
    }

    @Test("a name of 255 bytes does not grow, and no character is cut in two")
    func longNames() throws {
        let name = Array((String(repeating: "é", count: 125) + ".text").utf8)
        #expect(name.count == 255)
        let free = try #require(DeliveryName.free(for: name) { $0 == name })
        #expect(free.count <= 255)
        #expect(String(validating: free, as: UTF8.self)?.hasSuffix("é-1.text") == true)
        let plain = [UInt8](repeating: 0x61, count: 255)
        #expect(DeliveryName.free(for: plain) { $0 == plain }?.count == 255)
    }

    @Test(
        "URLs are percent-encoded as Foundation does it, for all bytes of a path")
    func urls() throws {
        let everything = [UInt8](1...255)
        let expected = try Python.lines(
            "import urllib.parse; print('file://' + urllib.parse.quote(bytes(range(1, 256)), safe=\"/!$&'()*+,:=@\"))",
            [])
        #expect(FileURL.string(path: everything) == expected.first)
    }

    @Test("an opened document has the arguments of application(_:open:options:)")
    func opened() throws {
        var app = AppInfo()
        app.identifier = "kr.giftbot.demo"
        let path = "/x/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
        let container = ContainerDescription(
            kind: .data, source: .simulator, hostPath: try #require(HostPath(Array(path.utf8))), app: app)
        let copy = OpenedDocument(
            copy: "tmp/kr.giftbot.demo-Inbox/file 1.key", isDirectory: false, in: container, from: .files)
        #expect(copy.url == "file://\(path)/tmp/kr.giftbot.demo-Inbox/file%201.key")
        #expect(
            copy.deviceURL
                == "file:///private/var/mobile/Containers/Data/Application/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
                + "/tmp/kr.giftbot.demo-Inbox/file%201.key")
        #expect(!copy.openInPlace && copy.sourceApplication == "com.apple.DocumentsApp")
        let original = OpenedDocument(original: Array("/home/me/file.key".utf8), isDirectory: true, from: .iCloud)
        #expect(original.url == "file:///home/me/file.key/")
        #expect(
            original.deviceURL
                == "file:///private/var/mobile/Library/Mobile%20Documents/com~apple~CloudDocs/file.key/")
        #expect(original.openInPlace)
    }

    private func decision(
        _ name: String,
        _ sender: String,
        _ app: AppInfo,
        demanded: Bool = false,
        areTypesKnown: Bool = true
    ) throws -> DeliveryDecision {
        DeliveryDecision(
            of: UniformTypes.system.type(ofName: Array(name.utf8), isDirectory: false),
            from: try #require(DeliverySender(named: sender)),
            kind: .data,
            app: app,
            areTypesKnown: areTypesKnown,
            isInPlaceDemanded: demanded,
            types: .system
        )
    }
}
