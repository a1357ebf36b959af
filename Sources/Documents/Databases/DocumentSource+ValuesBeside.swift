import Databases

extension DocumentSource {
    /// Whether the file is a database with a directory beside it for values that are not in it, even one that cannot be examined:
    /// bodies of a URL cache, or external data of a Core Data store.
    package var hasValuesBeside: Bool {
        isDatabase
            && [Array(URLCache.bodyDirectory.utf8), CoreDataExternalData.directory(ofStore: name)]
                .contains(where: mayHaveBeside)
    }
}
