"""Small checkpoints for tests: linear policies written with onnx alone, no training and no torch."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from lostcities_env.agents.checkpoint import described
from lostcities_env.core.catalogue import find_game


def write_checkpoint(
    folder: Path, steps: int = 0, preference: dict[str, float] | None = None, **options: Any
) -> Path:
    """A policy that likes actions by their first word, as in {"discard": 1.0}."""
    game = options.pop("game", "card_game_v0")
    variant = find_game(game).variant(options)
    folder.mkdir(parents=True)
    likes = preference or {}
    bias = [likes.get(words.split()[0], 0.0) for words in variant.words]
    onnx.save(_policy(variant.observation.size, np.array(bias, np.float32)), folder / "policy.onnx")
    card = {
        "format": 1,
        **described(variant),
        "network": {},
        "steps": steps,
        "config": {},
        "versions": {},
        "ratings": {},
    }
    (folder / "card.json").write_text(json.dumps(card))
    return folder


def _policy(size: int, bias: np.ndarray) -> onnx.ModelProto:
    weights = np.zeros((size, bias.size), np.float32)
    nodes = [
        helper.make_node("MatMul", ["observation", "weights"], ["scores"]),
        helper.make_node("Add", ["scores", "bias"], ["free"]),
        helper.make_node("Where", ["action_mask", "free", "never"], ["logits"]),
        helper.make_node("ReduceMax", ["scores"], ["value"], axes=[1], keepdims=0),
    ]
    shape = ["n", bias.size]
    graph = helper.make_graph(
        nodes,
        "policy",
        [
            helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["n", size]),
            helper.make_tensor_value_info("action_mask", TensorProto.BOOL, shape),
        ],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, shape),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n"]),
        ],
        [
            numpy_helper.from_array(weights, "weights"),
            numpy_helper.from_array(bias, "bias"),
            numpy_helper.from_array(np.array(-1e9, np.float32), "never"),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
