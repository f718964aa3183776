"""The launcher in LLVM IR: one function for every kernel, driven by a plan in memory.

It is a C function of Python's fast calling convention.  ``self`` is a bytes object whose contents are the plan.  It
looks at each argument by the plan's descriptor, checks what the Python path checks, packs the parameters and calls the
driver.  For anything it does not expect it calls the plan's slow callable with the same arguments, which does the same
job in Python or raises the error; so it never raises anything itself.

All that lies outside (Python's C functions, torch's C functions, the driver) is reached by a table of addresses, so the
compiled code holds no address and can be cached.
"""

from __future__ import annotations

# ----------------------------------------------------------------------------------------------------------------- plan
# Offsets of the plan's header, then one descriptor an argument.
PLAN = {
    "nargs": 0,  # i64; -1: not ready, always the slow path
    "table": 8,
    "slow": 16,
    "function": 24,
    "panic": 32,  # address of the panic record's state
    "context": 40,
    "grid": 48,  # three i32
    "block": 60,  # three i32
    "shared": 72,
    "num_attrs": 76,
    "attrs": 80,
    "params_size": 88,
    "device_type": 96,  # i32 each, as torch numbers them
    "device_index": 100,
    "grid_arg": 104,  # argument whose length gives grid.x, -1: the grid is fixed
    "max_blocks": 108,  # the most that grid.x may be, where it follows from a length
}
HEADER = 112
ARG = {"kind": 0, "dtype": 4, "offset": 8, "flags": 12, "low": 16, "high": 24, "elem": 32, "bytes": 36}
ARG_SIZE = 40
TENSOR, INT, F32, F64, BOOL = range(5)
MUT, RAW, POINTER = 1, 4, 8
ATOMIC = {1: 16, 2: 32, 4: 2, 8: 64, 16: 128}  # by size: atomics of different sizes do not go together
MAX_ARGS = 64
MAX_PARAMS = 4096  # bytes
MAX_PLAN = HEADER + MAX_ARGS * ARG_SIZE

# Entries of the table, in order.
TABLE = (
    "PyLong_AsLongLong", "PyFloat_AsDouble", "PyErr_Occurred", "PyErr_Clear", "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyObject_Vectorcall", "PyTuple_New", "PyTuple_SetItem", "Py_IncRef", "Py_DecRef", "PyObject_CallOneArg",
    "PyObject_GetAttr", "None", "True", "int", "float", "bool", "str_requires_grad",
    "tensor", "parameter", "increment_version", "bump_version", "is_inference", "handle_offset",
    "data_ptr", "device_type", "device_index", "dtype", "dim", "sizes", "strides", "grad_mode", "current_stream",
    "launch", "context",
)  # fmt: skip
SLOT = {name: i for i, name in enumerate(TABLE)}


