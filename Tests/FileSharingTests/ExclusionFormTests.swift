import ContainerModel
import ContainerStore
import FileTree
import Formats
import System
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// The exclusion attribute is written in the form that a container uses already.
@Suite("Forms of the exclusion attribute", .onManyThreads)
struct ExclusionFormTests {
    private static let name = ExclusionAttribute.standard.name

    /// A pipeline for a container in a directory, with a journal elsewhere.
    private func scene(_ directory: TemporaryDirectory, _ home: TemporaryDirectory) throws -> (
        pipeline: OperationPipeline, item: (String) -> ItemAddress
    ) {
        for path in ["Documents/a", "Documents/b", "Library/x", "tmp/x"] {
            try directory.write("x".utf8, to: "App/" + path)
        }
        guard case .container(let container, _) = try ContainerStore.open(Array(directory("App").utf8)) else {
            throw CommandError(call: "open", number: 0)
        }
        let pipeline = OperationPipeline(
            OpenRoots(container),
            in: TransactionEnvironment(
                stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)))
        return (pipeline, { ItemAddress(container.root, ContainerPath($0) ?? .root) })
    }

    @discardableResult
    private func run(_ pipeline: OperationPipeline, _ operation: FileOperation) throws -> Preparation {
        let preparation = try pipeline.planOperation(operation)
        guard case .completed(let completion) = pipeline.runOperation(preparation) else {
            throw CommandError(call: "complete", number: 0)
        }
        #expect(completion.state == .done, "\(completion.summary) \(completion.notices)")
        return preparation
    }

    private func attributes(_ path: String) throws -> [String] {
        try Python.lines("import os, sys\nfor name in sorted(os.listxattr(sys.argv[1])): print(name)", path)
    }

    @Test("beside other attributes of rsync --fake-super, on the item or else on its directory, its prefix is used")
    func rsync() throws {
        try withTemporaryDirectory { directory in
            try withTemporaryDirectory { home in
                let (pipeline, item) = try scene(directory, home)
                let stat = Array("100644 0,0 501:501".utf8)
                try directory.setAttribute("user.rsync.%stat", stat, on: "App/Documents/a")
                try directory.setAttribute("user.rsync.%stat", stat, on: "App/Library")
                let items: ItemSet = [item("Documents/a"), item("Documents/b"), item("Library/x")]
                try run(pipeline, .setExclusion(items, excludes: true))
                let rsync = "user.rsync." + Self.name
                #expect(try attributes(directory("App/Documents/a")) == ["user.rsync.%stat", rsync])
                #expect(try attributes(directory("App/Library/x")) == [rsync])
                #expect(try attributes(directory("App/Documents/b")) == ["user." + Self.name])
                let again = try pipeline.planOperation(.setExclusion(items, excludes: true))
                #expect(again.decision.items.allSatisfy { $0.outcome == .alreadySo })
                try run(pipeline, .setExclusion(items, excludes: false))
                #expect(try attributes(directory("App/Documents/a")) == ["user.rsync.%stat"])
                #expect(try attributes(directory("App/Library/x")) == [])
            }
        }
    }

    @Test("where there are no attributes, an AppleDouble file gets it, and loses it again; undo brings back each state")
    func appleDouble() throws {
        guard PrivateMounts.areAllowed else { return }
        try withTemporaryDirectory { directory in
            try withTemporaryDirectory { home in
                try PrivateMounts.with("ramfs", "mode=755", on: directory) { _ in
                    let (pipeline, item) = try scene(directory, home)
                    // Nothing says that AppleDouble files would be read.
                    let refused = try pipeline.planOperation(.setExclusion([item("Documents/a")], excludes: true))
                    #expect(refused.decision.items.map(\.outcome) == [.refused])
                    try AppleDoubleScript.write(directory("App/Documents/._a"), "com.apple.quarantine")
                    let original = ["com.apple.quarantine x", "fork FORK!"]
                    let excluded = "\(Self.name) com.apple.MobileBackup"
                    try run(pipeline, .setExclusion([item("Documents/a"), item("Documents/b")], excludes: true))
                    #expect(
                        try AppleDoubleScript.read(directory("App/Documents/._a")) == [
                            original[0], excluded, original[1],
                        ])
                    #expect(try AppleDoubleScript.read(directory("App/Documents/._b")) == [excluded, "fork "])
                    let again = try pipeline.planOperation(.setExclusion([item("Documents/a")], excludes: true))
                    #expect(again.decision.items.map(\.outcome) == [.alreadySo])
                    try run(pipeline, .setExclusion([item("Documents/a"), item("Documents/b")], excludes: false))
                    #expect(try AppleDoubleScript.read(directory("App/Documents/._a")) == original)
                    #expect(access(directory("App/Documents/._b"), F_OK) != 0)
                    try run(pipeline, .undo(.number(2)))
                    #expect(try AppleDoubleScript.read(directory("App/Documents/._b")) == [excluded, "fork "])
                    try run(pipeline, .undo(.number(1)))
                    #expect(try AppleDoubleScript.read(directory("App/Documents/._a")) == original)
                }
            }
        }
    }

    @Test("a damaged AppleDouble file is left alone")
    func damaged() throws {
        guard PrivateMounts.areAllowed else { return }
        try withTemporaryDirectory { directory in
            try withTemporaryDirectory { home in
                try PrivateMounts.with("ramfs", "mode=755", on: directory) { _ in
                    let (pipeline, item) = try scene(directory, home)
                    try directory.write("not an AppleDouble file".utf8, to: "App/Documents/._a")
                    let preparation = try pipeline.planOperation(.setExclusion([item("Documents/a")], excludes: true))
                    #expect(preparation.isEmpty)
                    #expect(preparation.decision.items.map(\.outcome) == [.unavailable])
                }
            }
        }
    }
}
