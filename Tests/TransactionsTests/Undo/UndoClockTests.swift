import System
import TestSupport
import Testing

@testable import Transactions

/// The file that is edited while the clock is behind.
enum BackdatedEdit: String, CaseIterable, Sendable {
    case file, fileInDirectory, onceUndoneAndRedone

    var path: String { self == .file ? "Documents/one" : "Documents/Album/a" }
}

@Suite(
    "Undo after the clock was set back",
    .enabled(if: PrivateMounts.canMake("ext4"), "ext4 cannot be made or mounted here"), .onManyThreads)
struct UndoClockTests {
    /// Sets the change and modification times of an item in an unmounted ext4 image to an hour ago.
    private func backdate(_ path: String, in image: String) throws {
        let time = "@" + String(time(nil) - 3_600)
        for field in ["ctime", "mtime"] {
            let result = try runCommand(["debugfs", "-w", "-R", "set_inode_field \(path) \(field) \(time)", image])
            #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
        }
    }

    @Test(
        "a file whose edit is dated before the transaction is not discarded without asking",
        arguments: BackdatedEdit.allCases
    )
    func edited(edit: BackdatedEdit) throws {
        try withTemporaryDirectory { directory in
            try PrivateMounts.withImage("ext4", megabytes: 32, in: directory) { place in
                let scene = try Scene(on: place.path)
                try scene.write("host/Album/a", "album")
                try scene.write("host/one", "first")
                try scene.execute(
                    .copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album")),
                    .copy(scene.onHost("one"), to: scene.inContainer("Documents/one")))
                if edit == .onceUndoneAndRedone {
                    try scene.undo()
                    try scene.redo()
                }
                let file = scene.container + "/" + edit.path
                // In place, with the same length.
                let opened = open(file, O_WRONLY | O_CLOEXEC)
                #expect(write(opened, "other", 5) == 5)
                close(opened)
                scene.closeRoots()
                try PrivateMounts.unmount(place.path)
                try backdate(String(file.dropFirst(place.path.count)), in: directory("image"))
                #expect(try runCommand(["mount", "-o", "loop", directory("image"), place.path]).status == 0)
                let before = try scene.state()
                let error = #expect(throws: TransactionError.self) { try scene.undo() }
                #expect(error?.code == .changed)
                #expect(error?.message.contains("\(edit.path) has been changed since") == true)
                #expect(try scene.state() == before)
                try scene.undo(changed: .moveToTrash)
                #expect(try scene.state("container") == ["container./Documents d "])
            }
        }
    }
}