class _Writer:
    """IR text with fresh names."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0

    def __call__(self, text: str) -> None:
        self.lines.append(text)

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def at(self, base: str, offset: int) -> str:
        """Address ``base + offset``."""
        r = self.name()
        self(f"  {r} = getelementptr i8, ptr {base}, i64 {offset}")
        return r

    def load(self, ty: str, base: str, offset: int = 0) -> str:
        address, r = self.at(base, offset), self.name()
        self(f"  {r} = load {ty}, ptr {address}")
        return r

    def store(self, ty: str, value: str, base: str, offset: int = 0) -> None:
        self(f"  store {ty} {value}, ptr {self.at(base, offset)}")

    def field(self, ty: str, name: str) -> str:
        return self.load(ty, "%plan", PLAN[name])

    def entry(self, name: str, ty: str = "ptr") -> str:
        """An entry of the table."""
        return self.load(ty, "%table", 8 * SLOT[name])

    def call(self, ty: str, name: str, *arguments: str) -> str:
        function, r = self.entry(name), self.name()
        self(f"  {r} = call {ty} {function}({', '.join(arguments)})")
        return r

    def do(self, name: str, *arguments: str) -> None:
        self(f"  call void {self.entry(name)}({', '.join(arguments)})")

    def check(self, condition: str, otherwise: str = "slow") -> None:
        """Go on if ``condition`` (an icmp without its result) holds."""
        r, label = self.name(), f"l{self.count}"
        self(f"  {r} = {condition}")
        self(f"  br i1 {r}, label %{label}, label %{otherwise}")
        self(f"{label}:")

    def label(self, name: str) -> None:
        self(f"{name}:")

    def start(self, block: str, target: str) -> None:
        """Go to ``target`` from a block named ``block``, which a phi there can name."""
        self(f"  br label %{block}")
        self.label(block)
        self(f"  br label %{target}")


def launcher_ir() -> str:
    """The module: ``ptr @ferrule_launch(ptr self, ptr args, i64 nargs, ptr kwnames)``."""
    w = _Writer()
    w("define ptr @ferrule_launch(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) nounwind {")
    w.label("entry")
    for name, ty, align in (
        ("params", f"[{MAX_PARAMS} x i8]", 128),
        ("starts", f"[{MAX_ARGS} x i64]", 8),
        ("ends", f"[{MAX_ARGS} x i64]", 8),
        ("loans", f"[{MAX_ARGS} x i32]", 4),
        ("muts", f"[{MAX_ARGS} x ptr]", 8),
        ("config", "[64 x i8]", 8),
        ("extra", "[5 x i64]", 8),
        ("word", "i64", 8),
    ):
        w(f"  %{name} = alloca {ty}, align {align}")
    w(f"  %plan = getelementptr i8, ptr %self, i64 {BYTES_HEADER}")
    w("  %table = load ptr, ptr " + w.at("%plan", PLAN["table"]))
    w.check("icmp eq ptr %kwnames, null")
    w.check(f"icmp eq i64 %nargs, {w.field('i64', 'nargs')}")
    state = w.load("i32", w.field("ptr", "panic"))
    w.check(f"icmp ne i32 {state}, 2")
    w(f"  %grid_arg = load i32, ptr {w.at('%plan', PLAN['grid_arg'])}")
    w.start("LOOP", "loop")
    _arguments(w)
    _fire(w)
    w.label("slow_clear")
    w.do("PyErr_Clear")
    w("  br label %slow")
    w.label("slow")
    slow = w.field("ptr", "slow")
    r = w.call("ptr", "PyObject_Vectorcall", f"ptr {slow}", "ptr %args", "i64 %nargs", "ptr %kwnames")
    w(f"  ret ptr {r}")
    w("}")
    return "\n".join(w.lines) + "\n"


BYTES_HEADER = 32  # of a bytes object; proved at load


def _arguments(w: _Writer) -> None:
    """The loop over the arguments.  Carried along: loans so far, written tensors so far, length of the grid's
    argument."""
    w.label("loop")
    w("  %i = phi i64 [0, %LOOP], [%i.next, %next]")
    w("  %n = phi i64 [0, %LOOP], [%n.next, %next]")
    w("  %m = phi i64 [0, %LOOP], [%m.next, %next]")
    w("  %length = phi i64 [0, %LOOP], [%length.next, %next]")
    w("  %done = icmp eq i64 %i, %nargs")
    w("  br i1 %done, label %fire, label %argument")
    w.label("argument")
    w(f"  %d.offset = mul i64 %i, {ARG_SIZE}")
    w(f"  %d.base = add i64 %d.offset, {HEADER}")
    w("  %d = getelementptr i8, ptr %plan, i64 %d.base")
    w("  %o.place = getelementptr ptr, ptr %args, i64 %i")
    w("  %o = load ptr, ptr %o.place")
    w("  %type = load ptr, ptr " + w.at("%o", 8))
    w("  %kind = load i32, ptr %d")
    w("  %to32 = load i32, ptr " + w.at("%d", ARG["offset"]))
    w("  %to = zext i32 %to32 to i64")
    w("  %place = getelementptr i8, ptr %params, i64 %to")
    cases = " ".join(f"i32 {k}, label %{n}" for k, n in ((TENSOR, "tensor"), (INT, "int"), (BOOL, "bool")))
    w(f"  switch i32 %kind, label %float [ {cases} ]")
    _scalars(w)
    _tensor(w)
    w.label("next")
    sources = ("int8", "int16", "int32", "int64", "float32", "float64", "bool.store")
    for name in ("n", "m", "length"):
        plain = ", ".join(f"[%{name}, %{s}]" for s in sources)
        w(f"  %{name}.next = phi i64 {plain}, [%{name}.tensor, %tensor.end]")
    w("  %i.next = add i64 %i, 1")
    w("  br label %loop")


def _scalars(w: _Writer) -> None:
    w.label("int")
    w.check(f"icmp eq ptr %type, {w.entry('int')}")
    value = w.call("i64", "PyLong_AsLongLong", "ptr %o")
    w(f"  %minus = icmp eq i64 {value}, -1")
    w("  br i1 %minus, label %int.error, label %int.range")
    w.label("int.error")
    error = w.call("ptr", "PyErr_Occurred")
    w.check(f"icmp eq ptr {error}, null", "slow_clear")
    w("  br label %int.range")
    w.label("int.range")
    w.check(f"icmp sge i64 {value}, {w.load('i64', '%d', ARG['low'])}")
    w.check(f"icmp sle i64 {value}, {w.load('i64', '%d', ARG['high'])}")
    size = w.load("i32", "%d", ARG["bytes"])
    w(f"  switch i32 {size}, label %int64 [ i32 1, label %int8 i32 2, label %int16 i32 4, label %int32 ]")
    for bits in (8, 16, 32):
        w.label(f"int{bits}")
        w(f"  %cut{bits} = trunc i64 {value} to i{bits}")
        w(f"  store i{bits} %cut{bits}, ptr %place")
        w("  br label %next")
    w.label("int64")
    w(f"  store i64 {value}, ptr %place")
    w("  br label %next")

    w.label("float")
    w.check(f"icmp eq ptr %type, {w.entry('float')}")
    number = w.call("double", "PyFloat_AsDouble", "ptr %o")
    w(f"  %is64 = icmp eq i32 %kind, {F64}")
    w("  br i1 %is64, label %float64, label %float.narrow")
    w.label("float64")
    w(f"  store double {number}, ptr %place")
    w("  br label %next")
    w.label("float.narrow")
    w(f"  %single = fptrunc double {number} to float")
    w("  %bits = bitcast float %single to i32")
    w("  %magnitude = and i32 %bits, 2147483647")
    w("  %single.inf = icmp eq i32 %magnitude, 2139095040")
    w("  br i1 %single.inf, label %float.inf, label %float32")
    w.label("float.inf")  # fine only if it was infinite before
    w(f"  %double.bits = bitcast double {number} to i64")
    w("  %double.magnitude = and i64 %double.bits, 9223372036854775807")
    w.check("icmp eq i64 %double.magnitude, 9218868437227405312")
    w("  br label %float32")
    w.label("float32")
    w("  store float %single, ptr %place")
    w("  br label %next")

    w.label("bool")
    w.check(f"icmp eq ptr %type, {w.entry('bool')}")
    true = w.entry("True")
    w(f"  %truth = icmp eq ptr %o, {true}")
    w("  %byte = zext i1 %truth to i8")
    w("  store i8 %byte, ptr %place")
    w("  br label %bool.store")
    w.label("bool.store")
    w("  br label %next")


def _tensor(w: _Writer) -> None:
    w.label("tensor")
    w(f"  %exact = icmp eq ptr %type, {w.entry('tensor')}")
    w(f"  %param = icmp eq ptr %type, {w.entry('parameter')}")
    w("  %known = or i1 %exact, %param")
    w("  br i1 %known, label %tensor.known, label %slow")
    w.label("tensor.known")
    offset = w.entry("handle_offset", "i64")
    w(f"  %h = getelementptr i8, ptr %o, i64 {offset}")
    for function, field in (("device_type", "device_type"), ("device_index", "device_index")):
        _get(w, function, "i32")
        w.check(f"icmp eq i32 {w.load('i32', '%word')}, {w.field('i32', field)}")
    _get(w, "dtype", "i32")
    w.check(f"icmp eq i32 {w.load('i32', '%word')}, {w.load('i32', '%d', ARG['dtype'])}")
    _get(w, "dim", "i64")
    w("  %dim = load i64, ptr %word")
    w.check("icmp ugt i64 %dim, 0")
    _get(w, "sizes", "ptr")
    w("  %sizes = load ptr, ptr %word")
    _get(w, "strides", "ptr")
    w("  %strides = load ptr, ptr %word")
    # Contiguity: from the last dimension, each stride is the product of the sizes behind it.
    w.start("DIMS", "dims")
    w.label("dims")
    w("  %k = phi i64 [%dim, %DIMS], [%k1, %dims.next]")
    w("  %count = phi i64 [1, %DIMS], [%count1, %dims.next]")
    w("  %end = icmp eq i64 %k, 0")
    w("  br i1 %end, label %sized, label %dims.body")
    w.label("dims.body")
    w("  %k1 = sub i64 %k, 1")
    w("  %size.place = getelementptr i64, ptr %sizes, i64 %k1")
    w("  %size = load i64, ptr %size.place")
    w("  %stride.place = getelementptr i64, ptr %strides, i64 %k1")
    w("  %stride = load i64, ptr %stride.place")
    w("  %count1 = mul i64 %count, %size")
    # Also for dimensions of one: a lazily negated view (a tensor's imaginary part) is told only by its stride of two.
    w("  %fits = icmp eq i64 %stride, %count")
    w("  br i1 %fits, label %dims.next, label %slow")
    w.label("dims.next")
    w("  br label %dims")
    w.label("sized")
    w.check("icmp sgt i64 %count, 0")  # an empty tensor has no address worth checking
    _get(w, "data_ptr", "ptr")
    w("  %start = load i64, ptr %word")
    w("  %flags = load i32, ptr " + w.at("%d", ARG["flags"]))
    w("  %elem32 = load i32, ptr " + w.at("%d", ARG["elem"]))
    w("  %elem = zext i32 %elem32 to i64")
    w("  %elem.mask = sub i64 %elem, 1")
    w("  %unaligned = and i64 %start, %elem.mask")
    w.check("icmp eq i64 %unaligned, 0")
    w("  %nbytes = mul i64 %count, %elem")
    w("  %stop = add i64 %start, %nbytes")
    _overlap(w)
    w("  store i64 %start, ptr %place")
    w(f"  %pointer = and i32 %flags, {POINTER}")
    w("  %has.length = icmp eq i32 %pointer, 0")
    w("  br i1 %has.length, label %store.length, label %one")
    w.label("one")  # a reference is to one element, a raw pointer to any number
    w(f"  %raw = and i32 %flags, {RAW}")
    w("  %is.raw = icmp ne i32 %raw, 0")
    w("  %is.one = icmp eq i64 %count, 1")
    w("  %enough = or i1 %is.raw, %is.one")
    w("  br i1 %enough, label %stored, label %slow")
    w.label("store.length")
    w.store("i64", "%count", "%place", 8)
    w("  br label %stored")
    w.label("stored")
    w("  %i32 = trunc i64 %i to i32")
    w("  %is.grid = icmp eq i32 %i32, %grid_arg")
    w("  %length.tensor = select i1 %is.grid, i64 %count, i64 %length")
    w("  %n.tensor = add i64 %n, 1")
    w(f"  %mut = and i32 %flags, {MUT}")
    w("  %is.mut = icmp ne i32 %mut, 0")
    w("  br i1 %is.mut, label %written, label %tensor.end")
    w.label("written")
    w("  %m.place = getelementptr ptr, ptr %muts, i64 %m")
    w("  store ptr %o, ptr %m.place")
    w("  %m.more = add i64 %m, 1")
    grad = w.call("i8", "grad_mode")  # a C bool
    w(f"  %grad.bit = and i8 {grad}, 1")
    w("  %grad.on = icmp ne i8 %grad.bit, 0")
    w("  br i1 %grad.on, label %grad, label %tensor.end")
    w.label("grad")  # a tensor that requires grad: the Python path knows what to say
    requires = w.call("ptr", "PyObject_GetAttr", "ptr %o", f"ptr {w.entry('str_requires_grad')}")
    w.check(f"icmp ne ptr {requires}, null", "slow_clear")
    w.do("Py_DecRef", f"ptr {requires}")  # True and False outlive it
    w(f"  %needs.grad = icmp eq ptr {requires}, {w.entry('True')}")
    w("  br i1 %needs.grad, label %slow, label %GRAD")
    w.label("GRAD")
    w("  br label %tensor.end")
    w.label("tensor.end")
    w("  %m.tensor = phi i64 [%m, %stored], [%m.more, %written], [%m.more, %GRAD]")
    w("  br label %next")


def _get(w: _Writer, function: str, ty: str) -> None:
    """One of torch's getters into %word."""
    status = w.call("i32", function, "ptr %h", "ptr %word")
    w.check(f"icmp eq i32 {status}, 0")


