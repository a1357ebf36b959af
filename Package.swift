// swift-tools-version: 6.2

import PackageDescription

/// What lets the linker drop a function that nothing calls: without, each object file keeps all that it declares, for
/// whoever might load the program as a library.
let droppable = ["-internalize-at-link", "-function-sections"].flatMap { ["-Xfrontend", $0] }

/// Whether `.ci/release` builds the program.
let isRelease = Context.environment["SANDGLASS_RELEASE"] != nil

/// The settings of all Swift targets of the package.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(
        [
            // A module with code for others to inline is complete only once it is optimized, and whatever imports it
            // waits for that. Without, `--use-integrated-swift-driver` emits it within seconds and compiles rooms
            // beside each other.
            "-disable-cmo",
            // Tests, which import what is internal, are built upon the modules of the program.
            "-enable-testing",
            "-gline-tables-only",
        ] + droppable, .when(configuration: .release)),
]

/// The settings of rooms that need not be optimized for speed: the less code the first frame touches, the sooner it
/// comes.
let compact: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The settings of what is not worth optimizing: it takes a third of the time to compile like this. A release has it
/// optimized for size all the same: `.ci/release` sets the variable.
let plain: [SwiftSetting] =
    strict + [.unsafeFlags([isRelease ? "-Osize" : "-Onone"], .when(configuration: .release))]

/// The linker's options of the program in release builds.
let staticLinking =
    ["-static-stdlib"]
    + ["-static", "-no-pie", "-Wno-unused-command-line-argument"].flatMap { ["-Xclang-linker", $0] }

/// Returns a room, a library target in `Sources/<name>`.
func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource] = [],
    _ settings: [SwiftSetting] = compact
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings)
}

