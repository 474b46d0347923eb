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


def compare_options_quickly() -> None:
    """From here on numba compares its options by what was set before it puts all defaults beside that.

    It does so at every call that it looks at, a hundred thousand times at first use: a fourteenth of the wait. The
    answers are the same, and so are the hashes, which it makes of the names of the options.
    """
    from numba.core.targetconfig import TargetConfig

    compared: Any = TargetConfig.__eq__
    hashes: dict[type, int] = {}

    def equal(one: Any, other: Any) -> Any:
        alike = isinstance(other, TargetConfig) and type(one) is type(other) and one._values == other._values
        return alike or compared(one, other)

    def hashed(one: Any) -> int:
        if type(one) not in hashes:
            hashes[type(one)] = hash(tuple(sorted(one.options)))
        return hashes[type(one)]

    for name, method in (("__eq__", equal), ("__hash__", hashed)):
        setattr(TargetConfig, name, method)


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
