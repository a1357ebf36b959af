import ContainerModel
import ContainerStore
import System
import TestSupport
import Testing

/// An app without a profile, as from the App Store, in the copy of a device.
@Suite("Entitlements in a signature")
struct SignedEntitlementsTests {
    private static let group = "private/var/mobile/Containers/Shared/AppGroup/00000000-0000-4000-8000-0000000000ff"

    /// Gives Tide an executable that is signed with a group, whose container does not have the app's name.
    private static let script = Script.text("signed_entitlements")

    private func group(_ form: String, _ damage: String = "") throws -> (TemporaryDirectory, ContainerDescription) {
        let copy = TemporaryDirectory()
        try DeviceCopy.make(in: copy)
        try Python.run(Self.script, [copy.path, DeviceCopy.tideBundle, Self.group, form, damage])
        return (copy, try copy.container(Self.group).0)
    }

    @Test("a group belongs to the app whose executable is signed with it", arguments: ["thin", "fat"])
    func group(form: String) throws {
        let (copy, group) = try group(form)
        #expect(group.membership?.apps == ["com.example.tide"])
        #expect(try copy.container(DeviceCopy.tide).0.app.entitlements?[.appGroups] == ["group.net.other"])
    }

    @Test(
        "a signature that is damaged, or one for a simulator, gives no entitlements",
        arguments: ["offset", "length", "magic", "simulator"])
    func damaged(what: String) throws {
        let (copy, group) = try group("thin", what)
        #expect(group.membership?.apps == [])
        #expect(try copy.container(DeviceCopy.tide).0.app.entitlements == nil)
        // Names decide then.
        #expect(try copy.container(DeviceCopy.tideGroup).0.membership?.apps == ["com.example.tide"])
    }
}
