"""The rules of the library side; each is an object of its module."""

from migrate.rules.addresses import ADDRESSES, TENSOR_ADDRESSES
from migrate.rules.arguments import ARGUMENTS
from migrate.rules.calls import CALLS
from migrate.rules.cuts import CUTS
from migrate.rules.kernels import STRUCTS
from migrate.rules.launches import LAUNCH_KEYS, LAUNCH_STRUCTS
from migrate.rules.lifetimes import LIFETIMES
from migrate.rules.limits import ABORTS, LAMBDAS, PLACES, TRIES
from migrate.rules.macros import MACROS
from migrate.rules.names import CONVERSIONS, MEMORY_DECLARATIONS, NAMES
from migrate.rules.parameters import ARRANGED_CALLS, PARAMETERS
from migrate.rules.performance import DISCARDED, PERFORMANCE_BLOCKS
from migrate.rules.prints import PRINTS
from migrate.rules.signature import HANDLE_USES, NON_BLOCKING_USES, PROLOGUE, SIGNATURE
from migrate.rules.statuses import STATUSES

ALL = (
    ABORTS,
    ADDRESSES,
    ARGUMENTS,
    ARRANGED_CALLS,
    CALLS,
    CONVERSIONS,
    CUTS,
    DISCARDED,
    HANDLE_USES,
    LAMBDAS,
    LAUNCH_KEYS,
    LIFETIMES,
    LAUNCH_STRUCTS,
    MACROS,
    MEMORY_DECLARATIONS,
    NAMES,
    NON_BLOCKING_USES,
    PARAMETERS,
    PERFORMANCE_BLOCKS,
    PLACES,
    PRINTS,
    PROLOGUE,
    SIGNATURE,
    STATUSES,
    STRUCTS,
    TENSOR_ADDRESSES,
    TRIES,
)
