import ContainerStore
import System
import TestSupport
import Testing

struct StateDirectoryTests {
    @Test("a state directory is created and opened at a path that is not UTF-8")
    func bytes() throws {
        try withTemporaryDirectory { directory in
            let path = Array(directory("caf").utf8) + [0xe9] + Array("/sandglass".utf8)
            let opened = try StateDirectory(path: path).opened(makesIt: true)
            #expect(withNullTerminated(path) { access($0, F_OK) } == 0)
            withExtendedLifetime(opened) {}
            let made = try runCommand(["find", directory.path, "-mindepth", "1", "-printf", "%m %P\n"])
            let lines = made.stdout.split(separator: UInt8(ascii: "\n")).map(Array.init)
            let folder = Array("700 caf".utf8) + [0xe9]
            #expect(lines == [folder, folder + Array("/sandglass".utf8)])
        }
    }

    @Test("a state directory that cannot be created is reported with its path")
    func refusal() throws {
        try withTemporaryDirectory { directory in
            directory.write("file", "x")
            let state = StateDirectory(path: directory("file/below"))
            do {
                _ = try state.opened(makesIt: true)
                Issue.record("it was opened")
            } catch let error as StateError {
                #expect(error.message == "could not make \(directory("file/below")): Not a directory")
                #expect(error.code == .inputOutput && error.hostPath == Array(directory("file/below").utf8))
                #expect(error.systemError == Errno(rawValue: ENOTDIR))
            }
        }
    }
}
