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
    private static let script = """
        import os, plistlib, struct, sys
        os.chdir(sys.argv[1])
        app, group, isFat, damage = sys.argv[2], sys.argv[3], sys.argv[4] == 'fat', sys.argv[5]
        def blob(magic, data): return struct.pack('>II', magic, len(data) + 8) + data
        entitled = blob(0xfade7171, plistlib.dumps({'com.apple.security.application-groups': ['group.net.other'],
            **({} if damage == 'simulator' else {'application-identifier': 'TEAM123456.com.example.tide'})}))
        other = blob(0xfade0c01, b'\\0\\0\\0\\0')
        start = 12 + 16
        signature = struct.pack('>IIIIIII', 0xfade0cc0, start + len(other) + len(entitled), 2, 2, start,
                                5, start + len(other)) + other + entitled
        if damage == 'offset': signature = signature[:24] + b'\\x7f\\xff\\xff\\xff' + signature[28:]
        if damage == 'length': signature = signature.replace(b'\\xfa\\xde\\x71\\x71\\0\\0', b'\\xfa\\xde\\x71\\x71\\x7f\\xff')
        if damage == 'magic': signature = b'none' + signature[4:]
        image = struct.pack('<8I', 0xfeedfacf, 0x0100000c, 0, 2, 1, 16, 0, 0)
        image += struct.pack('<4I', 0x1d, 16, 48, len(signature)) + signature
        if isFat:
            image = struct.pack('>7I', 0xcafebabe, 1, 0x0100000c, 0, 4096, len(image), 12).ljust(4096, b'\\0') + image
        open(app + '/Tide', 'wb').write(image)
        information = plistlib.load(open(app + '/Info.plist', 'rb'))
        information['CFBundleExecutable'] = 'Tide'
        plistlib.dump(information, open(app + '/Info.plist', 'wb'))
        os.makedirs(group + '/Library')
        plistlib.dump({'MCMMetadataIdentifier': 'group.net.other', 'MCMMetadataContentClass': 7},
                      open(group + '/.com.apple.mobile_container_manager.metadata.plist', 'wb'))
        """

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