def _overlap(w: _Writer) -> None:
    """Compare with every loan so far, then add this one."""
    w.start("LOANS", "loans.loop")
    w.label("loans.loop")
    w("  %j = phi i64 [0, %LOANS], [%j1, %loans.ok]")
    w("  %all = icmp eq i64 %j, %n")
    w("  br i1 %all, label %loans.add, label %loans.body")
    w.label("loans.body")
    w("  %j1 = add i64 %j, 1")
    for name, ty, array in (("s2", "i64", "starts"), ("e2", "i64", "ends"), ("f2", "i32", "loans")):
        w(f"  %{name}.place = getelementptr {ty}, ptr %{array}, i64 %j")
        w(f"  %{name} = load {ty}, ptr %{name}.place")
    w("  %before = icmp ult i64 %start, %e2")
    w("  %behind = icmp ult i64 %s2, %stop")
    w("  %touch = and i1 %before, %behind")
    w("  br i1 %touch, label %loans.touch, label %loans.ok")
    w.label("loans.touch")  # allowed: nobody writes, both atomic, or both raw pointers
    w("  %either = or i32 %flags, %f2")
    w("  %both = and i32 %flags, %f2")
    w(f"  %writes = and i32 %either, {MUT}")
    w(f"  %shared = and i32 %both, {sum(ATOMIC.values()) | RAW}")
    w("  %no.writes = icmp eq i32 %writes, 0")
    w("  %may.share = icmp ne i32 %shared, 0")
    w("  %allowed = or i1 %no.writes, %may.share")
    w("  br i1 %allowed, label %loans.ok, label %slow")
    w.label("loans.ok")
    w("  br label %loans.loop")
    w.label("loans.add")
    for name, ty, array in (("start", "i64", "starts"), ("stop", "i64", "ends"), ("flags", "i32", "loans")):
        w(f"  %{array}.place = getelementptr {ty}, ptr %{array}, i64 %n")
        w(f"  store {ty} %{name}, ptr %{array}.place")


