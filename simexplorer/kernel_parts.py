"""What makes numba and its code quicker here. What kernels alone call becomes part of them, without code of its own.

Numba makes machine code of every function, although what is never called from Python is only ever run as the copy that
each kernel has of it. Doing without saves a quarter of the wait at first use.
"""

from __future__ import annotations

from typing import Any


def widen_vectors() -> None:
    """From here on kernels use vectors of 512 bits, where the processor has those that cost nothing beside their work.

    LLVM keeps to 256 bits on Intel's processors, as the first ones that had more lowered their frequency for it. Those
    with AVX-512 VBMI hardly do. What a person has chosen for numba stays. To be called before numba compiles.
    """
    from numba.core import codegen, config

    host: Any = codegen
    chosen: Any = config
    features = host.get_host_cpu_features()
    if chosen.CPU_NAME is None and chosen.CPU_FEATURES is None and "+avx512vbmi" in features.split(","):
        chosen.CPU_FEATURES = f"{features},-prefer-256-bit"


def link_parts() -> None:
    """From here on numba makes machine code of what can be called from Python, and of nothing else.

    What cannot has the option ``no_cpython_wrapper``.
    """
    from numba.core.registry import cpu_target

    codegen = cpu_target.target_context.codegen()
    set_environment = codegen.set_env

    def set_env(name: str, environment: Any) -> None:
        """Parts have none of their own: they look up nothing in it."""
        if codegen._engine.is_symbol_defined(name):
            set_environment(name, environment)
        elif environment.consts:
            raise ValueError(f"{name}: what only kernels call must not use Python's objects.")

    codegen._library_class = _library()
    codegen.set_env = set_env


def remember_calls() -> None:
    """From here on numba looks up only once what an operation gives of operands of some types.

    It would try all that is known by its name one after the other, each time, and word in full what each one lacks.
    """
    from numba.core.types.functions import BaseFunction

    function: Any = BaseFunction
    looked_up = function.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return looked_up(self, context, args, kws)
        known = vars(self).setdefault("_known_calls", {})
        if args not in known:
            known[args] = looked_up(self, context, args, kws)
        return known[args]

    function.get_call_type = get_call_type


def follow_variables_late() -> None:
    """From here on numba finds out where variables are in use once a function, not after each of its passes.

    What it learns in between serves generators and Python's own objects, of which kernels have none.
    """
    from numba.core import postproc

    inside: Any = postproc
    processor, canonical, lifetime = inside.PostProcessor, inside.transforms.canonicalize_cfg, inside.VariableLifetime
    run_whole = processor.run

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        code = self.func_ir
        if emit_dels or code.is_generator:
            run_whole(self, emit_dels, extend_lifetimes)
        else:
            code.blocks = canonical(code.blocks)
            code.variable_lifetime, code.generator_info = lifetime(code.blocks), None

    processor.run = run


def _library() -> type:
    """Numba's class for the code of a function and of what it calls, but one that waits until it is asked for it."""
    from llvmlite.binding import Linkage
    from numba.core.codegen import JITCodeLibrary

    class Library(JITCodeLibrary):
        def add_linking_library(self, library: Any) -> None:
            self._linking_libraries.append(library)

        def _get_module_for_linking(self) -> Any:
            if self._finalized:
                return super()._get_module_for_linking()  # type: ignore[no-untyped-call]
            if self._shared_module is None:
                self._shared_module = self._optimised()
            return self._shared_module

        def _optimised(self) -> Any:
            module = self._final_module.clone()
            for library in dict.fromkeys(self._linking_libraries):
                module.link_in(library._get_module_for_linking(), preserve=True)
                self._reload_init.update(library._reload_init)
            passes, builder = self._codegen._module_pass_manager()  # type: ignore[no-untyped-call]
            passes.run(module, builder)
            for function in module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = "linkonce_odr"  # as numba does: it may come by several ways
            return module

        def get_pointer_to_function(self, name: str) -> int:
            defined = self._finalized or any(function.name == name for function in self._final_module.functions)
            return super().get_pointer_to_function(name) if defined else 0  # type: ignore[no-untyped-call]

    return Library
