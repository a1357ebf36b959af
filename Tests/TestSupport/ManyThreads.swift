// Swift Testing is found only where tests are built: a build of everything for release leaves this file out.
#if canImport(Testing)
import Synchronization
import System
package import Testing

/// Runs the tests of a suite on more threads than there are processors: they wait for programs and for the disk most of
/// the time, and the threads of Swift's own executor are as many as the processors.
package struct ManyThreads: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadedExecutor.shared) { try await function() }
    }
}

extension Trait where Self == ManyThreads {
    /// Runs the tests of a suite on more threads than there are processors.
    package static var onManyThreads: Self { ManyThreads() }
}

/// An executor with twice as many threads as there are processors.
private final class ThreadedExecutor: TaskExecutor {
    static let shared = ThreadedExecutor()

    private let jobs = Mutex<[UnownedJob]>([])
    nonisolated(unsafe) private let available = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    private init() {
        sem_init(available, 0, 0)
        for _ in 0..<2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            // Tests recurse deeply in a debug build.
            pthread_attr_setstacksize(&attributes, 16 << 20)
            var thread = pthread_t()
            let executor = Unmanaged.passUnretained(self).toOpaque()
            let failure = pthread_create(
                &thread, &attributes,
                { argument in
                    if let argument { ThreadedExecutor.run(argument) }
                    return nil
                }, executor)
            precondition(failure == 0, "pthread_create: \(failure)")
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(available)
    }

    private static func run(_ executor: UnsafeMutableRawPointer) -> Never {
        let executor = Unmanaged<ThreadedExecutor>.fromOpaque(executor).takeUnretainedValue()
        while true {
            guard sem_wait(executor.available) == 0 else { continue }
            let job = executor.jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }
}
#endif
