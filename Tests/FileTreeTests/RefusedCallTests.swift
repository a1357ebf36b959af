import ContainerModel
import FileTree
import System
import TestSupport
import Testing

/// Opening items when the kernel, or a container's seccomp filter, refuses openat2.
struct RefusedCallTests {
    @Test(
        "if openat2 is refused, as in some containers, paths are opened component by component",
        arguments: [ENOSYS, EPERM])
    func refused(number: Int32) throws {
        // A filter cannot be removed, and the refusal is remembered: both end with the process.
        try inOwnProcess("\(number)") {
            try withTemporaryDirectory { directory in
                try directory.write("contents", to: "a/b/file")
                try directory.link("link", to: "a")
                refuseOpenat2(answering: number)
                let root = try directory.rooted(.resolveBeneath)
                #expect(openat2Answers() == number)
                for _ in 0..<3 {
                    #expect(try FileContents.read("a/b/file", in: root, limit: 100) == Array("contents".utf8))
                    #expect(try diskError { _ = try root.openFile("link/b/file") }?.code == .throughLink)
                    #expect(try diskError { _ = try root.openDirectory("link") }?.code == .throughLink)
                    #expect(try root.openDirectory("a/b").number >= 0)
                }
            }
        }
    }
}

private typealias AnyCall = @convention(c) (Int, Int, Int, Int, Int) -> Int

/// Returns a variadic function, which the Glibc module lacks; on Linux it takes integers like any other function.
private func variadic(_ name: String) -> AnyCall {
    unsafeBitCast(dlsym(nil, name)!, to: AnyCall.self)  // Every libc has prctl and syscall.
}

private let openat2Number = 437

/// Returns the errno of openat2 for invalid arguments.
private func openat2Answers() -> Int32 {
    _ = variadic("syscall")(openat2Number, -1, 0, 0, 0)
    return errno
}

/// Makes the kernel refuse openat2 to this process (seccomp(2)).
private func refuseOpenat2(answering number: Int32) {
    // Each instruction is {u16 code, u8 if true, u8 if false, u32 value}: load the call's number; refuse openat2.
    func instruction(_ code: UInt64, _ whenTrue: UInt64, _ whenFalse: UInt64, _ value: UInt64) -> UInt64 {
        code | whenTrue << 16 | whenFalse << 24 | value << 32
    }
    let filter = [
        instruction(0x20, 0, 0, 0),
        instruction(0x15, 0, 1, UInt64(openat2Number)),
        instruction(0x06, 0, 0, 0x0005_0000 | UInt64(number)),
        instruction(0x06, 0, 0, 0x7fff_0000),
    ]
    filter.withUnsafeBufferPointer { instructions in
        // struct sock_fprog: u16 count, then the address.
        let program = [instructions.count, Int(bitPattern: instructions.baseAddress)]
        program.withUnsafeBufferPointer { program in
            let prctl = variadic("prctl")
            // PR_SET_NO_NEW_PRIVS, then PR_SET_SECCOMP with SECCOMP_MODE_FILTER.
            #expect(prctl(38, 1, 0, 0, 0) == 0)
            #expect(prctl(22, 2, Int(bitPattern: program.baseAddress), 0, 0) == 0)
        }
    }
}
