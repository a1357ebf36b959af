/// The rooms of the program, and what each imports, for `help design`.
enum RoomImports {
    /// The rooms from the top down, each with the names of the targets that it imports, separated by commas.
    static let all: [(room: String, imports: String)] = table.split(separator: "\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), String(parts.dropFirst().first?.dropFirst() ?? ""))
    }

    /// Made from Package.swift by a test, `MapTests`, with `SANDGLASS_REWRITE_ROOMS=1`.
    private static let table = """
        benchmarks: ContainerModel, Copying, FileTree, Jobs, System, Transactions
        sandglass: AppLifecycle, Audit, Browser, Bundles, CRelease, CStart, Comparison, Configuration, \
        ContainerModel, ContainerStore, Copying, Databases, Demonstration, Documents, Encryption, FileSharing, \
        FileTree, Formats, Inspection, Jobs, Packing, Previews, Reports, Screen, Search, Session, System, \
        Terminal, Themes, TimePoints, Timeline, Transactions, VirtualTerminal
        Demonstration: AppLifecycle, CDemonstration, CSQLite, ContainerModel, ContainerStore, FileTree, Formats, \
        Screen, Session, System, VirtualTerminal
        Session: AppLifecycle, Browser, Comparison, ContainerModel, ContainerStore, Copying, Encryption, \
        FileSharing, FileTree, Formats, Inspection, Jobs, Previews, Queries, Reports, Screen, Search, System, \
        Terminal, Transactions
        Browser: AppLifecycle, Audit, Bundles, Comparison, ContainerModel, ContainerStore, Documents, \
        Encryption, FileSharing, FileTree, Formats, Inspection, Jobs, Previews, Queries, Screen, Search, \
        TimePoints, Timeline, Transactions
        VirtualTerminal: CVTerm, Screen, System
        Terminal: CTerminal, Screen, System
        Configuration: ContainerModel, Screen, System, Themes
        Themes:
        Previews: CImages, Comparison, ContainerModel, ContainerStore, Documents, FileTree, Formats, Inspection, \
        Jobs, Queries, Reports, Screen, System
        Audit: Bundles, ContainerModel, ContainerStore, Documents, FileTree, Formats, Inspection, Jobs, Queries, \
        Reports, Screen, Search, System
        Comparison: ContainerModel, ContainerStore, Databases, Documents, FileTree, Formats, Inspection, Jobs, \
        Queries, Reports, System
        Timeline: ContainerModel, ContainerStore, Databases, Documents, FileSharing, FileTree, Formats, \
        Inspection, Jobs, Queries, Reports, Search, System, TimePoints, Transactions
        Search: ContainerModel, ContainerStore, Databases, Documents, FileTree, Formats, Inspection, Jobs, \
        Queries, Screen, System
        FileSharing: ContainerModel, ContainerStore, Copying, Databases, Documents, FileTree, Formats, Jobs, \
        System, Transactions
        Documents: ContainerModel, ContainerStore, Databases, Decoding, FileTree, Formats, Jobs, System
        Packing: CArchive, CSQLite, ContainerModel, ContainerStore, Copying, Encryption, FileTree, Formats, \
        Jobs, System
        Inspection: Bundles, ContainerModel, ContainerStore, FileTree, Formats, Jobs, Queries, Reports, System
        Bundles: ContainerModel, ContainerStore, FileTree, Formats, Jobs, Queries, Reports, System
        Reports: ContainerModel, ContainerStore, FileTree, Formats, System
        TimePoints: ContainerModel, ContainerStore, Copying, FileTree, Formats, Jobs, Queries, System
        Queries: ContainerModel, ContainerStore, FileTree, Jobs, System
        ContainerStore: ContainerModel, Databases, Encryption, FileTree, Formats, Jobs, System
        Transactions: ContainerModel, Copying, FileTree, Formats, Jobs, System
        Copying: ContainerModel, FileTree, Formats, Jobs, System
        FileTree: ContainerModel, Databases, Decoding, Encryption, Formats, Jobs, System
        Encryption: CEncryption, Formats
        Databases: CSQLite, Formats, Jobs, System
        Decoding: CDecoding, Formats, System
        Jobs: System
        System: CPlatform
        AppLifecycle: Screen
        Screen:
        Formats: CCharacterSets, CDigest, CPattern, CZlib
        ContainerModel:
        """
}
