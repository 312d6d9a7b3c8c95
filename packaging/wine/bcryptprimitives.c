/* A library that Rust programs for Windows load for random bytes. wine 8.0 does not have it. `.ci/wine` makes
 * bcryptprimitives.dll of this file for the tests under wine. No release contains it. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
    return SystemFunction036(data, (ULONG)size);
}
