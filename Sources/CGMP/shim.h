// GMP's public names (mpz_add …) are C macros, which Swift does not import: call the functions behind them (__gmpz_add …).
#include <gmp.h>
