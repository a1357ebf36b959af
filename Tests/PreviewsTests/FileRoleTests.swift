import Screen
import Testing

@testable import Previews

@Suite("The colours of files by their names")
struct FileRoleTests {
    @Test(
        "files have the colour of their kind, by the ending of the name in any case",
        arguments: [
            ("a.PNG", .picture), ("Documents/film.mov", .media), ("b.tar.gz", .archive), ("Info.plist", .data),
            ("notes.txt", .file), (".png", .file), ("png", .file), ("a.", .file), ("", .file),
            ("a.longerthanany", .file),
        ] as [(String, Role)])
    func role(name: String, role: Role) {
        #expect(Role.ofFile(named: Array(name.utf8)[...]) == role)
    }
}
