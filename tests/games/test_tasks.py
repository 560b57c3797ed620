"""Tasks: what is sent along is used."""

import ast
from collections.abc import Iterator
from pathlib import Path


def tasks(project: Path) -> Iterator[ast.FunctionDef]:
    """Every function that the worker runs."""
    for path in sorted(project.glob("*/tasks.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                yield node


def test_a_task_asks_for_nothing_that_it_does_not_look_at(project: Path) -> None:
    found = list(tasks(project))
    assert "answer_for_ai" in {task.name for task in found}
    for task in found:
        read = {node.id for line in task.body for node in ast.walk(line) if isinstance(node, ast.Name)}
        assert {argument.arg for argument in task.args.args} <= read, task.name
