import Audit
import ContainerModel
import ContainerStore
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about app-switcher snapshots.
@Suite("Rules about snapshots")
struct SnapshotRuleTests {
    private static let scene = "Library/SplashBoard/Snapshots/sceneID:com.example.tide-default/A@2x.ktx"
    private static let launch = "Library/SplashBoard/Snapshots/com.example.tide - {DEFAULT GROUP}/A@2x.ktx"
    private static let content = PlantedFile.snapshot(0, 0xff)

    static let cases: [ContainerCase] = [
        ContainerCase(
            "snapshot.content", plant: { $0.files[scene] = content },
            // Shades that an eye does not tell apart.
            miss: { $0.files[scene] = PlantedFile.snapshot(0x41, 0x42) }),
        ContainerCase(
            "snapshot.content", "of the launch", plant: { $0.files["Library/Caches/Snapshots/A.ktx"] = content },
            miss: { $0.files[launch] = content }),
        ContainerCase(
            "snapshot.exits-on-suspend",
            plant: {
                $0.files[scene] = PlantedFile.snapshot(0, 0)
                $0.answers = [(.exitsOnSuspend, .yes)]
            },
            miss: {
                $0.files[launch] = content
                $0.answers = [(.exitsOnSuspend, .yes)]
            }),
        ContainerCase(
            "snapshot.exits-on-suspend", "where it is not declared",
            plant: {
                $0.files["Library/Caches/Snapshots/A.ktx"] = content
                $0.answers = [(.exitsOnSuspend, .yes)]
            },
            miss: {
                $0.files[scene] = content
                $0.answers = [(.exitsOnSuspend, .no)]
            }),
    ]

    @Test("a planted defect is found, and what comes near it is not", arguments: cases)
    func plantedAndMissed(_ one: ContainerCase) throws {
        let counts = try one.counts()
        #expect(counts.planted == 1)
        #expect(counts.missed == 0)
    }
}
