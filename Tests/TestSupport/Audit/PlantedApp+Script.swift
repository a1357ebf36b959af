extension PlantedApp {
    /// Writes files: `put` with a defect or without one.
    private static let head = Script.text("planted_app_script_head")

    private static let dataScript = Script.text("planted_app_script_data_script")

    private static let placeScript = Script.text("planted_app_script_place_script")

    private static let bundleScript = Script.text("planted_app_script_bundle_script")

    /// The statements behind `secret` and the functions that sign bundles.
    static let script = [head, dataScript, placeScript, bundleScript].joined(separator: "\n")
}
