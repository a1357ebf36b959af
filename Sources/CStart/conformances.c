// Finds protocol conformances by an index, where Swift's runtime goes through all of them.
//
// The runtime answers `value as? P`, and what generic types ask of their arguments, from a cache; what is not in it is
// looked for in all conformances of the program, of which there are seven thousand. The argument parser alone asks for
// a hundred before a command has its options: half of the time to the first line of output. Here they are put into a
// hash table once, in the time of one such search.
//
// The linker (`--wrap`, see Package.swift) leads the calls of the runtime's functions to the functions below. They
// answer only what a record settles by itself: whether a struct, an enum or a class that inherits from none conforms by
// a record without conditions. Subclasses, conditional and isolated conformances, types that C declares, and everything
// else go to the runtime's own functions. The program is linked statically: no image with further conformances comes.
//
// The records are part of Swift's stable ABI: TargetProtocolConformanceDescriptor and TargetContextDescriptor in
// swift/ABI/Metadata.h, ConformanceFlags in swift/ABI/MetadataValues.h, docs/ABI/TypeMetadata.rst.
#include "CStart.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>

/// A protocol conformance descriptor. Each of its references is a distance from its own address.
struct conformance {
    int32_t protocol;
    int32_t type;
    int32_t witness_table;
    uint32_t flags;
};

enum {
    // Flags of a conformance.
    type_kind_shift = 3,
    type_kind_mask = 7,
    direct_type = 0,
    indirect_type = 1,
    has_conditions = 0xff << 8,
    is_of_protocol = 1 << 18,
    is_isolated = 1 << 19,
    // Kinds of metadata.
    class_kind = 0,
    struct_kind = 0x200,
    enum_kind = 0x201,
    optional_kind = 0x202,
    existential_kind = 0x303,
    // Flags of a type's descriptor.
    is_unique = 1 << 6,
    // The field of a class's descriptor that refers to its superclass; 0 if it has none.
    superclass_field = 5,
    // Of the table: powers of two, and more than there are.
    most_records = 1 << 14,
    bucket_count = 1 << 13,
};

/// The section with a reference to each conformance.
extern const int32_t __start_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));

const void *swift_getWitnessTable(const void *conformance, const void *type, const void *const *arguments);

/// For each hash, the number of a record plus 1, and for each record, that of the next one with its hash; or 0.
static uint16_t buckets[bucket_count], following[most_records];
static atomic_bool is_ready;
static pthread_once_t preparation = PTHREAD_ONCE_INIT;

static const void *at_distance(const int32_t *reference) { return (const char *)reference + *reference; }

/// Follows a reference whose lowest bit says that the address stands where it leads to.
static const void *referenced(const int32_t *reference) {
    const char *address = (const char *)reference + (*reference & ~1);
    return *reference & 1 ? *(const void *const *)address : address;
}

static const struct conformance *record(unsigned number) {
    return at_distance(&__start_swift5_protocol_conformances[number]);
}

/// Returns the descriptor of the type that a record is about; NULL if that is not a Swift type.
static const void *type_of(const struct conformance *conformance) {
    unsigned kind = conformance->flags >> type_kind_shift & type_kind_mask;
    if (kind == direct_type) return at_distance(&conformance->type);
    if (kind == indirect_type) return *(const void *const *)at_distance(&conformance->type);
    return NULL;
}

static unsigned hash(const void *type, const void *protocol) {
    uint64_t mixed = ((uintptr_t)type >> 2) * 0x9e3779b97f4a7c15u ^ ((uintptr_t)protocol >> 2) * 0xc2b2ae3d27d4eb4fu;
    return (unsigned)(mixed >> 40) % bucket_count;
}

static void prepare(void) {
    if (__start_swift5_protocol_conformances == NULL) return;
    ptrdiff_t count = __stop_swift5_protocol_conformances - __start_swift5_protocol_conformances;
    if (count > most_records) return;
    for (unsigned number = 0; number < (unsigned)count; number++) {
        const struct conformance *conformance = record(number);
        const void *type = type_of(conformance);
        if (type == NULL) continue;
        uint16_t *bucket = &buckets[hash(type, referenced(&conformance->protocol))];
        following[number] = *bucket;
        *bucket = (uint16_t)(number + 1);
    }
    atomic_store_explicit(&is_ready, true, memory_order_release);
}

void sandglass_prepare_conformances(void) { pthread_once(&preparation, prepare); }

bool sandglass_find_conformance(const void *type, const void *protocol, const void **witness_table) {
    uintptr_t kind = *(const uintptr_t *)type;
    if (kind == existential_kind && ((const uint32_t *)type)[3] == 0) {
        // `Any`, which cannot be extended.
        *witness_table = NULL;
        return true;
    }
    bool is_class = kind == class_kind;
    if (!is_class && kind != struct_kind && kind != enum_kind && kind != optional_kind) return false;
    const uint32_t *descriptor = ((const uint32_t *const *)type)[is_class ? 5 : 1];
    if (descriptor == NULL || !(*descriptor & is_unique)) return false;
    if (is_class && descriptor[superclass_field] != 0) return false;
    if (!atomic_load_explicit(&is_ready, memory_order_acquire)) {
        sandglass_prepare_conformances();
        if (!atomic_load_explicit(&is_ready, memory_order_acquire)) return false;
    }
    const struct conformance *found = NULL;
    for (unsigned next = buckets[hash(descriptor, protocol)]; next != 0; next = following[next - 1]) {
        const struct conformance *candidate = record(next - 1);
        if (type_of(candidate) != descriptor || referenced(&candidate->protocol) != protocol) continue;
        if (found != NULL || candidate->flags & (has_conditions | is_of_protocol | is_isolated)) return false;
        found = candidate;
    }
    static const void *const no_arguments[1];
    *witness_table = found == NULL ? NULL : swift_getWitnessTable(found, type, no_arguments);
    return true;
}

// The runtime's functions, and what their callers get instead.

// They are weak, since debug builds, which are linked dynamically, have neither these names nor the linker's option.
#define RUNTIME_FUNCTION __attribute__((weak))
const void *__real_swift_conformsToProtocol(const void *type, const void *protocol) RUNTIME_FUNCTION;
const void *__real_swift_conformsToProtocolCommon(const void *type, const void *protocol) RUNTIME_FUNCTION;
const void *__real_swift_conformsToProtocolWithExecutionContext(const void *type, const void *protocol, void *context)
    RUNTIME_FUNCTION;

/// Finds a conformance if all are in this image: a program that is linked dynamically has an interpreter (getauxval(3)),
/// and its runtime has conformances in another one.
static bool find(const void *type, const void *protocol, const void **table) {
    return getauxval(AT_BASE) == 0 && sandglass_find_conformance(type, protocol, table);
}

const void *__wrap_swift_conformsToProtocol(const void *type, const void *protocol) {
    const void *table;
    if (find(type, protocol, &table)) return table;
    return __real_swift_conformsToProtocol(type, protocol);
}

const void *__wrap_swift_conformsToProtocolCommon(const void *type, const void *protocol) {
    const void *table;
    if (find(type, protocol, &table)) return table;
    return __real_swift_conformsToProtocolCommon(type, protocol);
}

/// - Parameter context: Receives the actor of an isolated conformance.
const void *__wrap_swift_conformsToProtocolWithExecutionContext(
    const void *type, const void *protocol, void *context) {
    const void *table;
    if (find(type, protocol, &table)) return table;
    return __real_swift_conformsToProtocolWithExecutionContext(type, protocol, context);
}
