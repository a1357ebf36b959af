import Jobs
import Testing

struct BoundedListTests {
    @Test("the first elements are kept and all are counted")
    func bounded() {
        var list = BoundedList<Int>()
        #expect(list.isEmpty)
        for number in 0..<700 { list.append(number) }
        var other = BoundedList<Int>()
        for number in 700..<5_000 { other.append(number) }
        list.append(contentsOf: other)
        #expect(list.count == 5_000 && list.first == Array(0..<1_000))
    }
}
