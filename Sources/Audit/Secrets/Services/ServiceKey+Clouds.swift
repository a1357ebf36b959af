// The forms are facts from the documentation that the comments name, and from the public lists of what scanners of
// repositories find: GitHub's supported patterns, and the rules of Gitleaks, Betterleaks, TruffleHog and Kingfisher.
// The expressions are our own. All examples are made up; no scanner sees a key in them, as they are in pieces.

extension ServiceKey {
    /// Clouds, hosts of applications, and databases as a service.
    static let clouds: [ServiceKey] = [
        // Source: AWS, IAM identifiers (unique prefixes); Amazon Bedrock, API keys.
        // ACCA is hexadecimal alone, and is therefore found at the beginning of a word only.
        ServiceKey(
            "AWS access key ID", at: ["AKIA", "ASIA", "ABIA", "ACCA"],
            #"(?:A[BKS]IA|(?<![A-Za-z0-9])ACCA)[A-Z2-7]{16}(?![A-Za-z0-9/+])"#,
            example: ["AK", "IA", "QWERTYUIOPASDFGH"], miss: ["AK", "IA", "QWERTYUIOPASDFG1"],
            revoke: "IAM, Users, Security credentials: deactivate the key, then delete it."),
        ServiceKey(
            "Amazon Bedrock key", at: ["ABSKQmVkcm9ja0FQSUtleS"],
            #"ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/]{91,251}+={0,2}"#,
            example: [
                "ABSKQmVkcm9", "ja0FQSUtleS", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F",
            ],
            miss: [
                "ABSKQmVkcm9", "ja0FQSUtleS", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5",
            ],
            revoke: "IAM, Users, Security credentials, API keys for Amazon Bedrock: delete the key."),
        ServiceKey(
            "Amazon Bedrock session key", at: ["bedrock-api-key-YmVkcm9jay5"],
            #"bedrock-api-key-YmVkcm9jay5[A-Za-z0-9+/]{60,480}+={0,2}"#,
            example: [
                "bedrock-api-ke", "y-YmVkcm9jay5", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0",
            ],
            miss: [
                "bedrock-api-ke", "y-YmVkcm9jay5", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J",
            ],
            revoke: "It ends within 12 hours; revoke the sessions of its role or user in IAM to end it sooner."),
        // Source: Google Cloud, API keys, OAuth 2.0, and Cloud Storage HMAC keys; Firebase Cloud Messaging (legacy).
        ServiceKey(
            "Google API key", at: ["AIza"], #"AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"#, severity: .warning,
            example: ["AI", "za", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H"],
            miss: ["AI", "za", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7"],
            revoke: "Google Cloud console, APIs & Services, Credentials: restrict it to the app, or delete it."),
        ServiceKey(
            "Google OAuth token", at: ["ya29."], #"ya29\.(?:[a-z]\.)?[0-9A-Za-z_-]{30,400}+"#,
            example: ["ya2", "9.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5"],
            miss: ["ya2", "9.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e"],
            revoke: "Google account, Security, third-party connections: remove the access of the application."),
        // It may be in base64 by chance: the beginning of a word is needed.
        ServiceKey(
            "Google OAuth refresh token", at: ["1//0"],
            #"(?<![A-Za-z0-9+/_-])1//0[0-9A-Za-z_-]{60,200}+(?![A-Za-z0-9+/=])"#,
            example: ["1/", "/0", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0"],
            miss: ["1/", "/0", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J"],
            revoke: "Google account, Security, third-party connections: remove the access of the application."),
        ServiceKey(
            "Google OAuth client secret", at: ["GOCSPX-"], #"GOCSPX-[0-9A-Za-z_-]{28}(?![0-9A-Za-z_-])"#,
            example: ["GOCS", "PX-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4"],
            miss: ["GOCS", "PX-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D"],
            revoke: "Google Cloud console, APIs & Services, Credentials: give the client a new secret."),
        ServiceKey(
            "Google Cloud Storage access ID", at: ["GOOG1E"], #"GOOG1E[A-Z0-9]{55}(?![A-Za-z0-9])"#,
            example: ["GOO", "G1E", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3R4T5Y6U7I8O9P0Q1W2", "E3R4T5Y6U7I"],
            miss: ["GOO", "G1E", "Q1W2E3R4T5Y6U7I8O9P0Q1W2E3R4T5Y6U7I8O9P0Q1W2", "E3R4T5Y6U7"],
            revoke: "Cloud Storage, Settings, Interoperability: deactivate the HMAC key, then delete it."),
        // Tokens of devices have the same end, and another beginning: they are no secrets.
        ServiceKey(
            "Firebase server key", at: [":APA91b"], lead: 11,
            #"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{134}(?![A-Za-z0-9_-])"#,
            example: [
                "AAAAa1B2c3D:APA", "91b", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7",
            ],
            miss: [
                "a1B2c3D4e5F6g7H8i9J0a1:APA", "91b", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7",
            ],
            revoke: "Firebase console, Project settings, Cloud Messaging: delete the server key; use the HTTP v1 API."),
        // Source: Alibaba Cloud (AccessKey), Tencent Cloud (API keys), Yandex Cloud (API keys, IAM tokens).
        ServiceKey(
            "Alibaba Cloud access key ID", at: ["LTAI"], #"LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])"#,
            example: ["LT", "AI", "a1B2c3D4e5F6g7H8i9J0"], miss: ["LT", "AI", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "RAM console, Users, AccessKey: disable the AccessKey pair, then delete it."),
        ServiceKey(
            "Tencent Cloud secret ID", at: ["AKID"], #"AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])"#,
            example: ["AK", "ID", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["AK", "ID", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "Tencent Cloud console, Access Management, API Keys: disable the key, then delete it."),
        ServiceKey(
            "Yandex Cloud API key", at: ["AQVN"], #"AQVN[A-Za-z0-9_-]{35,38}+(?![A-Za-z0-9_-])"#,
            example: ["AQ", "VN", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            miss: ["AQ", "VN", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7"],
            revoke: "Yandex Cloud console, Service accounts: delete the API key of the account."),
        ServiceKey(
            "Yandex Cloud IAM token", at: ["t1.9eue"],
            #"t1\.9eue[A-Za-z0-9_-]{20,400}+={0,2}\.[A-Za-z0-9_-]{86}={0,2}"#,
            example: [
                "t1.9", "eue", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0.a1B2c3D4e5F6g7H8i9J0a1B2c3D", "4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F",
                "6g7H8i9J0a1B2c3",
            ],
            miss: [
                "t1.9", "eue", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0.a1B2c3D4e5F6g7H8i9J0a1B2c3D", "4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F",
                "6g7H8i9J0a1B2c",
            ],
            revoke: "It ends within 12 hours; end it sooner with yc iam revoke-token."),
        ServiceKey(
            "Yandex OAuth token", at: ["y0_Ag"], #"y0_Ag[A-Za-z0-9_-]{50,60}+(?![A-Za-z0-9_-])"#,
            example: ["y0_", "Ag", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g"],
            miss: ["y0_", "Ag", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e"],
            revoke: "Yandex ID, Security, services with access to the account: withdraw the access."),
        // Source: DigitalOcean, Heroku, Fly.io, Netlify, Vercel, Render, Cloudflare (token formats).
        ServiceKey(
            "DigitalOcean token", at: ["dop_v1_", "doo_v1_", "dor_v1_"], #"do[opr]_v1_[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: ["dop_", "v1_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789"],
            miss: ["dop_", "v1_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f678"],
            revoke: "DigitalOcean control panel, API: delete the token, or revoke the application's access."),
        ServiceKey(
            "Heroku key", at: ["HRKU-"], #"HRKU-(?:AA[0-9A-Za-z_-]{58}(?![0-9A-Za-z_-])|[0-9a-f]{8}-[0-9a-f-]{27})"#,
            example: ["HRK", "U-", "AAa1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1", "B2c3D4e5F6g7H8i9"],
            miss: ["HRK", "U-", "AAa1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1", "B2c3D4e5F6g7H8i"],
            revoke:
                "Heroku dashboard, Account settings, API Key: regenerate it; or Applications: revoke the authorization."
        ),
        ServiceKey(
            "Fly.io token", at: ["fo1_", "fm1a_", "fm1r_", "fm2_"],
            #"(?:fo1_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,400}+={0,3})"#,
            example: ["fo", "1_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["fo", "1_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1"],
            revoke: "Fly.io dashboard, Tokens: revoke it, or use fly tokens revoke."),
        ServiceKey(
            "Netlify token", at: ["nfp_"], #"nfp_[A-Za-z0-9]{36}(?![A-Za-z0-9_-])"#,
            example: ["nf", "p_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8"],
            miss: ["nf", "p_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H"],
            revoke: "Netlify, User settings, Applications, Personal access tokens: delete the token."),
        ServiceKey(
            "Vercel token", at: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
            #"vc[aikpr]_[A-Za-z0-9]{56}(?![A-Za-z0-9_-])"#,
            example: ["vc", "p_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8"],
            miss: ["vc", "p_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H"],
            revoke: "Vercel, Account settings, Tokens: delete the token; for AI Gateway, delete the key there."),
        ServiceKey(
            "Render key", at: ["rnd_"], #"rnd_[A-Za-z0-9]{28}(?![A-Za-z0-9_-])"#,
            example: ["rn", "d_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4"], miss: ["rn", "d_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D"],
            revoke: "Render dashboard, Account settings, API Keys: revoke the key."),
        // 40 letters and digits, and a checksum of eight hexadecimal digits, which is not verified here.
        ServiceKey(
            "Cloudflare token", at: ["cfk_", "cfut_", "cfat_"],
            #"cf(?:k|[au]t)_[A-Za-z0-9]{40}[0-9A-Fa-f]{8}(?![A-Za-z0-9_-])"#,
            example: ["cfu", "t_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J00a1b2c3d"],
            miss: ["cfu", "t_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J00a1b2c3"],
            revoke: "Cloudflare dashboard, My Profile or Manage Account, API Tokens: roll or delete it."),
        ServiceKey(
            "Cloudflare origin CA key", at: ["v1.0-"], #"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}(?![0-9A-Za-z])"#,
            example: [
                "v1.", "0-", "0a1b2c3d4e5f67890a1b2c3d-0a1b2c3d4e5f67890a1",
                "b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f678", "90a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5",
                "f67890a1b2c3d4e5f67890a1b2c3d4e5f67890a",
            ],
            miss: [
                "v1.", "0-", "0a1b2c3d4e5f67890a1b2c3d-0a1b2c3d4e5f67890a1",
                "b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f678", "90a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5",
                "f67890a1b2c3d4e5f67890a1b2c3d4e5f67890",
            ],
            revoke: "Cloudflare dashboard, My Profile, API Tokens, Origin CA Key: change the key."),
        // Source: Supabase, PlanetScale, Neon, MongoDB Atlas, Aiven, CockroachDB Cloud, Databricks, ClickHouse Cloud.
        ServiceKey(
            "Supabase token", at: ["sbp_"], #"sbp_(?:v0_)?[0-9a-f]{40}(?![0-9A-Za-z])"#,
            example: ["sb", "p_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d"],
            miss: ["sb", "p_", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3"],
            revoke: "Supabase dashboard, Account, Access Tokens: delete the token."),
        ServiceKey(
            "Supabase secret key", at: ["sb_secret_"], #"sb_secret_[A-Za-z0-9_-]{31,36}+(?![A-Za-z0-9_-])"#,
            example: ["sb_se", "cret_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            miss: ["sb", "_publishable_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "Supabase dashboard, Project settings, API Keys: create a new secret key, delete this one."),
        ServiceKey(
            "Supabase publishable key", at: ["sb_publishable_"],
            #"sb_publishable_[A-Za-z0-9_-]{24,40}+(?![A-Za-z0-9_-])"#, severity: .note,
            example: ["sb_publi", "shable_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            miss: ["sb_publi", "shable_", "a1B2c3D4e5F6g7H8i9J0a1B"],
            revoke: "It may be in apps where row level security is on; else delete it in Project settings, API Keys."),
        ServiceKey(
            "PlanetScale credential", at: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
            #"pscale_(?:oauth|pw|tkn)_[A-Za-z0-9_=.-]{32,64}+"#,
            example: ["pscale", "_tkn_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["pscale", "_tkn_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "PlanetScale: delete the service token, the password of the branch, or the application's access."),
        ServiceKey(
            "Neon key", at: ["napi_"], #"napi_[a-z0-9]{64}(?![A-Za-z0-9_-])"#,
            example: ["nap", "i_", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0a1b2", "c3d4e5f6g7h8i9j0a1b2"],
            miss: ["nap", "i_", "a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j0a1b2", "c3d4e5f6g7h8i9j0a1b"],
            revoke: "Neon console, Account or Organization settings, API keys: revoke the key."),
        ServiceKey(
            "MongoDB Atlas client secret", at: ["mdb_sa_sk_"], #"mdb_sa_sk_[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])"#,
            example: ["mdb_s", "a_sk_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0"],
            miss: ["mdb_s", "a_sk_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J"],
            revoke: "Atlas, Access Manager, Service accounts: revoke the secret of the service account."),
        ServiceKey(
            "Aiven password", at: ["AVNS_"], #"AVNS_[A-Za-z0-9_-]{15,30}+(?![A-Za-z0-9_-])"#,
            example: ["AVN", "S_", "a1B2c3D4e5F6g7H8i9J"], miss: ["AVN", "S_", "a1B2c3D4e5F6g7"],
            revoke: "Aiven console, Service, Users: reset the password of the user."),
        ServiceKey(
            "CockroachDB Cloud key", at: ["CCDB1_"], #"CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}(?![A-Za-z0-9_-])"#,
            example: ["CCD", "B1_", "a1B2c3D4e5F6g7H8i9J0a1_a1B2c3D4e5F6g7H8i9J0a", "1B2c3D4e5F6g7H8i9J0"],
            miss: ["CCD", "B1_", "a1B2c3D4e5F6g7H8i9J0a1_a1B2c3D4e5F6g7H8i9J0a", "1B2c3D4e5F6g7H8i9J"],
            revoke: "CockroachDB Cloud console, Access Management, Service accounts: delete the API key."),
        ServiceKey(
            "Databricks token", at: ["dapi"], #"dapi[0-9a-f]{32}(?:-[0-9])?(?![0-9A-Za-z])"#,
            example: ["da", "pi", "0a1b2c3d4e5f67890a1b2c3d4e5f6789"],
            miss: ["da", "pi", "0a1b2c3d4e5f67890a1b2c3d4e5f678"],
            revoke: "Databricks workspace, Settings, Developer, Access tokens: revoke the token."),
        // Its fixed text is hexadecimal: borders, and a letter that is not.
        ServiceKey(
            "ClickHouse Cloud key secret", at: ["4b1d"],
            #"(?<![A-Za-z0-9])4b1d(?=[A-Fa-f0-9]{0,37}[G-Zg-z])[A-Za-z0-9]{38}(?![A-Za-z0-9])"#,
            example: ["4b", "1d", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9"],
            miss: ["4b", "1d", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c"],
            revoke: "ClickHouse Cloud console, API Keys: disable the key, then delete it."),
    ]
}
