"""The rules of the library side; each is an object of its module."""

from migrate.rules.addresses import ADDRESSES, ASKED_TYPES, TENSOR_ADDRESSES
from migrate.rules.arguments import ARGUMENTS, UNCLEAR_ARGUMENTS
from migrate.rules.calls import CALLS
from migrate.rules.check_forms import CHECK_FORMS
from migrate.rules.cuts import CUTS
from migrate.rules.fields import FIELDS
from migrate.rules.handles import HANDLES
from migrate.rules.initialisers import ARRAYS, INITIALISERS, VECTORS
from migrate.rules.kernels import STRUCTS
from migrate.rules.lambdas import LAMBDAS
from migrate.rules.launches import LAUNCH_KEYS, LAUNCH_STRUCTS
from migrate.rules.lifetimes import LIFETIMES
from migrate.rules.limits import ABORTS, PACKED, PLACES, TOLD, TRIES
from migrate.rules.macros import MACROS
from migrate.rules.names import CONVERSIONS, MEMORY_DECLARATIONS, NAMES
from migrate.rules.parameters import ARRANGED_CALLS, PARAMETERS
from migrate.rules.performance import DISCARDED, PERFORMANCE_BLOCKS
from migrate.rules.plain_statuses import PLAIN_STATUSES
from migrate.rules.prints import PRINTS
from migrate.rules.scopes import ARGUMENT_SCOPES, SCOPE_STATEMENTS, SCOPES, STANDARD_SCOPES
from migrate.rules.signature import HANDLE_USES, NON_BLOCKING_USES, PASSED, PROLOGUE, SIGNATURE
from migrate.rules.statics import STATICS
from migrate.rules.statuses import HANDLE_TRUTH, STATUS_JOINS, STATUS_NUMBERS, STATUSES
from migrate.rules.unchecked import OVERRUNS, RANGES, SIZES, UNSEEN

ALL = (
    ABORTS,
    ADDRESSES,
    ASKED_TYPES,
    ARGUMENTS,
    UNCLEAR_ARGUMENTS,
    ARRANGED_CALLS,
    CALLS,
    CONVERSIONS,
    CUTS,
    DISCARDED,
    FIELDS,
    HANDLES,
    HANDLE_USES,
    INITIALISERS,
    ARRAYS,
    VECTORS,
    LAMBDAS,
    LAUNCH_KEYS,
    LIFETIMES,
    LAUNCH_STRUCTS,
    MACROS,
    MEMORY_DECLARATIONS,
    NAMES,
    NON_BLOCKING_USES,
    PACKED,
    TOLD,
    PARAMETERS,
    PASSED,
    PERFORMANCE_BLOCKS,
    PLACES,
    PLAIN_STATUSES,
    PRINTS,
    CHECK_FORMS,
    PROLOGUE,
    SCOPES,
    SCOPE_STATEMENTS,
    ARGUMENT_SCOPES,
    STANDARD_SCOPES,
    SIGNATURE,
    OVERRUNS,
    RANGES,
    SIZES,
    HANDLE_TRUTH,
    STATICS,
    STATUSES,
    STATUS_JOINS,
    STATUS_NUMBERS,
    STRUCTS,
    TENSOR_ADDRESSES,
    TRIES,
    UNSEEN,
)
