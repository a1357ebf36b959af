import Testing

@testable import Documents

@Suite("Conditions on the rows of tables")
struct TableConditionTests {
    @Test(
        "blanks behind the comparison belong to the value, except for one if there is one before it, too",
        arguments: [
            ("b=a", "b", "a"), ("b= a", "b", " a"), ("b=a ", "b", "a "), ("b=  ", "b", "  "), ("b=", "b", ""),
            ("b = a", "b", "a"), ("b =  a", "b", " a"), ("b  =a", "b", "a"), ("b = ", "b", ""), (" b >= a", "b", "a"),
            ("the  size<5", "the  size", "5"), ("b=c = d", "b", "c = d"), ("b~ = ", "b", " = "), ("b!=\ta", "b", "\ta"),
            ("b = =a", "b", "=a"), ("b < >a", "b", ">a"), ("b < =a", "b", "=a"),
        ])
    func blanks(text: String, column: String, value: String) throws {
        let condition = try #require(TableCondition(text))
        #expect(condition.column == column && condition.value == value)
        #expect(TableCondition(condition.text) == condition)
    }

    @Test(
        "the signs of other languages stand for those of conditions",
        arguments: [("b==10", "b=10"), ("b == a", "b=a"), ("b<>a", "b!=a"), ("b <> a", "b!=a"), ("b===a", "b = =a")])
    func signs(text: String, meant: String) throws {
        let condition = try #require(TableCondition(text))
        #expect(condition == TableCondition(meant) && TableCondition(condition.text) == condition)
    }

    @Test("a column is required", arguments: ["", "b", "=a", "  = a"])
    func noColumn(text: String) {
        #expect(TableCondition(text) == nil)
    }

    @Test(
        "a column is found by its title, in another case and with other blanks, too",
        arguments: [("x  y", 1), ("x y", 0), ("X  Y", 1), ("x   y", 0), ("z", nil)] as [(String, Int?)])
    func columns(title: String, index: Int?) {
        #expect(["x y", "x  y", " other"].index(ofColumn: title) == index)
        #expect(["x y", "x  y", " other"].index(ofColumn: "Other") == 2)
    }
}
