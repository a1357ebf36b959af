import System

/// Returns the processor time that a body has used on its thread.
///
/// Unlike the time of a clock, other processes do not add to it. It is for limits that work of a higher complexity exceeds by far.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
    let start = threadTime()
    try body()
    return threadTime() - start
}

private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
