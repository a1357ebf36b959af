import Jobs
import Synchronization
import Testing

@Suite("The register of tasks")
struct TaskRegisterTests {
    private let register = TaskRegister()

    /// Reports, as their receiver sees them.
    private final class Reports: Sendable {
        private let reports = Mutex<[TaskReport]>([])
        private let arrived = Semaphore()

        func receive(_ report: TaskReport) {
            reports.withLock { $0.append(report) }
            arrived.signal()
        }

        var all: [TaskReport] { reports.withLock { $0 } }

        /// Waits until as many have arrived.
        func wait(for count: Int) { while all.count < count { arrived.wait() } }
    }

    /// A pacing without any delay, so that each call of the meter reports.
    private static let eager = ProgressMeter.Pacing(after: 0, every: 0)
    /// A pacing under which no test waits for a report.
    private static let never = ProgressMeter.Pacing(after: 1_000_000, every: 1_000_000)

    @Test("progress is pushed by the thread that makes it, and not after the task has finished")
    func pushed() {
        let reports = Reports()
        let task = register.beginTask(within: Cancellation(), Self.eager) { reports.receive($0) }
        task.meter.add(files: 3)
        reports.wait(for: 1)
        #expect(reports.all.contains { $0.state == .running && $0.progress.filesDone == 3 })
        task.finish()
        let count = reports.all.count
        task.meter.add(files: 1)
        #expect(reports.all.count == count && reports.all.last?.state == .done)
    }

    @Test("work that makes no progress is reported all the same, with the time that it has taken")
    func still() {
        let reports = Reports()
        let task = register.beginTask(within: Cancellation(), ProgressMeter.Pacing(after: 20, every: 10)) {
            reports.receive($0)
        }
        reports.wait(for: 2)
        let times = reports.all.map(\.progress.nanoseconds)
        #expect(times[0] >= 20_000_000 && times[1] > times[0])
        task.finish()
    }

    @Test("a task that is quickly over is reported only if it fails, or is listed from the beginning")
    func quick() {
        for (isListed, failure, states) in [
            (false, nil, []), (false, "no", [.failed("no")]), (true, nil, [.running, .done]),
        ] as [(Bool, String?, [TaskState])] {
            let reports = Reports()
            let task = register.beginTask(within: Cancellation(), Self.never, isListed: isListed) {
                reports.receive($0)
            }
            if let failure { task.fail(failure) }
            task.finish()
            #expect(reports.all.map(\.state) == states)
        }
    }

    @Test("a task is over when it is released")
    func released() {
        let reports = Reports()
        _ = register.beginTask(within: Cancellation(), Self.never, isListed: true) { reports.receive($0) }
        #expect(reports.all.map(\.state) == [.running, .done])
    }

    @Test("one task is cancelled by its number, and all by the cancellation that they were begun with")
    func cancel() throws {
        let reports = Reports()
        let all = Cancellation()
        let tasks = (0..<2).map { _ in
            register.beginTask(within: all, Self.never, isListed: true) { reports.receive($0) }
        }
        let numbers = reports.all.map(\.number)
        register.cancel(try #require(numbers.first))
        #expect(tasks.map(\.cancellation.isCancelled) == [true, false])
        all.cancel()
        #expect(tasks.map(\.cancellation.isCancelled) == [true, true])
        for task in tasks { task.finish() }
        #expect(reports.all.suffix(2).map(\.state) == [.stopped, .stopped])
    }

    @Test("a register that reminds later reports work without progress only then, and progress before as well")
    func later() {
        let register = TaskRegister(remindsLater: true)
        let (quiet, busy) = (Reports(), Reports())
        let task = register.beginTask(within: Cancellation(), Self.eager) { quiet.receive($0) }
        let other = register.beginTask(within: Cancellation(), Self.eager) { busy.receive($0) }
        other.meter.add(files: 1)
        busy.wait(for: 1)
        #expect(quiet.all.isEmpty)
        register.remind()
        quiet.wait(for: 1)
        #expect(quiet.all.first?.state == .running)
        task.finish()
        other.finish()
    }
}