def _fire(w: _Writer) -> None:
    """Grid, context, stream, launch; then tell autograd what was written."""
    w.label("fire")
    gx, gy, gz = (w.load("i32", "%plan", PLAN["grid"] + 4 * k) for k in range(3))
    bx, by, bz = (w.load("i32", "%plan", PLAN["block"] + 4 * k) for k in range(3))
    w("  %fixed = icmp eq i32 %grid_arg, -1")
    w("  br i1 %fixed, label %configure, label %grid.rule")
    w.label("grid.rule")
    w(f"  %bx64 = zext i32 {bx} to i64")
    w("  %bx1 = sub i64 %bx64, 1")
    w("  %rounded = add i64 %length, %bx1")
    w("  %blocks = udiv i64 %rounded, %bx64")
    w(f"  %max.blocks = zext i32 {w.field('i32', 'max_blocks')} to i64")
    w.check("icmp ule i64 %blocks, %max.blocks")
    w("  %blocks32 = trunc i64 %blocks to i32")
    w.start("RULE", "configure")
    w.label("configure")
    w(f"  %grid.x = phi i32 [{gx}, %fire], [%blocks32, %RULE]")
    status = w.call("i32", "context", "ptr %word")
    w.check(f"icmp eq i32 {status}, 0")
    w.check(f"icmp eq ptr {w.load('ptr', '%word')}, {w.field('ptr', 'context')}")
    device = w.field("i32", "device_index")
    status = w.call("i32", "current_stream", f"i32 {device}", "ptr %word")
    w.check(f"icmp eq i32 {status}, 0")
    stream = w.load("ptr", "%word")
    for k, value in enumerate(("%grid.x", gy, gz, bx, by, bz, w.field("i32", "shared"))):
        w.store("i32", value, "%config", 4 * k)
    w.store("i32", "0", "%config", 28)
    w.store("ptr", stream, "%config", 32)
    w.store("ptr", w.field("ptr", "attrs"), "%config", 40)
    w.store("i32", w.field("i32", "num_attrs"), "%config", 48)
    w.store("i32", "0", "%config", 52)
    size = w.field("i64", "params_size")
    w(f"  store i64 {size}, ptr %word")
    w.store("i64", "1", "%extra", 0)
    w.store("ptr", "%params", "%extra", 8)
    w.store("i64", "2", "%extra", 16)
    w.store("ptr", "%word", "%extra", 24)
    w.store("i64", "0", "%extra", 32)
    w(f"  %no.params = icmp eq i64 {size}, 0")
    w("  %extra.or = select i1 %no.params, ptr null, ptr %extra")
    function = w.field("ptr", "function")
    # The driver waits when its queue is full: other threads go on meanwhile.
    thread = w.call("ptr", "PyEval_SaveThread")
    result = w.call("i32", "launch", "ptr %config", f"ptr {function}", "ptr null", "ptr %extra.or")
    w.do("PyEval_RestoreThread", f"ptr {thread}")
    w.check(f"icmp eq i32 {result}, 0")
    w("  %wrote = icmp ne i64 %m, 0")
    w("  br i1 %wrote, label %versions, label %finish")
    _versions(w)
    w.label("finish")
    w.do("Py_IncRef", f"ptr {w.entry('None')}")
    w(f"  ret ptr {w.entry('None')}")


