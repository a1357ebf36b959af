#include "CPattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

struct sandglass_expression {
    pcre2_code *code;
};

struct sandglass_matcher {
    const pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
};

sandglass_expression *sandglass_expression_compile(
    const uint8_t *text, size_t length, bool ignores_case, int *error, size_t *offset) {
    *error = PCRE2_ERROR_NOMEMORY;
    *offset = 0;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    sandglass_expression *expression = malloc(sizeof *expression);
    if (context == NULL || expression == NULL) {
        pcre2_compile_context_free(context);
        free(expression);
        return NULL;
    }
    // A carriage return before the line feed belongs to the end of the line.
    pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
    uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
    if (ignores_case) options |= PCRE2_CASELESS;
    expression->code = pcre2_compile(text, length, options, error, offset, context);
    pcre2_compile_context_free(context);
    if (expression->code == NULL) {
        free(expression);
        return NULL;
    }
    // Without the compiler, for example where memory must not be executable, the expression is interpreted.
    pcre2_jit_compile(expression->code, PCRE2_JIT_COMPLETE);
    return expression;
}

void sandglass_expression_free(sandglass_expression *expression) {
    if (expression == NULL) return;
    pcre2_code_free(expression->code);
    free(expression);
}

void sandglass_expression_message(int error, char *buffer, size_t size) {
    if (size == 0) return;
    buffer[0] = 0;
    pcre2_get_error_message(error, (PCRE2_UCHAR *)buffer, size);
    buffer[size - 1] = 0;
}

sandglass_matcher *sandglass_matcher_create(const sandglass_expression *expression, uint32_t limit, uint32_t heap) {
    sandglass_matcher *matcher = calloc(1, sizeof *matcher);
    if (matcher == NULL) return NULL;
    matcher->code = expression->code;
    matcher->data = pcre2_match_data_create_from_pattern(expression->code, NULL);
    matcher->context = pcre2_match_context_create(NULL);
    matcher->stack = pcre2_jit_stack_create(32 * 1024, (size_t)heap * 1024, NULL);
    if (matcher->data == NULL || matcher->context == NULL || matcher->stack == NULL) {
        sandglass_matcher_free(matcher);
        return NULL;
    }
    pcre2_set_match_limit(matcher->context, limit);
    pcre2_set_depth_limit(matcher->context, limit);
    pcre2_set_heap_limit(matcher->context, heap);
    pcre2_jit_stack_assign(matcher->context, NULL, matcher->stack);
    return matcher;
}

void sandglass_matcher_free(sandglass_matcher *matcher) {
    if (matcher == NULL) return;
    pcre2_match_data_free(matcher->data);
    pcre2_match_context_free(matcher->context);
    pcre2_jit_stack_free(matcher->stack);
    free(matcher);
}

int sandglass_matcher_find(
    sandglass_matcher *matcher, const uint8_t *text, size_t length, size_t from, size_t *start, size_t *end) {
    int result = pcre2_match(matcher->code, text, length, from, 0, matcher->data, matcher->context);
    switch (result) {
    case PCRE2_ERROR_NOMATCH: return SANDGLASS_MATCH_NONE;
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_JIT_STACKLIMIT: return SANDGLASS_MATCH_LIMIT;
    default: break;
    }
    if (result < 0) return SANDGLASS_MATCH_FAILURE;
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(matcher->data);
    *start = ends[0];
    // \K can put the start behind the end.
    *end = ends[1] < ends[0] ? ends[0] : ends[1];
    return SANDGLASS_MATCH_FOUND;
}
