/// Returns pairs in which each value of both lists occurs; all pairs, if tests that take minutes are enabled.
package func pairs<One, Other>(_ ones: [One], _ others: [Other]) -> [(One, Other)] {
    guard !runsLongTests else { return ones.flatMap { one in others.map { (one, $0) } } }
    return (0..<max(ones.count, others.count)).map { (ones[$0 % ones.count], others[$0 % others.count]) }
}
