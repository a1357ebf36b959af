import TestSupport
import Testing

@Suite("A time point that cannot be read", .onManyThreads)
struct UnreadablePointTests {
    private static let template = SharingSandbox.template("write('App/Documents/n.txt', b'needle')")

    @Test(
        "is never taken for a file, whichever call fails", arguments: [["grep", "needle", "@k"], ["hash", "@k"]],
        ["openat", "pread64"])
    func failing(call: [String], function: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        #expect(try sandbox.run("keep", "App", "--name", "k").status == 0)
        let whole = try sandbox.run(call)
        #expect(whole.status == 0)
        for number in 1...60 {
            let result = try sandbox.run(
                call,
                tracing: [
                    "-o", sandbox("trace"), "-P", sandbox("state/sandglass/keeps/points/k"), "-e", "trace=\(function)",
                    "-e", "inject=\(function):error=EIO:when=\(number)",
                ])
            guard try sandbox.text("trace").contains("INJECTED") else { return }
            #expect(
                result.status > 1 || result.status == 0 && result.text == whole.text,
                "\(call) \(function) \(number): \(result.status) \(result.text) \(result.errors)")
        }
    }
}
