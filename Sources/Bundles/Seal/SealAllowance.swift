import ContainerStore
import Formats
import System

/// The remaining budget of one verification. Each seal and each signature has its own limits, but a hostile bundle has
/// thousands of them.
struct SealAllowance {
    /// The number of bytes of property lists, seals and signatures that are kept in memory.
    private var bytes = 128 << 20
    /// The number of items of all seals together; a real app has some ten thousand.
    private var items = 500_000
    /// How long the rules of all seals together may be matched, in nanoseconds: some microseconds for each item.
    private var matchingTime: UInt64 = 20_000_000_000

    /// Counts bytes that are kept.
    /// - Throws: `FileProblem` if there are too many.
    mutating func take(bytes count: Int) throws(FileProblem) {
        guard count <= bytes else {
            throw FileProblem(tooLarge: "the seals and code signatures of the bundle are larger than 128 MiB together")
        }
        bytes -= count
    }

    /// Counts the items of a seal.
    /// - Throws: `FileProblem` if there are too many.
    mutating func take(items count: Int) throws(FileProblem) {
        guard count <= items else {
            throw FileProblem(tooLarge: "the seals of the bundle list more than 500,000 items together")
        }
        items -= count
    }

    /// Returns the result of `match`, whose time counts.
    /// - Throws: `FileProblem` if a rule, or all together, have taken too long.
    mutating func matching<Value>(
        _ match: () throws(SealRuleMatcher.Exhaustion) -> Value
    ) throws(FileProblem) -> Value {
        guard matchingTime > 0 else { throw FileProblem(tooLarge: "the rules of the seals take too long to match") }
        let start = MonotonicClock.now()
        defer { matchingTime -= min(matchingTime, MonotonicClock.now() - start) }
        do throws(SealRuleMatcher.Exhaustion) {
            return try match()
        } catch {
            throw FileProblem(tooLarge: "the rule \(error.pattern) takes too long to match")
        }
    }
}
