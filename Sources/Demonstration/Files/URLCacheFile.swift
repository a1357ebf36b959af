import Formats

/// A URL cache: an app's requests to servers, as the system's URL loading keeps them.
enum URLCacheFile {
    /// Returns a cache with requests, each made by `request`.
    static func database(_ requests: [String]...) -> SampleDatabase {
        SampleDatabase(
            [
                """
                CREATE TABLE cfurl_cache_response (entry_ID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, version INTEGER,
                hash_value INTEGER, storage_policy INTEGER, request_key TEXT UNIQUE,
                time_stamp NOT NULL DEFAULT CURRENT_TIMESTAMP, partition TEXT)
                """,
                """
                CREATE TABLE cfurl_cache_receiver_data (entry_ID INTEGER PRIMARY KEY, isDataOnFS INTEGER,
                receiver_data BLOB)
                """,
                """
                CREATE TABLE cfurl_cache_blob_data (entry_ID INTEGER PRIMARY KEY, response_object BLOB,
                request_object BLOB, proto_props BLOB, user_info BLOB)
                """,
            ] + requests.joined())
    }

    /// Returns the statements that store a request and its response.
    /// - Parameters:
    ///   - time: When the response arrived: seconds since 2001, and the same as text.
    ///   - body: The name of the file with the body.
    static func request(
        _ number: Int, _ address: String, _ method: String = "GET",
        time: (seconds: Double, text: String) = (799_534_451, "2026-05-03 20:54:11"),
        type: String = "application/json", body: String = "2F8B6C1D-94E0-4A7B-8D35-C06E1F2A7B94"
    ) -> [String] {
        let url: PropertyListValue = ["_CFURLString": .string(address), "_CFURLStringType": 15]
        let response: PropertyListValue = [
            "Version": 1,
            "Array": .array([
                url, .real(time.seconds), 0, 200, ["Content-Type": .string(type), "Server": "harbour"], 300,
                .string(type),
            ]),
        ]
        let request: PropertyListValue = [
            "Version": 1,
            "Array": .array([.boolean(false), url, .real(60), 0, .string(method), ["Accept": "*/*"]]),
        ]
        let blobs = [response, request].map { SampleDatabase.quoted(PropertyListWriter.binary($0)) }
        return [
            "INSERT INTO cfurl_cache_response VALUES (\(number), 0, \(number), 0, '\(address)', '\(time.text)', NULL)",
            "INSERT INTO cfurl_cache_receiver_data VALUES (\(number), 1, '\(body)')",
            "INSERT INTO cfurl_cache_blob_data VALUES (\(number), \(blobs.joined(separator: ", ")), NULL, NULL)",
        ]
    }
}
