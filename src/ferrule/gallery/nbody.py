"""Gravity among all pairs of bodies: their accelerations, and some steps of their movement."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import Array, Example, blocks, poisoned

BLOCK = 128  # as in nbody.rs, and the next
SOFTENING = 2.5e-3
STEPS = 4
DT = 1e-3
SIZES = (0, 1, 31, 32, 33, 127, 128, 129, 509)


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "masses": (rng.uniform(0, 1, n) / max(n, 1)).astype("f4"),
        "positions": rng.standard_normal((n, 3), np.float32),
        "velocities": rng.standard_normal((n, 3), np.float32),
        "moved": poisoned((n, 3), "f4"),
        "out": poisoned((n, 3), "f4"),
    }


def accelerations_launch(module: Any, v: SimpleNamespace) -> Any:
    module.accelerations[blocks(v.out.shape[0], BLOCK), BLOCK](v.masses, v.positions, v.out)
    return v.out


def steps(module: Any, v: SimpleNamespace, count: int, dt: float) -> Any:
    """The positions after ``count`` steps."""
    for _ in range(count):
        module.step[blocks(v.moved.shape[0], BLOCK), BLOCK](dt, v.masses, v.positions, v.velocities, v.moved)
        v.positions, v.moved = v.moved, v.positions
    return v.positions


def steps_launch(module: Any, v: SimpleNamespace) -> Any:
    return steps(module, v, STEPS, DT)


def pulls(masses: Array, positions: Array) -> Array:
    """The accelerations in float64, a body at a time: all pairs at once would be too much memory."""
    out = np.zeros(positions.shape)
    for i, position in enumerate(positions):
        towards = positions - position
        weights = masses / ((towards**2).sum(axis=1) + SOFTENING) ** 1.5
        out[i] = weights @ towards
    return out


def accelerations_expected(v: SimpleNamespace) -> Array:
    return pulls(v.masses.astype(np.float64), v.positions.astype(np.float64))


def steps_expected(v: SimpleNamespace) -> Array:
    masses, positions, velocities = (a.astype(np.float64) for a in (v.masses, v.positions, v.velocities))
    for _ in range(STEPS):
        velocities = velocities + DT * pulls(masses, positions)
        positions = positions + DT * velocities
    return np.asarray(positions)


def disk(n: int, mass: float, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """A heavy centre and ``n - 1`` light bodies on circles around it: masses, positions, velocities."""
    radius, angle = np.sqrt(rng.uniform(0.05, 1, n)), rng.uniform(0, 2 * np.pi, n)
    radius[0] = 0
    masses = np.full(n, 0.1 * mass / n)
    masses[0] = mass
    within = mass * (1 + 0.1 * radius**2)  # what pulls a body to the centre
    speed = np.sqrt(within * radius**2 / (radius**2 + SOFTENING) ** 1.5)
    cos, sin = np.cos(angle), np.sin(angle)
    positions = np.stack([radius * cos, radius * sin, 0.02 * rng.standard_normal(n)], axis=1)
    velocities = np.stack([-speed * sin, speed * cos, np.zeros(n)], axis=1)
    return masses, positions, velocities


def galaxies(n: int, rng: np.random.Generator) -> dict[str, Any]:
    """A large disk, and a small one that passes it."""
    large, small = disk(n - n // 4, 1.0, rng), disk(n // 4, 0.3, rng)
    masses = np.concatenate([large[0], small[0]])
    positions = np.concatenate([large[1], 0.5 * small[1] + (1.7, 0.9, 0.3)])
    # Half as large, so faster by the square root of two.
    velocities = np.concatenate([large[2], np.sqrt(2) * small[2] + (-0.9, 0.15, 0)])
    velocities -= masses @ velocities / masses.sum()  # the centre of mass rests
    positions -= masses @ positions / masses.sum()
    values = {"masses": masses, "positions": positions, "velocities": velocities}
    return {name: a.astype("f4") for name, a in values.items()} | {"moved": poisoned((n, 3), "f4")}


EXAMPLES = [
    Example("accelerations", "nbody.rs", SIZES, 2048, inputs, accelerations_launch, accelerations_expected, 1e-5),
    Example("n-body steps", "nbody.rs", SIZES, 2048, inputs, steps_launch, steps_expected, 1e-6),
]
