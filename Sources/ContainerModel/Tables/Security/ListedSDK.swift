/// The third-party SDKs that need a privacy manifest and, as binaries, a signature.
///
/// Apple, "Third-party SDK requirements", the list of commonly used SDKs.
package enum ListedSDK {
    /// Where the list is.
    package static let source = "Apple, Third-party SDK requirements"

    /// Returns whether the list has an SDK.
    /// - Parameter name: The name of its framework, without `.framework`.
    package static func contains(_ name: String) -> Bool { names.contains(name) }

    /// The SDKs, by the names of their frameworks.
    package static let names: Set<String> = [
        "Abseil", "absl", "AFNetworking", "Alamofire", "AppAuth", "BoringSSL", "openssl_grpc", "Capacitor", "Charts",
        "connectivity_plus", "Cordova", "device_info_plus", "DKImagePickerController", "DKPhotoGallery", "FBAEMKit",
        "FBLPromises", "FBSDKCoreKit", "FBSDKCoreKit_Basics", "FBSDKLoginKit", "FBSDKShareKit", "file_picker",
        "FirebaseABTesting", "FirebaseAuth", "FirebaseCore", "FirebaseCoreDiagnostics", "FirebaseCoreExtension",
        "FirebaseCoreInternal", "FirebaseCrashlytics", "FirebaseDynamicLinks", "FirebaseFirestore",
        "FirebaseInstallations", "FirebaseMessaging", "FirebaseRemoteConfig", "Flutter", "flutter_inappwebview",
        "flutter_local_notifications", "fluttertoast", "FMDB", "geolocator_apple", "GoogleDataTransport",
        "GoogleSignIn", "GoogleToolboxForMac", "GoogleUtilities", "grpcpp", "GTMAppAuth", "GTMSessionFetcher",
        "hermes", "image_picker_ios", "IQKeyboardManager", "IQKeyboardManagerSwift", "Kingfisher", "leveldb", "Lottie",
        "MBProgressHUD", "nanopb", "OneSignal", "OneSignalCore", "OneSignalExtension", "OneSignalOutcomes", "OpenSSL",
        "OrderedSet", "package_info", "package_info_plus", "path_provider", "path_provider_ios", "Promises",
        "Protobuf", "Reachability", "RealmSwift", "RxCocoa", "RxRelay", "RxSwift", "SDWebImage", "share_plus",
        "shared_preferences_ios", "SnapKit", "sqflite", "Starscream", "SVProgressHUD", "SwiftyGif", "SwiftyJSON",
        "Toast", "UnityFramework", "url_launcher", "url_launcher_ios", "video_player_avfoundation", "wakelock",
        "webview_flutter_wkwebview",
    ]
}
