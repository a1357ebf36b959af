import Formats
import TestSupport
import Testing

@Suite("Changing values inside files", .onManyThreads)
struct ValueEditTests {
    private static let script = ValueTreeScript.functions + "\n" + Script.text("value_edits")

    @Test(
        "of thousands of random changes, each changes its value alone, as Python reads the files",
        arguments: ["binary", "xml", "json", "old"])
    func random(_ form: String) throws {
        let count = runsLongTests ? 10_000 : 400
        let seed = RandomSeed.value % 1_000_000
        let made = try Python.run(Self.script, ["make", form, "\(seed)", "\(count)"])
        let cases = String(decoding: made, as: UTF8.self).split(separator: "\n")
        #expect(cases.count == count)
        var results: [String] = []
        for line in cases {
            do throws(ValueEditError) {
                results.append(hexadecimal(try Self.applied(line, named: form == "json" ? "a.json" : "a.plist").bytes))
            } catch {
                results.append("!\(error.code) \(error.message)")
            }
        }
        let input = Array(results.joined(separator: "\n").utf8)
        let verdicts = try Python.run(Self.script, ["check", form, "\(seed)", "\(count)"], input: input)
        for (index, verdict) in String(decoding: verdicts, as: UTF8.self).split(separator: "\n").enumerated()
        where verdict != "same" {
            Issue.record("SANDGLASS_TEST_SEED=\(seed), case \(index): \(verdict); \(cases[index])")
        }
    }

    /// Makes the change of a line that the script printed.
    private static func applied(_ line: Substring, named name: String) throws(ValueEditError) -> ValueEditor.Result {
        let fields = line.split(separator: " ")
        func text(_ digits: Substring) -> [UInt8] { digits == "-" ? [] : bytes(hexadecimal: digits) }
        let steps = fields[3] == "root" ? [] : fields[3].split(separator: ",").map { ValueStep(text($0)) }
        let written = String(decoding: text(fields[4]), as: UTF8.self)
        var value = NewValue.written(written)
        if let kind = NewValue.Kind(rawValue: String(fields[2])) { value = try NewValue(written, as: kind) }
        let action: ValueEdit.Action =
            switch fields[1] {
            case "add": .add(value)
            case "append": .append(value)
            case "delete": .delete
            default: .set(value)
            }
        return try ValueEditor.apply([ValueEdit(action, at: steps)], to: text(fields[0]), named: name)
    }
}
