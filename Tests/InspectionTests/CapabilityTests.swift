import Testing

@testable import Inspection

@Suite("Capabilities that an app needs")
struct CapabilityTests {
    @Test(
        "capabilities that are needed come before those of devices that are excluded",
        arguments: [
            (["telephony": true, "magnetometer": false], "telephony; excludes devices with a magnetometer"),
            (["arm64": true, "location-services": true], "arm64, location-services"),
            (
                ["accelerometer": false, "front-facing-camera": false, "wifi": false],
                "excludes devices with an accelerometer, a front-facing-camera, wifi"
            ),
        ] as [([String: Bool], String)])
    func sentence(capabilities: [String: Bool], text: String) {
        #expect(ContainerReport.needs(capabilities) == text)
    }
}
