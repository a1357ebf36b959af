import ContainerModel
import ContainerStore
import FileTree
import Inspection
import TestSupport
import Testing

@Suite("The operations that an explanation lists")
struct ExplanationVerdictTests {
    @Test(
        "operations that only the system can perform are listed for the system alone",
        arguments: ActingParty.allCases, ["Documents/a.txt", "Documents/Inbox", "Library/Caches", "tmp/x"])
    func systemOnly(actor: ActingParty, path: String) throws {
        let directory = TemporaryDirectory()
        for name in ["Documents/Inbox", "Library/Caches", "tmp"] { try directory.makeDirectory(name) }
        try directory.write("text", to: "Documents/a.txt")
        let (container, item) = try ContainerStore.locate(Array(directory(path).utf8))
        let explanation = try Explanation(of: item, in: container, as: actor)
        let operations = explanation.verdicts(in: container.description, state: DeviceState()).map(\.operation)
        #expect(operations.contains { $0.operation == .delete })
        let listed = Set(operations.map(\.operation)).intersection([.deliver, .purge, .snapshot])
        #expect(listed == (actor == .system ? [.deliver, .purge, .snapshot] : []))
    }
}
