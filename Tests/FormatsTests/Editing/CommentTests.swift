import Formats
import TestSupport
import Testing

/// Expected texts are written by hand, by what a person would leave of each.
@Suite("Comments around changed values")
struct CommentTests {
    private typealias Row = (text: String, action: ValueEdit.Action, path: [String], result: String)

    private static let value = ValueEdit.Action.add(.string("v"))

    private static let oldStyle: [Row] = [
        // The first item.
        ("( /* none yet */ )", .append(.string("v")), [], #"( /* none yet */ "v" )"#),
        ("(/* none */)", .append(.string("v")), [], #"(/* none */ "v")"#),
        ("(\n\t// none\n)", .append(.string("v")), [], "(\n\t// none\n\t\"v\"\n)"),
        ("( // none\n)", .append(.string("v")), [], "( // none\n\t\"v\"\n)"),
        ("{ /* none */ }", value, ["k"], #"{ /* none */ "k" = "v"; }"#),
        ("{ // none\n}", value, ["k"], "{ // none\n\t\"k\" = \"v\";\n}"),
        ("{ // none\r}", value, ["k"], "{ // none\n\t\"k\" = \"v\";\n}"),
        ("{ l = (/* none */); }", .append(.string("v")), ["l"], #"{ l = (/* none */ "v"); }"#),
        ("// nothing yet\n", value, ["k"], "// nothing yet\n\"k\" = \"v\";\n"),
        ("// nothing yet", value, ["k"], "// nothing yet\n\"k\" = \"v\";\n"),
        // The last item.
        ("( /* one */ a /* two */ )", .delete, ["0"], "( /* one */ /* two */ )"),
        ("( // one\n a )", .delete, ["0"], "( // one\n  )"),
        ("(\n\ta, // one\n)", .delete, ["0"], "( // one\n)"),
        ("( a, )", .delete, ["0"], "()"),
        ("{ /* one */ a = b; /* two */ }", .delete, ["a"], "{ /* one */ /* two */ }"),
        ("{ // one\n a = b; }", .delete, ["a"], "{ // one\n  }"),
        ("// one\na = b; // two\n", .delete, ["a"], "// one\n // two\n"),
        // Others.
        ("(a, // about a\n b)", .delete, ["1"], "(a // about a\n )"),
        ("(a, // about a\n b\n)", .delete, ["1"], "(a // about a\n)"),
        ("(a, /* of b */ b, c)", .delete, ["1"], "(a /* of b */, c)"),
        (#"("a", "b"/* of b */)"#, .delete, ["1"], #"("a"/* of b */)"#),
        ("(a, \"b\"/* of b */)", .delete, ["1"], "(a /* of b */)"),
        ("(a, // of a\n b)", .delete, ["0"], "( // of a\n b)"),
        ("(a, b)", .delete, ["0"], "(b)"),
        ("a = 1; // c\nb = 2; c = 3;\n", .delete, ["b"], "a = 1; // c\n c = 3;\n"),
        ("{ // c\n a = 1; b = 2; }", .delete, ["a"], "{ // c\n b = 2; }"),
        ("{ a = 1; // c\n b = 2;\n}", .delete, ["b"], "{ a = 1; // c\n}"),
        ("{ a = 1 /* of a */ }", value, ["k"], #"{ a = 1; "k" = "v"; /* of a */ }"#),
    ]

    private static let xml: [Row] = [
        ("<array><!-- none --></array>", .append(.string("v")), [], "<array><!-- none --><string>v</string></array>"),
        ("<dict><!-- none --></dict>", value, ["k"], "<dict><!-- none --><key>k</key><string>v</string></dict>"),
        ("<dict/>", value, ["k"], "<dict><key>k</key><string>v</string></dict>"),
        (#"<array id="a" />"#, .append(.string("v")), [], #"<array id="a"><string>v</string></array>"#),
        ("<array><!-- one --><true/><!-- two --></array>", .delete, ["0"], "<array><!-- one --><!-- two --></array>"),
        ("<dict><!-- one --><key>k</key><true/></dict>", .delete, ["k"], "<dict><!-- one --></dict>"),
    ]

    private func applied(_ row: Row, around head: String = "", _ tail: String = "") throws -> String {
        let edit = ValueEdit(row.action, at: row.path.map { ValueStep($0) })
        let result = try ValueEditor.apply([edit], to: Array((head + row.text + tail).utf8), named: "a.plist")
        return String(decoding: result.bytes, as: UTF8.self)
    }

    @Test("of an old-style list stay, and hide nothing that was outside of them", arguments: oldStyle.indices)
    func oldStyleLists(_ index: Int) throws {
        #expect(try applied(Self.oldStyle[index]) == Self.oldStyle[index].result)
    }

    @Test("of a list in XML stay, and so do attributes of an empty element", arguments: xml.indices)
    func xmlLists(_ index: Int) throws {
        let row = Self.xml[index]
        let (head, tail) = (#"<plist version="1.0">"#, "</plist>")
        #expect(try applied(row, around: head, tail) == head + row.result + tail)
    }
}
