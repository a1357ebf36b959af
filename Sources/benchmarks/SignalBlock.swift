import System

/// Blocks the signals that end programs until the trees are removed.
enum SignalBlock {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    static func holdBack() { mask(SIG_BLOCK) }

    /// Unblocks the signals; a pending one ends the program now.
    static func letThrough() { mask(SIG_UNBLOCK) }

    /// Checks for pending signals.
    /// - Throws: `BenchmarkError` if the program has been asked to end.
    static func check() throws {
        var pending = sigset_t()
        sigpending(&pending)
        if signals.contains(where: { sigismember(&pending, $0) == 1 }) { throw BenchmarkError("interrupted") }
    }

    private static func mask(_ how: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(how, &set, nil)
    }
}
