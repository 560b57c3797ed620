"""Run all benchmarks, or those named: `python -m bench [name …]`."""

import importlib
import pkgutil
import sys

import bench


def names() -> list[str]:
    """Name the benchmarks, the reference first."""
    found = [module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_")]
    return sorted(found, key=lambda name: (name != "calibration", name))


def main(wanted: list[str]) -> None:
    """Run what is wanted, or everything."""
    unknown = set(wanted) - set(names())
    if unknown:
        sys.exit(f"No such benchmark: {', '.join(sorted(unknown))}. There are: {', '.join(names())}.")
    for name in wanted or names():
        print(f"== {name}")
        importlib.import_module(f"bench.{name}").run()


if __name__ == "__main__":
    main(sys.argv[1:])
