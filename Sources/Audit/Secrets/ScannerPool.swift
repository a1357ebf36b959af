import Synchronization

/// Scanners that one part of the work after the other uses: to prepare one takes as long as it takes to examine some files.
///
/// Each is used by one thread at a time: it is in the pool, or with the thread that took it out.
final class ScannerPool: @unchecked Sendable {
    private let lock = Mutex(())
    private var idle: [SecretScanner] = []

    /// Calls a closure with a scanner that no other thread uses.
    func withOne<Result>(_ context: AuditContext, _ body: (SecretScanner) -> Result) -> Result {
        let scanner = lock.withLock { _ in idle.popLast() } ?? SecretScanner(context)
        defer { lock.withLock { _ in idle.append(scanner) } }
        return body(scanner)
    }
}
