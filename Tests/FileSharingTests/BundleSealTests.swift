import ContainerModel
import ContainerStore
import FileTree
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// The warnings before a signed bundle is changed.
@Suite("Changes to a sealed bundle", .onManyThreads)
struct BundleSealTests {
    private let folder = TemporaryDirectory()
    private let container: Container
    private let pipeline: OperationPipeline

    init() throws {
        try SignedBundleScript.make(in: folder.path, options: ["nested"])
        folder.write("host/charts.json", "other")
        folder.write("host/new.txt", "new")
        folder.write("Tide.app/.DS_Store", "omitted by a rule")
        guard case .container(let found, _) = try ContainerStore.open(Array(folder("Tide.app").utf8)) else {
            throw CommandError(call: "open the bundle", number: 0)
        }
        container = found
        pipeline = OperationPipeline(
            OpenRoots(found),
            in: TransactionEnvironment(
                stateDirectory: Array(folder("state").utf8), trashDirectory: Array(folder("Trash").utf8)))
    }

    private func item(_ path: String) -> ItemAddress { ItemAddress(container.root, ContainerPath(path) ?? .root) }

    private func planned(_ operation: FileOperation, as actor: ActingParty = .owner) throws -> Preparation {
        try pipeline.planOperation(operation, for: Requester(actor))
    }

    private func consequences(_ preparation: Preparation) -> [String] {
        preparation.decision.items.flatMap(\.consequences).map {
            "\($0.breaksSeal ? "breaks" : "keeps") \($0.sentence)"
        }
    }

    private static let end = ": iOS will not launch the app after this change"

    @Test(
        "before a file is deleted, the question says whether the seal breaks",
        arguments: [
            ("Info.plist", "breaks Info.plist is sealed\(end)"), ("Tide", "breaks Tide is the signed executable\(end)"),
            ("charts.json", "breaks charts.json is sealed\(end)"),
            ("current.json", "breaks current.json is sealed\(end)"),
            (
                "fr.lproj/Localizable.strings",
                "keeps fr.lproj/Localizable.strings is sealed, but may be absent: the seal stays intact"
            ),
            ("fr.lproj", "keeps fr.lproj has no sealed file that must be there: the seal stays intact"),
            ("Base.lproj", "breaks Base.lproj has 1 sealed file\(end)"),
            ("PlugIns", "breaks PlugIns has 3 sealed files\(end)"),
            ("_CodeSignature", "breaks _CodeSignature holds the seal\(end)"),
            ("_CodeSignature/CodeResources", "breaks _CodeSignature/CodeResources belongs to the seal\(end)"),
            ("PkgInfo", "keeps PkgInfo is not sealed: the seal stays intact"),
            (".DS_Store", "keeps .DS_Store is not sealed: the seal stays intact"),
            (
                "Frameworks/Waves.framework/data.bin",
                "breaks Frameworks/Waves.framework/data.bin is in code that is sealed as a whole\(end)"
            ),
        ])
    func deletion(_ path: String, _ expected: String) throws {
        let preparation = try planned(.delete(ItemSet([item(path)])))
        #expect(consequences(preparation) == [expected])
        let sentence = expected.split(separator: " ", maxSplits: 1)[1]
        #expect(preparation.notices.contains { $0.lines.contains { $0.hasSuffix(sentence) } })
        #expect(preparation.confirmation != nil)
    }

    @Test("a rename is two changes, and asks")
    func rename() throws {
        let names = [FileOperation.NewName(item: item("charts.json"), name: Array("c.json".utf8))]
        let preparation = try planned(.rename(names))
        #expect(
            consequences(preparation) == [
                "breaks charts.json is sealed\(Self.end)",
                "breaks c.json is not in the seal, and its rules cover it\(Self.end)",
            ])
        #expect(preparation.confirmation?.reasons.contains(.notice) == true)
    }

    @Test("an import over a sealed file, and one beside it")
    func imports() throws {
        let host = Root(.directory, at: Array(folder("host").utf8))
        for (name, expected) in [
            ("charts.json", "breaks charts.json is sealed\(Self.end)"),
            ("new.txt", "breaks new.txt is not in the seal, and its rules cover it\(Self.end)"),
        ] {
            let source = ItemAddress(host, ContainerPath(name) ?? .root)
            let preparation = try planned(.copy(ItemSet([source]), to: .directory(item(""))))
            #expect(consequences(preparation) == [expected])
        }
    }

    @Test("an edit asks before the editor opens")
    func edit() throws {
        let sealed = try planned(.edit(item("charts.json"), asBytes: false))
        #expect(consequences(sealed) == ["breaks charts.json is sealed\(Self.end)"] && sealed.confirmation != nil)
        let free = try planned(.edit(item("PkgInfo"), asBytes: true))
        #expect(
            consequences(free) == ["keeps PkgInfo is not sealed: the seal stays intact"] && free.confirmation == nil)
    }

    @Test("a seal that cannot be read is not taken for none: the change is asked about")
    func unreadable() throws {
        let end = ": iOS may refuse to launch the app after this change"
        folder.write("Tide.app/_CodeSignature/CodeResources", "damaged")
        let damaged = consequences(try planned(.delete(ItemSet([item("PkgInfo")]))))
        #expect(damaged.count == 1)
        #expect(damaged.first?.hasPrefix("breaks the seal cannot be read (") == true, "\(damaged)")
        #expect(damaged.first?.hasSuffix(end) == true, "\(damaged)")
        let edit = try planned(.edit(item("PkgInfo"), asBytes: true))
        #expect(consequences(edit) == damaged && edit.confirmation != nil)
        try folder.giveToNobody()
        let file = folder("Tide.app/_CodeSignature/CodeResources")
        #expect(try runCommand(["chmod", "000", file]).status == 0)
        let closed = try withoutPrivileges { try planned(.delete(ItemSet([item("PkgInfo")]))) }
        #expect(
            consequences(closed) == ["breaks the seal cannot be read (permission denied on this computer)\(end)"])
        // Without a seal there is none to break.
        #expect(try runCommand(["rm", "-r", folder("Tide.app/_CodeSignature")]).status == 0)
        #expect(consequences(try planned(.delete(ItemSet([item("PkgInfo")])))).isEmpty)
    }

    @Test("the app is refused as ever, and an attribute does not touch the seal")
    func others() throws {
        let refused = try planned(.delete(ItemSet([item("PkgInfo")])), as: .app)
        #expect(refused.isEmpty && consequences(refused).isEmpty)
        let excluded = try planned(.setExclusion(ItemSet([item("charts.json")]), excludes: true))
        #expect(consequences(excluded).isEmpty)
    }
}
