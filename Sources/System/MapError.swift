/// Returns a value; an error in place of it is thrown as another one.
package func mapError<Value, Failure, Other>(
    _ value: @autoclosure () throws(Failure) -> Value, _ other: (Failure) -> Other
) throws(Other) -> Value {
    do throws(Failure) {
        return try value()
    } catch {
        throw other(error)
    }
}
