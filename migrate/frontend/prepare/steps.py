"""The steps of the preparation, in their order: a later one meets what the earlier ones have made, and all of them are gone through again while one finds something."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate.frontend.prepare.chips.bodies import whole_bodies
from migrate.frontend.prepare.chips.branch_locals import before_branches
from migrate.frontend.prepare.chips.statements import whole_statements
from migrate.frontend.prepare.chips.values import values_by_chip
from migrate.frontend.prepare.dtypes.key_tables import key_tables
from migrate.frontend.prepare.dtypes.numbers import dtype_numbers
from migrate.frontend.prepare.dtypes.whole_tensors import whole_tensors
from migrate.frontend.prepare.files.aliases import without_aliases
from migrate.frontend.prepare.files.own_names import names_of_its_own
from migrate.frontend.prepare.files.qualified_names import in_namespaces
from migrate.frontend.prepare.functions.called_lambdas import called_lambdas, held_lambdas
from migrate.frontend.prepare.functions.declared_statuses import declared_statuses
from migrate.frontend.prepare.functions.given_lambdas import given_lambdas
from migrate.frontend.prepare.functions.lambdas import named_lambdas
from migrate.frontend.prepare.functions.overloads import names_for_overloads
from migrate.frontend.prepare.functions.pointers import function_pointers
from migrate.frontend.prepare.functions.status_helpers import status_helpers
from migrate.frontend.prepare.functions.tables import function_tables
from migrate.frontend.prepare.kernels.built_strings import built_strings
from migrate.frontend.prepare.kernels.choices import chosen_names, without_choosers
from migrate.frontend.prepare.kernels.launch_values import launch_values
from migrate.frontend.prepare.kernels.launchers import named_launchers
from migrate.frontend.prepare.kernels.names import literal_names
from migrate.frontend.prepare.kernels.strings import literal_strings
from migrate.frontend.prepare.kernels.text_tables import constant_tables
from migrate.frontend.prepare.kernels.texts import named_texts
from migrate.frontend.prepare.objects.class_members import class_constants, member_overloads
from migrate.frontend.prepare.objects.later_handles import later_handles
from migrate.frontend.prepare.objects.local_objects import local_objects
from migrate.frontend.prepare.objects.outline_members import outline_members
from migrate.frontend.prepare.objects.reference_helpers import reference_helpers
from migrate.frontend.prepare.options.dead import without_dead
from migrate.frontend.prepare.options.macros import without_option_macros
from migrate.frontend.prepare.step import Parse, Step, prepared
from migrate.frontend.prepare.waits.calls import waiting_calls
from migrate.frontend.prepare.waits.conditions import waiting_conditions
from migrate.frontend.prepare.waits.flags import named_flags
from migrate.frontend.prepare.waits.heads import waiting_heads
from migrate.frontend.prepare.waits.values import waiting_values
from migrate.frontend.source import Source
from migrate.project.library_rules import LibraryRules


def all_steps(
    source: Source, rules: LibraryRules, path: Path, others: Sequence[bytes], chips: bool, parse: Parse
) -> Source | None:
    """The source after all steps, with what the compilers say of it; None where there was nothing to do. `others`: the texts of the library's other
    sources; `chips`: whether there are several; `parse` raises ParseFailed."""
    steps: tuple[Step, ...] = (
        in_namespaces,
        without_dead(rules),
        without_option_macros(rules),
        without_aliases(rules),
        outline_members,
        class_constants(rules),
        member_overloads(rules),
        reference_helpers(rules),
        later_handles(rules),
        local_objects(rules),
        whole_tensors(rules),
        function_pointers(rules),
        function_tables(rules),
        constant_tables,
        key_tables(rules),
        dtype_numbers(rules),
        names_for_overloads(rules),
        *((names_of_its_own(rules, path, others),) if others else ()),
        held_lambdas,
        given_lambdas(rules),
        called_lambdas(rules),
        named_lambdas(rules),
        status_helpers(rules),
        declared_statuses(rules),
        named_flags(rules),
        named_texts(rules),
        built_strings(rules),
        literal_strings(rules),
        literal_names(rules),
        launch_values(rules),
        chosen_names(rules),
        without_choosers,
        named_launchers(rules),
        waiting_heads(rules),
        waiting_values(rules),
        waiting_conditions(rules),
        waiting_calls(rules),
    )
    several = chips and rules.dispatch != "macro"
    if several:
        steps += (values_by_chip(rules), whole_statements(rules), before_branches(rules))
    made = prepared(source, steps, parse)
    whole = prepared(made or source, (whole_bodies(rules),), parse) if several else None
    return prepared(whole, steps, parse) or whole if whole else made
