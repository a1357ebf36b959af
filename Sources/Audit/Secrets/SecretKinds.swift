/// What is said about the tables of secrets.
package enum SecretKinds {
    /// The number of kinds of keys of services.
    package static var count: Int { ServiceKey.all.count }
}
