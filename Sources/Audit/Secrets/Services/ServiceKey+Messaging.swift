// The forms are facts from the documentation that the comments name, and from the public lists of what scanners of
// repositories find: GitHub's supported patterns, and the rules of Gitleaks, Betterleaks, TruffleHog and Kingfisher.
// The expressions are our own. All examples are made up; no scanner sees a key in them, as they are in pieces.

extension ServiceKey {
    /// Mail, chat, social networks, maps, and media.
    static let messaging: [ServiceKey] = [
        // Source: Slack, token types, incoming webhooks, and workflows.
        ServiceKey(
            "Slack token", at: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"], #"xox[abprs]-[0-9A-Za-z-]{20,150}+"#,
            example: ["xox", "b-", "a1B2c3D4e5F6g7H8i9J0"], miss: ["xox", "b-", "a1B2c3D4e5F6g7H8i9J"],
            revoke: "Slack: revoke it with the method auth.revoke, or reinstall the app at api.slack.com."),
        ServiceKey(
            "Slack app token", at: ["xapp-"], #"xapp-[0-9]-[A-Z0-9]{8,16}-[0-9]{10,16}-[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: [
                "xap", "p-", "1-Q1W2E3R4T5Y-1029384756102-0a1b2c3d4e5f6789",
                "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f6789",
            ],
            miss: [
                "xap", "p-", "1-Q1W2E3R4T5Y-1029384756102-0a1b2c3d4e5f6789",
                "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f678",
            ],
            revoke: "api.slack.com, Basic Information of the app, App-Level Tokens: revoke the token."),
        ServiceKey(
            "Slack configuration token", at: ["xoxe-", "xoxe.xox"],
            #"xoxe(?:-|\.xox[bp]-)[0-9]-[A-Za-z0-9]{140,180}+(?![A-Za-z0-9])"#,
            example: [
                "xox", "e-", "1-a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1",
                "B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3", "D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5",
                "F6g7H8i9J0a1B2c3",
            ],
            miss: [
                "xox", "e-", "1-a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1",
                "B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3", "D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5",
                "F6g7H8i9J",
            ],
            revoke: "api.slack.com, Your Apps, App Configuration Tokens: revoke the token."),
        ServiceKey(
            "Slack webhook", at: ["hooks.slack.com/services/"],
            #"hooks\.slack\.com/services/T[A-Z0-9]{6,16}/B[A-Z0-9]{6,16}/[A-Za-z0-9]{20,48}+"#,
            example: ["hooks.slack.c", "om/services/", "T0A1B2C/B0A1B2C/a1B2c3D4e5F6g7H8i9J0a1B2"],
            miss: ["hooks.slack.c", "om/services/", "T0A1B2C/a1B2c3D4e5F6g7H8i9J0"],
            revoke: "api.slack.com, Incoming Webhooks of the app: remove the webhook URL."),
        ServiceKey(
            "Slack workflow webhook", at: ["hooks.slack.com/workflows/", "hooks.slack.com/triggers/"],
            #"hooks\.slack\.com/(?:workflows/T\w{6,16}/A|triggers/[ET])[A-Z0-9]{6,16}/[0-9]{8,24}/[A-Za-z0-9]{20,48}+"#,
            example: ["hooks.slack.c", "om/triggers/", "T0A1B2C3D/1029384756102/0a1b2c3d4e5f67890a1b", "2c3d4e5f6789"],
            miss: ["hooks.slack.c", "om/triggers/", "T0A1B2C3D/1029384756102/0a1b2c3d4e5f67890a1"],
            revoke: "Slack, Tools, Workflows: unpublish the workflow, or give it a new webhook trigger."),
        // Source: Discord, Telegram (Bot API), Microsoft Teams, Meta, X, LinkedIn.
        ServiceKey(
            "Discord webhook", at: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
            #"discord(?:app)?\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,80}+"#,
            example: [
                "discord.com/a", "pi/webhooks/", "102938475610293847/a1B2c3D4e5F6g7H8i9J0a1B2c",
                "3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4",
            ],
            miss: [
                "discord.com/a", "pi/webhooks/", "102938475610293847/a1B2c3D4e5F6g7H8i9J0a1B2c",
                "3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J",
            ],
            revoke: "Discord, Server settings, Integrations, Webhooks: delete the webhook."),
        // The eight last digits of the bot's number (of eight to ten), and the secret.
        ServiceKey(
            "Telegram bot token", at: [":AAE", ":AAF", ":AAG", ":AAH"], lead: 8,
            #"[0-9]{8}:AA[E-H][A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])"#,
            example: ["10293847:A", "AE", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6"],
            miss: ["10293847:A", "AE", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F"],
            revoke: "Telegram: send /revoke to BotFather and choose the bot."),
        ServiceKey(
            "Microsoft Teams webhook", at: ["webhook.office.com/webhookb2/"],
            #"webhook\.office\.com/webhookb2/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36}"#,
            example: [
                "webhook.office.", "com/webhookb2/", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789@0a1b2c3",
                "d-4e5f-4789-8a1b-2c3d4e5f6789/IncomingWebhoo", "k/0a1b2c3d4e5f67890a1b2c3d4e5f6789/0a1b2c3d-",
                "4e5f-4789-8a1b-2c3d4e5f6789",
            ],
            miss: [
                "webhook.office.", "com/webhookb2/", "0a1b2c3d-4e5f-4789-8a1b-2c3d4e5f6789@0a1b2c3",
                "d-4e5f-4789-8a1b-2c3d4e5f6789/IncomingWebhoo", "k/0a1b2c3d4e5f67890a1b2c3d4e5f678/0a1b2c3d-4",
                "e5f-4789-8a1b-2c3d4e5f6789",
            ],
            revoke: "Teams, Manage channel, Connectors, Incoming Webhook: remove the webhook."),
        // These three may be in base64 by chance: borders.
        ServiceKey(
            "Facebook access token",
            at: [
                "EAAB", "EAAC", "EAAD", "EAAE", "EAAF", "EAAG", "EAAH", "EAAI", "EAAJ", "EAAK", "EAAL", "EAAM", "EAAN",
                "EAAO", "EAAP", "EAAQ", "EAAR", "EAAS", "EAAT", "EAAU", "EAAV", "EAAW", "EAAX", "EAAY", "EAAZ",
            ],
            #"(?<![A-Za-z0-9+/_-])EAA[B-Z][A-Za-z0-9]{100,400}+(?![A-Za-z0-9+/=_-])"#,
            example: [
                "EA", "AC", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0",
            ],
            miss: [
                "EA", "AC", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J",
            ],
            revoke: "Facebook, Settings, Apps and websites: remove the app; or Business settings: revoke it."),
        ServiceKey(
            "Instagram access token", at: ["IGQV", "IGQW", "IGAA"],
            #"(?<![A-Za-z0-9+/_-])IG(?:AA|QV|QW)[A-Za-z0-9_-]{100,400}+(?![A-Za-z0-9+/=])"#,
            example: [
                "IG", "QV", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
            ],
            miss: [
                "IG", "QV", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4", "e5F6g7H8i9J",
            ],
            revoke: "Instagram, Settings, Website permissions, Apps and websites: remove the app."),
        ServiceKey(
            "X bearer token", at: ["AAAAAAAAAAAAAAAAAAAA"],
            #"(?<![A-Za-z0-9+/%_-])A{20}(?=[A-Za-z0-9]{0,80}%)[A-Za-z0-9%]{60,160}+(?![A-Za-z0-9%])"#,
            example: [
                "AAAAAAAAAA", "AAAAAAAAAA", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5%2Ba1B2c3D4e5F",
                "6%3Da1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0", "a1B2c3D4e5",
            ],
            miss: [
                "AAAAAAAAAA", "AAAAAAAAAA", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5",
            ],
            revoke: "X developer portal, Keys and tokens of the app: revoke the bearer token."),
        ServiceKey(
            "LinkedIn client secret", at: ["WPL_AP0.", "WPL_AP1."],
            #"WPL_AP[01]\.[A-Za-z0-9]{10,24}\.[A-Za-z0-9+/]{6,10}+={0,2}"#,
            example: ["WPL_", "AP1.", "a1B2c3D4e5F6g7H8.a1B2c3=="], miss: ["WPL_", "AP1.", "a1B2c3D4e5F6g7H8.a1B2c=="],
            revoke: "LinkedIn Developers, Auth of the app: generate a new client secret, delete this one."),
        // Source: SendGrid, Mailgun, Mailchimp, Brevo, MailerSend, OneSignal.
        // The fixed text has three characters: there is an anchor for each that follows it.
        ServiceKey(
            "SendGrid key",
            at: starts("SG.", "_-"),
            #"(?<![A-Za-z0-9_-])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"#,
            example: ["SG", ".a", "1B2c3D4e5F6g7H8i9J0a1.a1B2c3D4e5F6g7H8i9J0a1", "B2c3D4e5F6g7H8i9J0a1B"],
            miss: ["SG", ".a", "1B2c3D4e5F6g7H8i9J0a1.a1B2c3D4e5F6g7H8i9J0a1", "B2c3D4e5F6g7H8i9J0a1"],
            revoke: "SendGrid, Settings, API Keys: delete the key."),
        // Other names of files and tables end so: the beginning of a word is needed.
        ServiceKey(
            "Mailgun key", at: ["key-"], #"(?<![A-Za-z0-9_-])key-[0-9a-f]{32}(?![A-Za-z0-9_])"#,
            example: ["ke", "y-", "0a1b2c3d4e5f67890a1b2c3d4e5f6789"],
            miss: ["ke", "y-", "0a1b2c3d4e5f67890a1b2c3d4e5f678g"],
            revoke: "Mailgun, API Security (API keys) of the account: delete the key."),
        ServiceKey(
            "Mailchimp key", at: ["-us1", "-us2", "-us3", "-us4", "-us5", "-us6", "-us7", "-us8", "-us9"], lead: 32,
            #"(?<![0-9A-Za-z])[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])"#,
            example: ["0a1b2c3d4e5f67890a1b2c3d4e5f6789-u", "s1", "2"],
            miss: ["0a1b2c3d4e5f67890a1b2c3d4e5f678-u", "s1", "2"],
            revoke: "Mailchimp, Account & billing, Extras, API keys: revoke the key."),
        ServiceKey(
            "Brevo key", at: ["xkeysib-", "xsmtpsib-"],
            #"x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}(?![A-Za-z0-9])"#,
            example: [
                "xkey", "sib-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789-a1B2c3D4e5F6g7H8",
            ],
            miss: [
                "xkey", "sib-", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789-a1B2c3D4e5F6g7H",
            ],
            revoke: "Brevo, SMTP & API: delete the API key or the SMTP key."),
        ServiceKey(
            "MailerSend token", at: ["mlsn."], #"mlsn\.[0-9a-f]{64}(?![0-9A-Za-z])"#,
            example: ["mls", "n.", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f6789"],
            miss: ["mls", "n.", "0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f", "67890a1b2c3d4e5f678"],
            revoke: "MailerSend, Integrations, API tokens: delete the token."),
        ServiceKey(
            "OneSignal key", at: ["os_v2_app_", "os_v2_org_"], #"os_v2_(?:app|org)_[a-z2-7]{103}(?![A-Za-z0-9_-])"#,
            example: [
                "os_v2", "_app_", "qwertyuiopasdfghjklzxcvbnm234567qwertyuiopas",
                "dfghjklzxcvbnm234567qwertyuiopasdfghjklzxcvb", "nm234567qwertyu",
            ],
            miss: [
                "os_v2", "_app_", "qwertyuiopasdfghjklzxcvbnm234567qwertyuiopas",
                "dfghjklzxcvbnm234567qwertyuiopasdfghjklzxcvb", "nm234567qwerty",
            ],
            revoke: "OneSignal, Settings, Keys & IDs: rotate or delete the key."),
        // Source: Mapbox, Cloudinary, Dropbox, Figma, Frame.io.
        ServiceKey(
            "Mapbox secret token", at: ["sk.eyJ1Ijoi"],
            #"sk\.eyJ1Ijoi[A-Za-z0-9_-]{20,200}+\.[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])"#,
            example: [
                "sk.eyJ", "1Ijoi", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0.a1B2c3D4e5F6g7H8i9J0a1",
            ],
            miss: [
                "sk.eyJ", "1Ijoi", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0.a1B2c3D4e5F6g7H8i9J0a",
            ],
            revoke: "Mapbox Console, Tokens: rotate or delete the token."),
        ServiceKey(
            "Mapbox public token", at: ["pk.eyJ1Ijoi"],
            #"pk\.eyJ1Ijoi[A-Za-z0-9_-]{20,200}+\.[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])"#, severity: .note,
            example: [
                "pk.eyJ", "1Ijoi", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0.a1B2c3D4e5F6g7H8i9J0a1",
            ],
            miss: [
                "pk.eyJ", "1Ijoi", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0.a1B2c3D4e5F6g7H8i9J0a",
            ],
            revoke: "It is meant for apps; in the Mapbox Console, Tokens, rotate it if others misuse it."),
        ServiceKey(
            "Cloudinary URL", at: ["cloudinary://"],
            #"cloudinary://(?=[0-9]{12,18}:[A-Za-z0-9_-]{24,32}@)[A-Za-z0-9_:@-]{40,120}+"#,
            example: ["cloudin", "ary://", "102938475610293:a1B2c3D4e5F6g7H8i9J0a1B2c3D@mari"],
            miss: ["cloudin", "ary://", "102938475610293:a1B2c3D4e5F6g7H8i9J0a1B@mari"],
            revoke: "Cloudinary Console, Settings, API Keys: disable the key, then delete it."),
        ServiceKey(
            "Dropbox token", at: ["sl.u.", "sl.A", "sl.B"],
            #"(?<![A-Za-z0-9])sl\.(?:u\.A|[AB])[A-Za-z0-9_-]{128,512}+"#,
            example: [
                "sl.", "u.", "Aa1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B",
                "2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D", "4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F",
                "6g7H8i9J0",
            ],
            miss: [
                "sl.", "u.", "Aa1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B",
                "2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D", "4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3D",
            ],
            revoke: "It ends within hours; in Dropbox, Settings, Connected apps, disconnect the app to end it sooner."),
        ServiceKey(
            "Figma token", at: ["figd_"], #"figd_[A-Za-z0-9_-]{38,44}+(?![A-Za-z0-9_-])"#,
            example: ["fig", "d_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0"],
            miss: ["fig", "d_", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i"],
            revoke: "Figma, Settings, Security, Personal access tokens: revoke the token."),
        ServiceKey(
            "Frame.io token", at: ["fio-u-"], #"fio-u-[A-Za-z0-9_=-]{64}(?![A-Za-z0-9_=-])"#,
            example: ["fio", "-u-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2"],
            miss: ["fio", "-u-", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B"],
            revoke: "Frame.io developer site, Tokens: delete the token."),
    ]
}
