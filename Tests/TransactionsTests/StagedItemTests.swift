import ContainerModel
import FileTree
import TestSupport
import Testing

@testable import Transactions

@Suite("Items as recorded before their sources are set aside")
struct StagedItemTests {
    @Test("what sets sources aside is known of records of earlier versions, too, which have nothing else")
    func earlierVersions() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        let (source, aside) = (try scene.inContainer("Documents/a"), try scene.inContainer("Documents/.sandglass-1-1"))
        let (temporary, place) = (try scene.onHost(".sandglass-1-2"), try scene.onHost("a"))
        let fingerprint = Fingerprint(
            try RootedDirectory(hostPath: Array(scene.container.utf8)).status("Documents/a"))
        let setting = Step.rename(from: source, to: aside, fingerprint)
        var item = StagedItem(index: 0, steps: [setting])
        #expect(item.settingAside == [setting])
        item.steps.append(.rename(from: temporary, to: place, fingerprint))
        item.cleanups = [.removeAside(aside, of: source, copy: place)]
        #expect(item.settingAside == [setting])
    }
}
