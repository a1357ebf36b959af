/// A Python script that makes a store as Core Data does, for `DatabaseScript`.
package enum CoreDataScript {
    /// A store with the tables that Core Data makes of a small model, and a function that archives the model as
    /// `NSKeyedArchiver` does.
    package static let withoutModel = Script.text("core_data_script_without_model")

    /// The script, and the model in the store.
    package static let withModel = withoutModel + "run('INSERT INTO Z_MODELCACHE VALUES (?)', [model()])"
}
