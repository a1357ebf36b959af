import System

/// Whether this process may read everything, so that tests of refused access have to drop privileges first.
package var isRoot: Bool { geteuid() == 0 }

extension TemporaryDirectory {
    /// Gives everything in the directory to the user `nobody`, if this process is root: without privileges, its
    /// permissions apply.
    package func giveToNobody() throws {
        guard isRoot else { return }
        let status = try runCommand(["chown", "-R", "nobody", path]).status
        guard status == 0 else { throw CommandError(call: "chown", number: status) }
    }
}

/// Calls `body` on a separate thread with the rights of the user `nobody`, if this process is root.
///
/// The user ID for file access belongs to the thread (setfsuid(2)), so other tests are not affected.
package func withoutPrivileges<Result>(_ body: () throws -> Result) throws -> Result {
    try onThread(prepare: dropPrivilegesOfThread, body)
}

/// Calls `prepare` and `body` on a separate thread and waits for its end.
func onThread<Result>(prepare: @escaping () -> Void = {}, _ body: () throws -> Result) throws -> Result {
    try withoutActuallyEscaping(body) { body in
        let work = ThreadWork(prepare, body)
        var thread = pthread_t()
        let started = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<AnyWork>.fromOpaque(argument).takeUnretainedValue().run() }
                return nil
            },
            Unmanaged<AnyWork>.passUnretained(work).toOpaque()
        )
        guard started == 0 else { throw CommandError(call: "pthread_create", number: started) }
        pthread_join(thread, nil)
        defer { work.body = nil }
        return try work.outcome!.get()  // Set by the thread, which has ended.
    }
}

/// Permanently drops the calling thread's right to read everything.
package func dropPrivilegesOfThread() {
    guard isRoot else { return }
    typealias SetUser = @convention(c) (UInt32) -> Int32
    for name in ["setfsgid", "setfsuid"] {
        // Not in the Glibc module.
        guard let symbol = dlsym(nil, name) else { continue }
        _ = unsafeBitCast(symbol, to: SetUser.self)(65_534)
    }
}

private class AnyWork {
    func run() {}
}

private final class ThreadWork<Value>: AnyWork {
    let prepare: () -> Void
    var body: (() throws -> Value)?
    var outcome: Swift.Result<Value, any Error>?

    init(_ prepare: @escaping () -> Void, _ body: @escaping () throws -> Value) {
        self.prepare = prepare
        self.body = body
    }

    override func run() {
        prepare()
        outcome = body.map { body in Swift.Result { try body() } }
    }
}