/// Returns the test target of a room, in `Tests/<name>Tests`.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.target(name: name), "TestSupport"] + (name == "System" ? [] : ["System"]) + dependencies,
        exclude: exclude,
        swiftSettings: plain
    )
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "sandglass",
    products: [
        .executable(name: "sandglass", targets: ["sandglass"]),
        .executable(name: "benchmarks", targets: ["benchmarks"]),
    ],
    dependencies: [
        // The same versions anywhere and at any time: a release can be built again.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    ],
    targets: [
        // C: the parts of ncursesw, Linux, SQLite, zlib, PCRE2, libarchive and libchafa that Swift cannot import.
        .target(name: "CPlatform"),
        .target(
            name: "CTerminal",
            dependencies: ["CPlatform"],
            linkerSettings: [
                .linkedLibrary(":libncursesw.a"), .linkedLibrary(":libtinfo.a"),
            ]
        ),
        // A terminal in memory, with which the tests and the demonstration of the cover observe programs.
        .target(name: "CVTerm", linkerSettings: [.linkedLibrary(":libvterm.a")]),
        // Runs before any Swift code and forks the guard.
        .target(name: "CStart", dependencies: ["CDecoding", "CTerminal"]),
        .target(
            name: "CSQLite",
            linkerSettings: [.linkedLibrary(":libsqlite3.a"), .linkedLibrary("m")]
        ),

        // SHA-256.
        .target(name: "CDigest", linkerSettings: [.linkedLibrary(":libnettle.a")]),
        // AES, key derivation and key wrapping, for encrypted backups. Its library is that of `CDigest`.
        .target(name: "CEncryption", dependencies: ["CDigest"]),
        .target(
            name: "CPattern",
            // Searching byte by byte without optimization would take the tests minutes.
            cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary(":libpcre2-8.a")]
        ),
        .target(
            name: "CArchive",
            linkerSettings: [
                .linkedLibrary(":libarchive.a"), .linkedLibrary(":liblzma.a"), .linkedLibrary(":libbz2.a"),
                .linkedLibrary(":libzstd.a"), .linkedLibrary(":libz.a"),
                // By another name than for `CDigest`: the linker is given each name once, and this has to come after
                // libarchive.
                .linkedLibrary("nettle"),
            ]
        ),
        // DEFLATE in memory. Its library is that of `CArchive`.
        .target(name: "CZlib", dependencies: ["CArchive"]),

        // What becomes of pictures: PNG files, and cells. libchafa and glib keep their headers where no compiler looks.
        .target(
            name: "CImages",
            cSettings: [
                .unsafeFlags(
                    ["-I/usr/include/chafa", "-I/usr/include/glib-2.0"]
                        + ["x86_64", "aarch64"].flatMap { architecture in
                            ["chafa", "glib-2.0"].map { "-I/usr/lib/\(architecture)-linux-gnu/\($0)/include" }
                        })
            ],
            // libz and libm by other names than for libarchive and SQLite: the linker is given each name once, and
            // these have to come after libpng and libchafa.
            linkerSettings: [
                .linkedLibrary(":libchafa.a"), .linkedLibrary(":libglib-2.0.a"), .linkedLibrary(":libpng16.a"),
                .linkedLibrary("z"), .linkedLibrary(":libm.a", .when(configuration: .release)),
                .linkedLibrary("m", .when(configuration: .debug)),
            ]
        ),

        // The decoder process, which decodes pictures and archives and can do nothing else. Its libpng is that of
        // `CImages`.
        .target(
            name: "CDecoding",
            dependencies: ["CArchive", "CImages"],
            linkerSettings: [
                .linkedLibrary(":libjpeg.a"), .linkedLibrary(":libwebpdemux.a"), .linkedLibrary(":libwebp.a"),
                .linkedLibrary(":libgif.a"),
            ]
        ),

        .target(name: "CDemonstration", exclude: ["Contents", "Pictures"]),
        // The version, the changelog and the notices of what is linked.
        .target(
            name: "CRelease", exclude: ["components.txt", "licence.txt", "maintainer.txt", "relinking.txt"],
            cSettings: isRelease ? [.define("SANDGLASS_NOTICES", to: "\"../../.build/release-notices.txt\"")] : []),
        // The tables of the encodings of Japanese, Korean and Chinese texts.
        .target(name: "CCharacterSets", exclude: ["Tables"]),

        // Pure rooms.
        room("ContainerModel", resources: [.embedInCode("container-rules.md")]),
        room(
            "Formats", ["CCharacterSets", "CDigest", "CPattern", "CZlib"], exclude: ["Text/DecompositionTable.py"],
            resources: [.embedInCode("formats.md")], strict),
        room("Screen", exclude: ["WidthTable.py"]),
        room("AppLifecycle", ["Screen"]),

        // Rooms that use the system; `System`, which all of them import, comes first.
        room("System", ["CPlatform"], strict),
        room("Jobs", ["System"], strict),
        room("Decoding", ["CDecoding", "Formats", "System"]),
        room("Databases", ["CSQLite", "Formats", "Jobs", "System"], strict),
        room("Encryption", ["CEncryption", "Formats"], plain),
        room(
            "FileTree", ["Databases", "Decoding", "Encryption", "Formats", "System", "ContainerModel", "Jobs"], strict),
        room("Copying", ["ContainerModel", "FileTree", "Formats", "Jobs", "System"], strict),
        room("Transactions", ["ContainerModel", "Copying", "FileTree", "Formats", "Jobs", "System"]),
        room("ContainerStore", ["ContainerModel", "Databases", "Encryption", "Formats", "FileTree", "Jobs", "System"]),
        room("Queries", ["ContainerStore", "ContainerModel", "FileTree", "Jobs", "System"]),
        room(
            "TimePoints",
            ["ContainerModel", "ContainerStore", "Copying", "FileTree", "Formats", "Jobs", "Queries", "System"], plain),
        room("Reports", ["ContainerModel", "ContainerStore", "FileTree", "Formats", "System"]),
        room(
            "Bundles",
            [
                "Reports", "ContainerStore", "ContainerModel", "Formats", "FileTree", "Jobs", "Queries", "System",
            ]),
        room(
            "Inspection",
            [
                "Bundles", "Reports", "ContainerStore", "ContainerModel", "Formats", "FileTree", "Jobs", "Queries",
                "System",
            ]),
        room(
            "Packing",
            [
                "CArchive", "CSQLite", "ContainerModel", "ContainerStore", "Copying", "Encryption", "FileTree",
                "Formats", "Jobs", "System",
            ], plain),
        room(
            "Documents",
            ["ContainerModel", "ContainerStore", "Databases", "Decoding", "FileTree", "Formats", "Jobs", "System"],
            strict),
        room(
            "FileSharing",
            [
                "Transactions", "Copying", "ContainerStore", "ContainerModel", "Databases", "Documents", "Formats",
                "FileTree", "Jobs", "System",
            ]),
        room(
            "Search",
            [
                "ContainerModel", "ContainerStore", "Databases", "Documents", "FileTree", "Formats", "Inspection",
                "Jobs", "Queries", "Screen", "System",
            ], strict),
        room(
            "Timeline",
            [
                "Search", "Reports", "Inspection", "Documents", "Databases", "TimePoints", "FileSharing",
                "Transactions", "ContainerStore", "ContainerModel", "Formats", "FileTree", "Jobs", "Queries", "System",
            ], strict),
        room(
            "Comparison",
            [
                "ContainerModel", "ContainerStore", "Databases", "Documents", "FileTree", "Formats", "Inspection",
                "Reports", "Jobs", "Queries", "System",
            ], strict),
        room(
            "Audit",
            [
                "ContainerModel", "ContainerStore", "Documents", "FileTree", "Formats", "Bundles", "Inspection",
                "Reports", "Jobs", "Queries", "Screen", "Search", "System",
            ]),
        room(
            "Previews",
            [
                "CImages", "Comparison", "ContainerModel", "ContainerStore", "Documents", "FileTree", "Formats",
                "Inspection", "Jobs", "Queries", "Reports", "Screen", "System",
            ]),
        .target(
            name: "Themes",
            path: "Themes",
            resources: [
                .embedInCode("dark.toml"), .embedInCode("light.toml"), .embedInCode("high-contrast.toml"),
                .embedInCode("mono.toml"), .embedInCode("eight.toml"),
            ],
            swiftSettings: strict
        ),
        room("Configuration", ["ContainerModel", "Screen", "System", "Themes", "TOMLKit"]),
        room("Terminal", ["Screen", "System", "CTerminal"]),
        room("VirtualTerminal", ["Screen", "System", "CVTerm"], plain),

        // The browser and the program.
        room(
            "Browser",
            [
                "Screen", "AppLifecycle", "Audit", "Comparison", "Documents", "Previews", "Search", "Timeline",
                "Queries", "Inspection", "Bundles", "FileSharing", "TimePoints", "Transactions", "ContainerStore",
                "ContainerModel", "Encryption", "Formats", "FileTree", "Jobs",
            ]
        ),
        room(
            "Session",
            [
                "Browser", "Comparison", "Encryption", "Previews", "Search", "Queries", "Copying", "FileSharing",
                "System", "Terminal", "AppLifecycle", "Inspection", "Reports", "ContainerStore", "Transactions",
                "ContainerModel", "Formats", "FileTree", "Jobs", "Screen",
            ]
        ),
        .target(
            name: "Demonstration",
            dependencies: [
                "Session", "VirtualTerminal", "ContainerStore", "ContainerModel", "Formats", "FileTree", "Screen",
                "AppLifecycle", "System", "CSQLite", "CDemonstration",
            ],
            swiftSettings: plain
        ),
        .executableTarget(
            name: "sandglass",
            dependencies: [
                "Demonstration", "AppLifecycle", "Session", "Browser", "Audit", "Comparison", "Databases", "Documents",
                "Previews", "Search", "Timeline", "Terminal", "Jobs", "Inspection", "Bundles", "Reports", "FileSharing",
                "Configuration", "ContainerStore", "Transactions", "ContainerModel", "Formats", "FileTree", "Screen",
                "VirtualTerminal", "Encryption", "Packing", "Copying", "Themes", "TimePoints", "CRelease", "CStart",
                "System", argumentParser,
            ],
            swiftSettings: plain,
            linkerSettings: [
                // Needed by FoundationEssentials.
                .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
                .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
                // Linking statically and without relocations is worth a third of the time to the first frame.
                .unsafeFlags(staticLinking, .when(configuration: .release)),
                // One copy of functions that are alike, such as those of generic types.
                .unsafeFlags(["-Xlinker", "--icf=all"], .when(configuration: .release)),
                // Nothing needs Foundation, but it repeats a function of FoundationEssentials and precedes it on the
                // command line: it would be linked for that function's sake, with CoreFoundation, whose constructor
                // takes a fifteenth of the time to the first frame, and 43 MB of ICU's code and data.
                // Of the linkers, lld alone can leave it out.
                .unsafeFlags(
                    ["-use-ld=lld", "-Xlinker", "--remap-inputs=*/libFoundation.a=/dev/null"],
                    .when(configuration: .release)
                ),
            ]
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["Copying", "Transactions", "FileTree", "ContainerModel", "Jobs", "System", argumentParser],
            swiftSettings: strict
        ),

        // Tests.
        .target(
            name: "TestSupport",
            // `CStart` makes any bundle of tests a decoder process, too.
            dependencies: ["CStart", "System", "VirtualTerminal"],
            path: "Tests/TestSupport",
            exclude: [
                "Audit/Scripts", "Device/Scripts", "Device/device_double.py", "Host/ssh_proxy.py", "Python/Scripts",
                "Scripts",
            ],
            swiftSettings: plain
        ),
        .executableTarget(
            name: "terminal-probe",
            dependencies: ["Terminal", "Screen", "AppLifecycle", "System"],
            path: "Tests/TerminalProbe",
            // It hangs and overflows its stack, which an optimizing compiler would not let it do.
            swiftSettings: plain
        ),
        tests(of: "ContainerModel"),
        tests(
            of: "Formats",
            exclude: [
                "Pictures", "Compression/Scripts", "Editing/Scripts", "JSON/Scripts", "Layers/Scripts",
                "PropertyLists/Scripts", "Scripts", "Support/Scripts", "Text/Scripts",
            ]),
        tests(of: "Screen", ["CTerminal"]),
        tests(of: "Configuration", ["ContainerModel", "Screen", "Themes"]),
        tests(of: "AppLifecycle", ["Screen"]),
        tests(of: "System"),
        tests(of: "Jobs"),
        tests(of: "Encryption", ["CEncryption", "Formats"]),
        tests(
            of: "FileTree", ["ContainerModel", "Decoding", "Encryption", "Formats", "Jobs"],
            exclude: ["Archives/Scripts", "Scripts", "Support/Scripts"]),
        tests(of: "Databases", ["Formats", "Jobs"], exclude: ["Editing/Scripts", "Support/Scripts"]),
        // Attempts what the decoder process may not do.
        .executableTarget(name: "decoding-probe", dependencies: ["CDecoding"], path: "Tests/DecodingProbe"),
        // A decoder that lies.
        .executableTarget(name: "lying-decoder", dependencies: ["CDecoding"], path: "Tests/LyingDecoder"),
        tests(
            of: "Decoding", ["CDecoding", "CStart", "Formats", "decoding-probe", "lying-decoder"],
            exclude: ["Scripts", "Support/Scripts"]),
        tests(of: "Copying", ["ContainerModel", "FileTree", "Jobs"], exclude: ["Scripts"]),
        // A process for tests to kill, to trace and to run twice.
        .executableTarget(
            name: "transaction-probe",
            dependencies: ["Transactions", "ContainerModel", "FileTree", "Jobs", "System"],
            path: "Tests/TransactionProbe",
            swiftSettings: strict
        ),
        tests(
            of: "Transactions", ["ContainerModel", "FileTree", "Jobs", "transaction-probe"],
            exclude: ["Faults/Scripts", "Scripts", "Undo/Scripts"]),
        tests(of: "ContainerStore", ["ContainerModel", "FileTree", "Formats", "Jobs"], exclude: ["Scripts"]),
        tests(of: "TimePoints", ["ContainerModel", "ContainerStore", "FileTree", "Jobs"], exclude: ["Scripts"]),
        tests(of: "Reports", ["Formats"]),
        tests(
            of: "Bundles", ["ContainerModel", "ContainerStore", "FileTree", "Formats", "Jobs"], exclude: ["Scripts"]),
        tests(
            of: "Inspection",
            ["Reports", "ContainerModel", "ContainerStore", "FileTree", "Formats", "Jobs", "Queries", "Search"],
            exclude: ["Scripts"]
        ),
        tests(
            of: "Search",
            ["ContainerModel", "ContainerStore", "Documents", "FileTree", "Formats", "Inspection", "Reports", "Jobs"]),
        tests(of: "Timeline", ["ContainerModel", "FileTree", "Jobs", "Search"], exclude: ["Scripts"]),
        tests(
            of: "Audit",
            [
                "ContainerModel", "ContainerStore", "Documents", "FileTree", "Formats", "Inspection", "Reports",
                "Jobs", "Search",
            ], exclude: ["Output/Scripts"]
        ),
        tests(
            of: "Comparison",
            ["ContainerModel", "ContainerStore", "Documents", "FileTree", "Formats", "Jobs", "Search"],
            exclude: ["Scripts", "Support/Scripts"]
        ),
        tests(
            of: "Previews",
            [
                "Decoding", "Documents", "Inspection", "Reports", "Search", "Queries", "ContainerModel",
                "ContainerStore", "FileTree", "Formats", "Jobs", "Screen",
            ], exclude: ["Scripts", "Text/Scripts"]
        ),
        tests(
            of: "FileSharing",
            ["ContainerModel", "ContainerStore", "Decoding", "FileTree", "Formats", "Jobs", "Transactions"],
            exclude: ["Scripts"]
        ),
        // Reports together with the commands that print them.
        .testTarget(
            name: "RulesReportTests",
            dependencies: [
                "Inspection", "ContainerStore", "ContainerModel", "FileTree", "Formats", "System", "TestSupport",
            ],
            exclude: ["Scripts", "Support/Scripts"],
            swiftSettings: plain
        ),
        tests(of: "Terminal", ["CTerminal", "Screen", "VirtualTerminal", "terminal-probe"]),
        tests(
            of: "Session",
            [
                "AppLifecycle", "Audit", "Browser", "Comparison", "FileSharing", "ContainerStore", "ContainerModel",
                "FileTree", "Formats", "Inspection", "Reports", "Jobs", "Previews", "Screen", "Search", "Queries",
                "TimePoints", "Timeline", "Transactions",
            ], exclude: ["Scripts"]
        ),
        tests(of: "Demonstration", ["Screen"], exclude: ["Scripts"]),
        // The least that a start can cost, linked as the program is.
        .executableTarget(
            name: "empty-screen",
            path: "Tests/EmptyScreen",
            linkerSettings: [
                .linkedLibrary(":libncursesw.a"), .linkedLibrary(":libtinfo.a"),
                .unsafeFlags(staticLinking, .when(configuration: .release)),
            ]
        ),
        // The program from outside; the dependency makes sure that it is built.
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "CStart", "TestSupport", "VirtualTerminal", "Screen", "System",
            ],
            exclude: [
                "Browser/Scripts", "Changes/Scripts", "Changes/Values/Scripts", "Containers/Scripts",
                "Contents/Limits/Scripts",
                "Contents/Scripts", "Contents/Show/Scripts", "Output/Scripts", "Packing/Scripts", "Support/Scripts",
                "Terminal/Scripts", "TimePoints/Scripts",
            ],
            swiftSettings: plain
        ),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "Browser", "Screen", "AppLifecycle", "Audit", "Comparison", "Documents", "Previews", "Search",
                "Timeline", "Queries", "Inspection", "Bundles", "Reports", "FileSharing", "TimePoints", "Transactions",
                "ContainerStore", "Encryption", "ContainerModel", "Formats", "FileTree", "Jobs", "System",
                "TestSupport",
            ],
            exclude: ["Golden", "Viewer/Scripts"],
            swiftSettings: plain
        ),
    ]
)

// For `.ci/test`: SwiftPM makes one bundle of all test targets, which takes all of them.
if let only = Context.environment["SANDGLASS_TESTS"] {
    package.targets.removeAll { $0.type == .test && $0.name != only + "Tests" }
}
