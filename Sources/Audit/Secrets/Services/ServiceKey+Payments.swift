// The forms are facts from the documentation that the comments name, and from the public lists of what scanners of
// repositories find: GitHub's supported patterns, and the rules of Gitleaks, Betterleaks, TruffleHog and Kingfisher.
// The expressions are our own. All examples are made up; no scanner sees a key in them, as they are in pieces.

extension ServiceKey {
    /// Payments, shops, shipping, and software for businesses.
    static let payments: [ServiceKey] = [
        // Source: Stripe, Square, PayPal Braintree, Razorpay, Flutterwave, Plaid, Paddle, GoCardless.
        ServiceKey(
            "Stripe secret key", at: ["sk_live_", "rk_live_"], #"[rs]k_live_[0-9A-Za-z]{20,255}+"#,
            example: ["sk_l", "ive_", "a1B2c3D4e5F6g7H8i9J0"], miss: ["pk", "_live_a1B2c3D4e5F6g7H8i9J0a1B2"],
            revoke: "Stripe dashboard, Developers, API keys: roll the key and let the old one expire at once."),
        ServiceKey(
            "Stripe test key", at: ["sk_test_", "rk_test_"], #"[rs]k_test_[0-9A-Za-z]{20,255}+"#, severity: .note,
            example: ["sk_t", "est_", "a1B2c3D4e5F6g7H8i9J0a1B2"], miss: ["pk", "_test_a1B2c3D4e5F6g7H8i9J0a1B2"],
            revoke: "Stripe dashboard, Developers, API keys of the test mode or sandbox: roll the key."),
        ServiceKey(
            "Stripe webhook secret", at: ["whsec_"], #"whsec_[A-Za-z0-9+/]{32,64}+={0,2}"#,
            example: ["whs", "ec_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["whs", "ec_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "Stripe dashboard, Developers, Webhooks: roll the signing secret of the endpoint."),
        ServiceKey(
            "Square token", at: ["sq0atp-", "sq0csp-"],
            #"sq0(?:atp-[A-Za-z0-9_-]{22}|csp-[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])"#,
            example: ["sq0a", "tp-", "a1B2c3D4e5F6g7H8i9J0a1"], miss: ["sq0c", "sp-", "a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Square Developer Console, the application's Credentials or OAuth: replace the token or secret."),
        // Zeros in base64 look alike: borders, and no further run of them.
        ServiceKey(
            "Square access token", at: ["EAAA"],
            #"(?<![A-Za-z0-9+/_-])EAAA(?![A-Za-z0-9_-]{0,57}AAA)[A-Za-z0-9_-]{60}(?![A-Za-z0-9+/=_-])"#,
            example: ["EA", "AA", "Ea1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B", "2c3D4e5F6g7H8i9J"],
            miss: ["EA", "AA", "Ea1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B", "2c3D4e5F6g7H8i9"],
            revoke: "Square Developer Console, the application's Credentials: replace the access token."),
        ServiceKey(
            "Braintree access token", at: ["access_token$production$"],
            #"access_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}(?![0-9A-Za-z])"#,
            example: ["access_token", "$production$", "a1b2c3d4e5f6g7h8$0a1b2c3d4e5f67890a1b2c3d4e5", "f6789"],
            miss: ["access_token", "$production$", "a1b2c3d4e5f6g7h8$0a1b2c3d4e5f67890a1b2c3d4e5f678"],
            revoke: "PayPal Developer dashboard or Braintree Control Panel: revoke the access token."),
        ServiceKey(
            "Razorpay key ID", at: ["rzp_live_"], #"rzp_live_[A-Za-z0-9]{14}(?![A-Za-z0-9_-])"#, severity: .warning,
            example: ["rzp_l", "ive_", "a1B2c3D4e5F6g7"], miss: ["rzp_l", "ive_", "a1B2c3D4e5F6g"],
            revoke: "Razorpay dashboard, Account & Settings, API Keys: regenerate the key."),
        ServiceKey(
            "Razorpay test key ID", at: ["rzp_test_"], #"rzp_test_[A-Za-z0-9]{14}(?![A-Za-z0-9_-])"#, severity: .note,
            example: ["rzp_t", "est_", "a1B2c3D4e5F6g7"], miss: ["rzp_t", "est_", "a1B2c3D4e5F6g"],
            revoke: "Razorpay dashboard, Account & Settings, API Keys of the test mode: regenerate the key."),
        ServiceKey(
            "Flutterwave secret key", at: ["FLWSECK-"],
            #"FLWSECK-[0-9A-Za-z]{32}-(?=(?:[0-9a-z]{8,16}-)?X)[0-9A-Za-z-]{1,18}+"#,
            example: ["FLWS", "ECK-", "0a1b2c3d4e5f67890a1b2c3d4e5f6789-X"],
            miss: ["FLWP", "UBK-0a1b2c3d4e5f67890a1b2c3d4e5f6789-X"],
            revoke: "Flutterwave dashboard, Settings, API Keys: generate new keys."),
        ServiceKey(
            "Flutterwave test key", at: ["FLWSECK_TEST-"], #"FLWSECK_TEST-[0-9A-Za-z]{12,32}+(?:-X)?(?![0-9A-Za-z])"#,
            severity: .note,
            example: ["FLWSECK", "_TEST-", "0a1b2c3d4e5f67890a1b2c3d4e5f6789-X"],
            miss: ["FLWP", "UBK_TEST-0a1b2c3d4e5f67890a1b2c3d4e5f6789-X"],
            revoke: "Flutterwave dashboard, Settings, API Keys of the test mode: generate new keys."),
        ServiceKey(
            "Plaid access token", at: ["access-production-", "access-development-"],
            #"access-(?:development|production)-[0-9a-f]{8}-[0-9a-f-]{27}(?![0-9A-Za-z-])"#,
            example: ["access-pr", "oduction-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["access-pr", "oduction-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f678"],
            revoke: "Plaid API: invalidate it with /item/access_token/invalidate, or remove the item."),
        ServiceKey(
            "Plaid sandbox token", at: ["access-sandbox-"],
            #"access-sandbox-[0-9a-f]{8}-[0-9a-f-]{27}(?![0-9A-Za-z-])"#, severity: .note,
            example: ["access-s", "andbox-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["access-s", "andbox-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f678"],
            revoke: "Plaid API: invalidate it with /item/access_token/invalidate."),
        ServiceKey(
            "Paddle key", at: ["pdl_live_apikey_"],
            #"pdl_live_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}(?![A-Za-z0-9_-])"#,
            example: ["pdl_live", "_apikey_", "a1b2c3d4e5f6g7h8i9j0a1b2c3_a1B2c3D4e5F6g7H8i", "9J0a1_a1B"],
            miss: ["pdl_live", "_apikey_", "a1b2c3d4e5f6g7h8i9j0a1b2c3_a1B2c3D4e5F6g7H8i", "9J0a1_a1"],
            revoke: "Paddle, Developer tools, Authentication: revoke the API key."),
        // Keys of others end so: the beginning of a word is needed. Lob's have 35 digits, GoCardless's 40.
        ServiceKey(
            "GoCardless token", at: ["live_"],
            #"(?<![A-Za-z0-9_-])live_(?=[A-Za-z_-]{0,39}[0-9])[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])"#,
            example: ["liv", "e_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0"],
            miss: ["sk_liv", "e_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0"],
            revoke: "GoCardless dashboard, Developers, Access tokens: delete the token."),
        ServiceKey(
            "Lob key", at: ["live_"], #"(?<![A-Za-z0-9_-])live_[0-9a-f]{35}(?![A-Za-z0-9_-])"#,
            example: ["liv", "e_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1"],
            miss: ["liv", "e_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a"],
            revoke: "Lob dashboard, Settings, API Keys: roll the key."),
        // Source: Shopify, EasyPost, Shippo, Duffel, RevenueCat.
        ServiceKey(
            "Shopify token", at: ["shpat_", "shpca_", "shppa_", "shpss_"],
            #"shp(?:ca|pa|at|ss)_[0-9a-fA-F]{32}(?![0-9A-Za-z])"#,
            example: ["shp", "at_", "0a1b2c3d4e5f67890a1b2c3d4e5f6789"],
            miss: ["shp", "at_", "0a1b2c3d4e5f67890a1b2c3d4e5f678"],
            revoke: "Shopify admin, Apps: uninstall the app; or Partner Dashboard: rotate the client secret."),
        ServiceKey(
            "EasyPost key", at: ["EZAK"], #"EZAK[A-Za-z0-9]{54}(?![A-Za-z0-9])"#,
            example: ["EZ", "AK", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7"],
            miss: ["EZ", "AK", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g"],
            revoke: "EasyPost, Account settings, API Keys: disable the key, then delete it."),
        ServiceKey(
            "EasyPost test key", at: ["EZTK"], #"EZTK[A-Za-z0-9]{54}(?![A-Za-z0-9])"#, severity: .note,
            example: ["EZ", "TK", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7"],
            miss: ["EZ", "TK", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g"],
            revoke: "EasyPost, Account settings, API Keys: disable the key, then delete it."),
        ServiceKey(
            "Shippo token", at: ["shippo_live_"], #"shippo_live_[0-9a-f]{40}(?![0-9A-Za-z])"#,
            example: ["shippo", "_live_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["shippo", "_live_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "Shippo, Settings, API: delete the token."),
        ServiceKey(
            "Shippo test token", at: ["shippo_test_"], #"shippo_test_[0-9a-f]{40}(?![0-9A-Za-z])"#, severity: .note,
            example: ["shippo", "_test_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["shippo", "_test_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "Shippo, Settings, API: delete the token."),
        ServiceKey(
            "Duffel token", at: ["duffel_live_"], #"duffel_live_[A-Za-z0-9_=-]{43}(?![A-Za-z0-9_=-])"#,
            example: ["duffel", "_live_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["duffel", "_live_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Duffel dashboard, More, Developers, Access tokens: delete the token."),
        ServiceKey(
            "Duffel test token", at: ["duffel_test_"], #"duffel_test_[A-Za-z0-9_=-]{43}(?![A-Za-z0-9_=-])"#,
            severity: .note,
            example: ["duffel", "_test_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["duffel", "_test_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Duffel dashboard, More, Developers, Access tokens of the test mode: delete the token."),
        ServiceKey(
            "RevenueCat app key", at: ["appl_"], #"(?<![A-Za-z0-9_])appl_[A-Za-z]{27}(?![A-Za-z0-9_-])"#,
            severity: .note,
            example: ["app", "l_", "qWeRtYuIoPaSdFgHjKlZxCvBnMq"], miss: ["app", "l_", "qWeRtYuIoPaSdFgHjKlZxCvBnM"],
            revoke: "It is meant for apps; to replace it, see API keys of the project in RevenueCat."),
        // Source: HubSpot, Linear, Notion, Typeform, Contentful, Persona, Onfido.
        ServiceKey(
            "HubSpot token", at: ["pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"],
            #"pat-(?:ap1|eu1|na[12])-[0-9a-f]{8}-[0-9a-f-]{27}(?![0-9A-Za-z-])"#,
            example: ["pat-", "na1-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["pat-", "na1-", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f678"],
            revoke: "HubSpot, Settings, Integrations, Private Apps, Auth: rotate the token and let it expire now."),
        ServiceKey(
            "Linear token", at: ["lin_api_", "lin_oauth_"],
            #"lin_(?:api_[A-Za-z0-9]{40}|oauth_[0-9a-f]{64})(?![A-Za-z0-9_-])"#,
            example: ["lin_", "api_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0"],
            miss: ["lin_", "api_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J"],
            revoke: "Linear, Settings, Security & access, API keys or authorized applications: revoke it."),
        ServiceKey(
            "Notion token", at: ["ntn_"], #"ntn_[0-9]{11}[A-Za-z0-9]{35}(?![A-Za-z0-9_-])"#,
            example: ["nt", "n_", "10293847561a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H"],
            miss: ["nt", "n_", "10293847561a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7"],
            revoke: "Notion, My integrations: refresh the secret of the integration."),
        // Names end so too: the beginning of a word is needed, and a digit.
        ServiceKey(
            "Notion integration secret", at: ["secret_"],
            #"(?<![A-Za-z0-9_-])secret_(?=[A-Za-z]{0,42}[0-9])[A-Za-z0-9]{43}(?![A-Za-z0-9_-])"#,
            example: ["secr", "et_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["client_secr", "et_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            revoke: "Notion, My integrations: refresh the secret of the integration."),
        ServiceKey(
            "Typeform token", at: ["tfp_"], #"tfp_[A-Za-z0-9_.=-]{59}(?![A-Za-z0-9_=-])"#,
            example: ["tf", "p_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "_a1B2c3D4e5F6g7"],
            miss: ["tf", "p_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "_a1B2c3D4e5F6g"],
            revoke: "Typeform, Account settings, Personal tokens: delete the token."),
        ServiceKey(
            "Contentful token", at: ["CFPAT-"], #"CFPAT-[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"#,
            example: ["CFP", "AT-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["CFP", "AT-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Contentful, Account settings, CMA tokens: revoke the token."),
        ServiceKey(
            "Persona key", at: ["persona_production_"], #"persona_production_[a-z0-9_-]{20,80}+"#,
            example: ["persona_pr", "oduction_", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789"],
            miss: ["persona_pr", "oduction_", "0a1b2c3d-4e5f-4789-"],
            revoke: "Persona dashboard, API, API Keys: expire the key."),
        ServiceKey(
            "Onfido token", at: ["api_live.", "api_live_us.", "api_live_ca."],
            #"api_live(?:_ca|_us)?\.(?:[A-Za-z0-9_-]{11}\.)?[A-Za-z0-9_-]{20,80}+"#,
            example: ["api_l", "ive.", "a1B2c3D4e5F.a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["api_l", "ive.", "a1B2c3D4e5F.a1B2c3D4e5F6g7H8i9J"],
            revoke: "Onfido dashboard, Developers, Tokens: revoke the token."),
    ]
}
