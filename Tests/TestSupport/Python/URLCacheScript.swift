/// A Python script that makes a URL cache as `CFNetwork` does, for `DatabaseScript`.
package enum URLCacheScript {
    /// A cache with the tables and property lists of `CFNetwork`, everything still in the log.
    package static let cache = Script.text("url_cache_script_cache")
}
