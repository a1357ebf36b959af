import ContainerModel
import ContainerStore
import Glibc
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// container-rules.md, "The edge of the sandbox".
@Suite("Edge of the sandbox", .onManyThreads)
struct SandboxTests {
    /// Two open containers.
    struct Pair {
        let directory = TemporaryDirectory()
        let one: Container
        let other: Container
        var open = OpenRoots()

        /// - Parameters:
        ///   - identifier: of the other container.
        ///   - contentClass: of the other container: 2 for data, 7 for an app group.
        init(_ identifier: String, contentClass: Int = 2) throws {
            one = try Self.make("one", "org.example.one", 2, directory)
            other = try Self.make("other", identifier, contentClass, directory)
            try directory.write("text".utf8, to: "host/c.txt")
            open.add(one)
            open.add(other)
        }

        private static func make(
            _ name: String,
            _ identifier: String,
            _ contentClass: Int,
            _ directory: TemporaryDirectory
        ) throws -> Container {
            let list = """
                <plist version="1.0"><dict><key>MCMMetadataIdentifier</key><string>\(identifier)</string>
                <key>MCMMetadataContentClass</key><integer>\(contentClass)</integer></dict></plist>
                """
            try directory.write(list.utf8, to: name + "/.com.apple.mobile_container_manager.metadata.plist")
            try directory.write("text".utf8, to: name + "/Documents/a.txt")
            try directory.write("text".utf8, to: name + "/Documents/tree/b.txt")
            let opened = try ContainerStore.open(Array((directory.path + "/" + name).utf8))
            guard case .container(let container, _) = opened else {
                throw CommandError(call: "open the container", number: 0)
            }
            return container
        }

        func item(_ container: Container, _ path: ContainerPath) -> ItemAddress { ItemAddress(container.root, path) }

        /// An item as one of this computer, wherever it is.
        func hostItem(_ path: String) -> ItemAddress {
            let components = path.split(separator: "/")
            let root = ([directory.path] + components.dropLast().map(String.init)).joined(separator: "/")
            return ItemAddress(Root(.directory, at: Array(root.utf8)), ContainerPath(String(components.last!))!)
        }
    }

    @Test("nothing goes directly from one app's container into another's", arguments: [ActingParty.app, .user])
    func otherApp(actor: ActingParty) throws {
        let pair = try Pair("org.example.other")
        let rules = SharingRules(in: pair.open, as: actor)
        for path in ["Documents/a.txt", "Documents/tree"] as [ContainerPath] {
            let transfer = Transfer(pair.item(pair.one, path), to: pair.item(pair.other, "Documents/new"))
            for decision in [rules.copy([transfer]), rules.move([transfer])] {
                #expect(decision.isEmpty)
                #expect(decision.items.map(\.rule?.name) == ["sandbox.own-containers"])
                let alternatives = decision.items[0].alternatives
                #expect(alternatives.contains(.deliver) == (path == "Documents/a.txt"))
                #expect(alternatives.suffix(2) == [.exportAndImport, .actor(.owner)])
            }
        }
    }

    /// Paths of this computer that are in a container, and the rule that refuses to put a file there.
    @Test(
        "an item goes into a container by the rules there, even if its path on this computer is named",
        arguments: [
            ("one/SystemData/new", "systemData.directory.copy"), ("one/Documents/Inbox/new", "inbox.directory.copy"),
            ("one/new", "home.nothing-added"), ("one/StoreKit/new", "systemDirectories.directory.copy"),
        ])
    func intoContainerByHostPath(path: String, rule: String) throws {
        let pair = try Pair("org.example.other")
        let transfer = Transfer(pair.item(pair.one, "Documents/a.txt"), to: pair.hostItem(path))
        let decision = SharingRules(in: pair.open).copy([transfer])
        #expect(decision.isEmpty)
        let identifier = try #require(decision.items.first?.rule?.name)
        // The same rule as for creating a file there by its path in the container.
        #expect(identifier == rule.replacing(".copy", with: ".createFile"))
        #expect(!SharingRules(in: pair.open, as: .owner).copy([transfer]).isEmpty)
        let shared = Transfer(pair.item(pair.one, "Documents/a.txt"), to: pair.hostItem("one/Documents/new"))
        #expect(!SharingRules(in: pair.open).copy([shared]).isEmpty)
    }