def _versions(w: _Writer) -> None:
    """Count up the versions of the written tensors: by torch's own C++ functions where they were found, else in
    Python."""
    w.label("versions")
    bump = w.entry("bump_version")
    w(f"  %direct = icmp ne ptr {bump}, null")
    w("  br i1 %direct, label %DIRECT, label %python")
    w.label("DIRECT")
    offset = w.entry("handle_offset", "i64")
    is_inference = w.entry("is_inference")
    w("  br label %direct.loop")
    w.label("direct.loop")
    w("  %b = phi i64 [0, %DIRECT], [%b1, %direct.next]")
    w("  %bumped = icmp eq i64 %b, %m")
    w("  br i1 %bumped, label %finish, label %direct.body")
    w.label("direct.body")
    w("  %b1 = add i64 %b, 1")
    w("  %b.place = getelementptr ptr, ptr %muts, i64 %b")
    w("  %b.object = load ptr, ptr %b.place")
    w(f"  %b.handle = getelementptr i8, ptr %b.object, i64 {offset}")
    w(f"  %inference = call i8 {is_inference}(ptr %b.handle)")
    w("  %inference.bit = and i8 %inference, 1")
    w("  %has.version = icmp eq i8 %inference.bit, 0")
    w("  br i1 %has.version, label %direct.bump, label %direct.next")
    w.label("direct.bump")
    w(f"  call void {bump}(ptr %b.handle)")
    w("  br label %direct.next")
    w.label("direct.next")
    w("  br label %direct.loop")
    w.label("python")
    pack = w.call("ptr", "PyTuple_New", "i64 %m")
    w.check(f"icmp ne ptr {pack}, null", "versions.failed")
    w.start("VERSIONS", "versions.loop")
    w.label("versions.loop")
    w("  %t = phi i64 [0, %VERSIONS], [%t1, %versions.body]")
    w("  %filled = icmp eq i64 %t, %m")
    w("  br i1 %filled, label %versions.call, label %versions.body")
    w.label("versions.body")
    w("  %t1 = add i64 %t, 1")
    w("  %t.place = getelementptr ptr, ptr %muts, i64 %t")
    w("  %tensor.object = load ptr, ptr %t.place")
    w.do("Py_IncRef", "ptr %tensor.object")
    w.call("i32", "PyTuple_SetItem", f"ptr {pack}", "i64 %t", "ptr %tensor.object")
    w("  br label %versions.loop")
    w.label("versions.call")
    told = w.call("ptr", "PyObject_CallOneArg", f"ptr {w.entry('increment_version')}", f"ptr {pack}")
    w.do("Py_DecRef", f"ptr {pack}")
    w.check(f"icmp ne ptr {told}, null", "versions.failed")
    w.do("Py_DecRef", f"ptr {told}")
    w("  br label %finish")
    w.label("versions.failed")  # inference tensors have no version
    w.do("PyErr_Clear")
    w("  br label %finish")
