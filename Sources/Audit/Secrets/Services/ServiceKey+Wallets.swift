extension ServiceKey {
    /// What identifiers of Discord from 2021 to 2030 begin with, in base64: three digits from 100 to 149.
    private static let identifierPrefixes = ["MTA", "MTE", "MTI", "MTM", "MTQ"].flatMap { start in
        "wxyz012345".map { "\(start)\($0)" }
    }

    /// Bots, maps, links, and keys to money.
    static let wallets: [ServiceKey] = [
        // Source: Discord, Airtable, Mapbox, Branch, Klaviyo, BIP 32.
        ServiceKey(
            "Discord bot token", at: identifierPrefixes,
            #"(?<![A-Za-z0-9_-])MT[AEIMQ][w-z0-5][A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])"#,
            example: ["MTA2", "MTIzNDU2Nzg5MDEyMzQ1", ".a1B2c3.", "a1B2c3D4e5F6g7H8i9J0a1B2c3D"],
            miss: ["MTA2", "MTIzNDU2Nzg5MDEyMzQ1", ".a1B2c3.", "a1B2c3D4e5F6g7H8i9J0"],
            revoke: "Discord Developer Portal, Bot: reset the token."),
        ServiceKey(
            "Airtable token", at: starts("pat"), #"(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: [
                "pa", "ta1B2c3D4e5F6g7", ".0a1b2c3d4e5f67890a1b2c3d4e5f6789", "0a1b2c3d4e5f67890a1b2c3d4e5f6789",
            ],
            miss: ["pa", "ta1B2c3D4e5F6g7", ".0a1b2c3d4e5f67890a1b2c3d4e5f6789", "0a1b2c3d4e5f67890a1b2c3d4e5f678"],
            revoke: "Airtable, Builder hub, Personal access tokens: delete or regenerate the token."),
        ServiceKey(
            "Mapbox token", at: ["tk.e"],
            #"(?<![A-Za-z0-9_.-])tk\.eyJ[A-Za-z0-9_-]{20,400}\.[A-Za-z0-9_-]{20,24}(?![A-Za-z0-9_-])"#,
            severity: .warning, example: ["tk", ".eyJ", "1Ijoiam8iLCJhIjoiYTFCMmMz", ".a1B2c3D4e5F6g7H8i9J0a1"],
            miss: ["tk", ".eyJ", "1Ijoiam8iLCJhIjoiYTFCMmMz", ".a1B2c3D4e5F6g7H"],
            revoke: "Mapbox account, Tokens: temporary tokens end by themselves within an hour."),
        ServiceKey(
            "Branch secret", at: ["secret_live_"], #"secret_live_[A-Za-z0-9]{32}(?![A-Za-z0-9])"#,
            example: ["secret", "_live_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["secret", "_live_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "Branch dashboard, Account Settings: generate a new secret."),
        // It is in each app, and says which app of a dashboard it is.
        ServiceKey(
            "Branch key", at: ["key_live_"], #"(?<![A-Za-z0-9_])key_live_[A-Za-z0-9]{32}(?![A-Za-z0-9])"#,
            severity: .note,
            example: ["key", "_live_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["key", "_live_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "Branch dashboard, Account Settings: it is no secret, and is replaced with the secret."),
        ServiceKey(
            "Klaviyo key", at: starts("pk_"), #"(?<![A-Za-z0-9_])pk_[0-9a-f]{34}(?![A-Za-z0-9])"#,
            example: ["pk", "_0a", "1b2c3d4e5f67890a1b2c3d4e5f678901"],
            miss: ["pk", "_0a", "1b2c3d4e5f67890a1b2c3d4e5f67890"],
            revoke: "Klaviyo, Settings, API keys: delete the private key."),
        ServiceKey(
            "extended private key (BIP 32)", at: ["xprv", "yprv", "zprv"],
            #"[xyz]prv[1-9A-HJ-NP-Za-km-z]{107,108}(?![A-Za-z0-9])"#,
            example: [
                "xpr", "v", "9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbP",
                "y6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TG",
                "tRBeJgk33yuGBxrMPHi",
            ],
            miss: [
                "xpr", "v", "9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbP",
                "y6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TG",
                "tRBeJgk33yuGBxrM",
            ],
            revoke: "Move what it controls to a new wallet."),
    ]
}