    @Test("the owner of the copies may, and so may an app between copies of its own container")
    func ownersAndOwn() throws {
        for (identifier, actor) in [("org.example.other", ActingParty.owner), ("org.example.one", .app)] {
            let pair = try Pair(identifier)
            let transfer = Transfer(
                pair.item(pair.one, "Documents/a.txt"), to: pair.item(pair.other, "Documents/new.txt"))
            let decision = SharingRules(in: pair.open, as: actor).copy([transfer])
            #expect(decision.changes.count == 1 && decision.items.map(\.outcome) == [.allowed])
        }
    }

    @Test("a group that may not be the app's is not refused, but said to be unknown")
    func unknownGroup() throws {
        let pair = try Pair("group.org.example", contentClass: 7)
        let transfer = Transfer(pair.item(pair.one, "Documents/a.txt"), to: pair.item(pair.other, "new.txt"))
        let decision = SharingRules(in: pair.open).copy([transfer])
        #expect(decision.changes.count == 1)
        #expect(decision.notices.contains { $0.lines.contains { $0.contains("belongs to this app group") } })
    }

    @Test("another app's container named as a directory of this computer is still another app's")
    func asHostDirectory() throws {
        let pair = try Pair("org.example.other")
        let rules = SharingRules(in: pair.open)
        let target = pair.item(pair.one, "Documents/new")
        for path in ["other/Documents/a.txt", "other/Documents/tree", "other"] {
            let decision = rules.copy([Transfer(pair.hostItem(path), to: target)])
            #expect(decision.isEmpty && decision.items.first?.rule?.name == "sandbox.own-containers", "\(path)")
        }
        let export = rules.copy([Transfer(target.parent.entry("a.txt".utf8)!, to: pair.hostItem("other/Documents/x"))])
        #expect(export.isEmpty)
        // Importing and exporting are file sharing itself.
        #expect(rules.copy([Transfer(pair.hostItem("host/c.txt"), to: target)]).changes.count == 1)
        let out = Transfer(pair.item(pair.one, "Documents/a.txt"), to: pair.hostItem("host/out.txt"))
        #expect(rules.copy([out]).changes.count == 1)
    }

    @Test("where no app may act either, the system is offered the owner alone", arguments: [Operation.copy, .move])
    func system(operation: Operation) throws {
        let pair = try Pair("org.example.other")
        let rules = SharingRules(in: pair.open, as: .system)
        let item = TransferEnd.inside(Item("Documents/a.txt", type: .file), pair.one.description)
        let other = TransferEnd.inside(Item("Documents/new", type: .file), pair.other.description)
        for (source, target) in [(item, other), (item, .outside(.file)), (.outside(.file), item)] {
            #expect(rules.verdict(operation, on: source, to: target).alternatives == [.actor(.owner)])
        }
        #expect(rules.verdict(.read, on: .outside(.file), to: nil).alternatives == [.actor(.owner)])
        let transfer = Transfer(pair.item(pair.one, "Documents/a.txt"), to: pair.item(pair.other, "Documents/new"))
        #expect(rules.copy([transfer]).items.first?.alternatives == [.actor(.owner)])
    }

    @Test("a place is offered only if its directory lets the app's user in")
    func closedPlaces() throws {
        let pair = try Pair("org.example.other")
        let new = Item("new", type: .file)
        func offered() -> [Alternative] {
            SharingRules(in: pair.open).verdict(.createFile, on: .inside(new, pair.one.description), to: nil)
                .alternatives
        }
        let before = offered()
        #expect(before.contains(.place(.documents)) && before.contains(.place(.tmp)))
        try pair.directory.makeDirectory("one/tmp")
        chmod(pair.directory.path + "/one/tmp", 0o555)
        chmod(pair.directory.path + "/one/Documents", 0o555)
        #expect(Set(before).subtracting(offered()) == [.place(.documents), .place(.tmp)])
    }

    @Test("a reserved name is refused to every party: without another name none is offered")
    func reservedName() throws {
        let rules = RuleBook.standard
        for path in ["Library/Caches", "Documents", "tmp"] as [ContainerPath] {
            for actor in ActingParty.allCases {
                let verdict = rules.verdictWithName(for: .createFile, on: Item(path, type: .file), as: actor)
                let isOtherParty = verdict.alternatives.contains { if case .actor = $0 { true } else { false } }
                #expect(
                    verdict.isRefused && (!isOtherParty || verdict.alternatives.first == .otherName), "\(path) \(actor)"
                )
            }
        }
    }
}
