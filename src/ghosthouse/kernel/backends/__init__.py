"""Other ways to run the same rules: native code on the CPU (`native`, `batch`), CUDA (`cuda`), the check of the subset (`subset`).

Nothing here is imported unless asked for: the table plays in plain Python and needs neither NumPy nor a compiler.
"""

__all__: list[str] = []
