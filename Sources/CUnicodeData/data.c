// The part of ICU's data that the packages of `make dist` contain: .ci/packages/build selects it and names the file. The linker
// takes this definition, and then not the one in Foundation's copy of ICU. Any other build has the data of its Foundation.

#include "CUnicodeData.h"

#ifdef SCHEMALEDGER_UNICODE_DATA
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wc23-extensions"

extern const unsigned char SCHEMALEDGER_UNICODE_SYMBOL[];
const unsigned char SCHEMALEDGER_UNICODE_SYMBOL[] __attribute__((aligned(16))) = {
#embed SCHEMALEDGER_UNICODE_DATA
};
#endif
