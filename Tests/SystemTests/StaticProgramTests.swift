import TestSupport
import Testing

/// Differences of the C library in a statically linked program, as release builds are.
@Suite("Statically linked programs")
struct StaticProgramTests {
    private static let program = """
        #include <stdio.h>
        #include <stdlib.h>
        #include "CPlatform.h"
        int main(int count, char **words) {
            printf("%s\\n", sandglass_is_locale_utf8() ? "UTF-8" : "other");
            for (int index = 1; index < count; index++) {
                char user[64], group[64];
                sandglass_user_name(atoi(words[index]), user, sizeof user);
                sandglass_group_name(atoi(words[index]), group, sizeof group);
                printf("%s:%s\\n", user, group);
            }
        }
        """

    private static var sources: String {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/CPlatform"
    }

    @Test("locales and accounts are recognized, and an account that does not exist has no name")
    func localesAndAccounts() throws {
        let directory = TemporaryDirectory()
        try directory.write(Self.program.utf8, to: "main.c")
        let built = try runCommand([
            "clang", "-static", "-I\(Self.sources)/include", "-o", directory("program"),
            directory("main.c"), "\(Self.sources)/CPlatform.c",
        ])
        try #require(built.status == 0, "\(String(decoding: built.stderr, as: UTF8.self))")
        for (locale, name) in [("C.UTF-8", "UTF-8"), ("C", "other")] {
            let result = try runCommand(["env", "LC_ALL=\(locale)", directory("program"), "0", "501501"])
            #expect(result.status == 0)
            #expect(String(decoding: result.stdout, as: UTF8.self) == "\(name)\nroot:root\n:\n")
        }
    }
}
