// The forms are facts from the documentation that the comments name, and from the public lists of what scanners of
// repositories find: GitHub's supported patterns, and the rules of Gitleaks, Betterleaks, TruffleHog and Kingfisher.
// The expressions are our own. All examples are made up; no scanner sees a key in them, as they are in pieces.

extension ServiceKey {
    /// Microsoft Azure, Entra and Azure DevOps.
    static let azure: [ServiceKey] = [
        // Source: Microsoft Learn, Azure connection strings, shared access signatures; Microsoft Security Utilities
        // (identifiable keys, common annotated security keys). Signatures have checksums that are not verified here.
        ServiceKey(
            "Azure storage key", at: ["AccountKey="], #"AccountKey=\K[A-Za-z0-9+/]{86}=="#,
            example: [
                "Accoun", "tKey=", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c3==",
            ],
            miss: [
                "Accoun", "tKey=", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2",
                "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2c==",
            ],
            revoke: "Azure portal, Storage account, Access keys: rotate the key."),
        ServiceKey(
            "Azure shared access key", at: ["SharedAccessKey="],
            #"SharedAccessKey=\K[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])"#,
            example: ["SharedAc", "cessKey=", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B="],
            miss: ["SharedAc", "cessKey=", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1="],
            revoke: "Azure portal, Shared access policies of the namespace or hub: regenerate the policy's keys."),
        ServiceKey(
            "Azure shared access signature", at: ["?sig=", "&sig=", ";sig="],
            #"[?&;]sig=\K(?:[A-Za-z0-9+/]|%2[BFbf]){43}(?:=|%3[Dd])(?![A-Za-z0-9+/=%])"#,
            example: ["&si", "g=", "a1B2c3D4e5F6g7H8i9J0%2Fa1B2c3D4e5F6g7H8i9J0a1%3D"],
            miss: ["&si", "g=", "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1%3D"],
            revoke: "Rotate the account key it was signed with, or delete the stored access policy it belongs to."),
        ServiceKey(
            "Azure storage account key", at: ["+ASt"], lead: 76, #"[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{5}[AQgw]=="#,
            example: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8+A", "St", "a1B2cA==",
            ],
            miss: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H+A", "St", "a1B2cA==",
            ],
            revoke: "Azure portal, Storage account, Access keys: rotate the key."),
        ServiceKey(
            "Azure Cosmos DB key", at: ["ACDb"], lead: 76, #"[A-Za-z0-9+/]{76}ACDb[A-Za-z0-9+/]{5}[AQgw]=="#,
            example: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8AC", "Db", "a1B2cA==",
            ],
            miss: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7HAC", "Db", "a1B2cA==",
            ],
            revoke: "Azure portal, Azure Cosmos DB account, Keys: regenerate the key."),
        ServiceKey(
            "Azure Batch key", at: ["+ABa"], lead: 76, #"[A-Za-z0-9+/]{76}\+ABa[A-Za-z0-9+/]{5}[AQgw]=="#,
            example: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8+A", "Ba", "a1B2cA==",
            ],
            miss: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H+A", "Ba", "a1B2cA==",
            ],
            revoke: "Azure portal, Batch account, Keys: regenerate the key."),
        ServiceKey(
            "Azure API Management key", at: ["APIM"], lead: 76, #"[A-Za-z0-9+/]{76}APIM[A-Za-z0-9+/]{5}[AQgw]=="#,
            example: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8AP", "IM", "a1B2cA==",
            ],
            miss: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7HAP", "IM", "a1B2cA==",
            ],
            revoke: "Azure portal, API Management, Subscriptions or Management API: regenerate the key."),
        ServiceKey(
            "Azure Event Hubs key", at: ["+AEh"], lead: 33,
            #"[A-Za-z0-9+/]{33}\+AEh[A-P][A-Za-z0-9+/]{5}=(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g+A", "Eh", "Ba1B2c="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g+A", "Eh", "Za1B2c="],
            revoke: "Azure portal, Event Hubs namespace, Shared access policies: regenerate the keys."),
        ServiceKey(
            "Azure Service Bus key", at: ["+ASb"], lead: 33,
            #"[A-Za-z0-9+/]{33}\+ASb[A-P][A-Za-z0-9+/]{5}=(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g+A", "Sb", "Ba1B2c="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g+A", "Sb", "Za1B2c="],
            revoke: "Azure portal, Service Bus namespace, Shared access policies: regenerate the keys."),
        ServiceKey(
            "Azure Relay key", at: ["+ARm"], lead: 33,
            #"[A-Za-z0-9+/]{33}\+ARm[A-P][A-Za-z0-9+/]{5}=(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g+A", "Rm", "Ba1B2c="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g+A", "Rm", "Za1B2c="],
            revoke: "Azure portal, Relay namespace, Shared access policies: regenerate the keys."),
        ServiceKey(
            "Azure IoT key", at: ["AIoT"], lead: 33, #"[A-Za-z0-9+/]{33}AIoT[A-P][A-Za-z0-9+/]{5}=(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6gAI", "oT", "Ba1B2c="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6gAI", "oT", "Za1B2c="],
            revoke: "Azure portal, IoT Hub, Shared access policies or Devices: regenerate the keys."),
        ServiceKey(
            "Azure Event Grid key", at: ["AZEG"], lead: 33,
            #"[A-Za-z0-9+/]{33}AZEG[A-P][A-Za-z0-9+/]{5}=(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6gAZ", "EG", "Ba1B2c="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6gAZ", "EG", "Za1B2c="],
            revoke: "Azure portal, Event Grid topic, Access keys: regenerate the key."),
        ServiceKey(
            "Azure Cache for Redis key", at: ["AzCa"], lead: 33,
            #"[A-Za-z0-9+/]{33}AzCa[A-P][A-Za-z0-9+/]{5}=(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6gAz", "Ca", "Ba1B2c="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6gAz", "Ca", "Za1B2c="],
            revoke: "Azure portal, Azure Cache for Redis, Access keys: regenerate the key."),
        ServiceKey(
            "Azure Functions key", at: ["AzFu"], lead: 44, #"[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{5}[AQgw]=="#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2Az", "Fu", "a1B2cA=="],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1BAz", "Fu", "a1B2cA=="],
            revoke: "Azure portal, Function App, App keys: renew the key's value."),
        // These two end without padding: the borders tell them from longer base64.
        ServiceKey(
            "Azure AI Search key", at: ["AzSe"], lead: 42,
            #"(?<![A-Za-z0-9+/])[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1Az", "Se", "Ba1B2c"],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1Az", "Se", "Ea1B2c"],
            revoke: "Azure portal, AI Search service, Keys: regenerate the admin key, or delete the query key."),
        ServiceKey(
            "Azure Container Registry password", at: ["+ACR"], lead: 42,
            #"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5}(?![A-Za-z0-9+/=])"#,
            example: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1+A", "CR", "Ba1B2c"],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1+A", "CR", "Ea1B2c"],
            revoke: "Azure portal, Container registry, Access keys or Tokens: regenerate the password."),
        ServiceKey(
            "Azure DevOps token", at: ["AZDO"], lead: 76,
            #"[A-Za-z0-9]{52}JQQJ9[9DH][A-Za-z0-9][A-L][A-Za-z0-9]{16}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])"#,
            example: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6JQQJ99BAa1B2c3D4e5F6g7H8AZ", "DO", "a1B2",
            ],
            miss: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6JQQJ99BAa1B2c3D4e5F6g7H8AZ", "DO", "a1B2c",
            ],
            revoke: "Azure DevOps, User settings, Personal access tokens: revoke the token."),
        ServiceKey(
            "Azure service key", at: ["JQQJ9"], lead: 52,
            #"[A-Za-z0-9]{52}JQQJ9[9DH][A-Za-z0-9][A-L][A-Za-z0-9]{16}(?!AZDO)[A-Za-z0-9]{8,10}+={0,2}(?![A-Za-z0-9])"#,
            example: [
                "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6JQQ", "J9", "9BAa1B2c3D4e5F6g7H8ACOGa1B2",
            ],
            miss: ["a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0a1B2", "c3D4e5F6JQQ", "J9", "9BMa1B2c3D4e5F6g7H8ACOGa1B2"],
            revoke: "Azure portal, Keys and Endpoint of the resource: regenerate the key."),
        // The fixed text has three characters: there is an anchor for each that follows it.
        ServiceKey(
            "Microsoft Entra client secret",
            at: starts("8Q~", "_~.-"),
            lead: 3, #"(?<![A-Za-z0-9_~.+/-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}+(?![A-Za-z0-9_~.+/-])"#,
            example: ["a1B8Q", "~a", "1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7"],
            miss: ["a1B8Q", "~a", "1B2c3D4e5F6g7H8i9J0a1B2c3D4e5"],
            revoke: "Microsoft Entra admin center, App registrations, Certificates & secrets: delete it."),
    ]
}
