def f(x):
    try:
        if x == 0: raise ValueError("zero", 1)
        if x == 1: return {}["missing"]
        if x == 2: return [1][5]
        if x == 3: return int("abc")
        if x == 4: return None.foo
        if x == 5: return "a" + 1
        if x == 6: return len(5)
        if x == 7: raise KeyError("k")
        if x == 8: assert x == 9, "not nine"
        if x == 9: return undefined_name_check
        if x == 10: raise Custom(5)
        if x == 11: return [] < 3
        if x == 12: a, b = [1]
        if x == 13: a, b = 1, 2, 3
        if x == 14: return (1, 2)["a"]
        if x == 15: return {[]: 1}
        if x == 16: return sum(["a"])
        if x == 17: return [].pop()
        if x == 18: return 5()
        if x == 19: return float("x")
        if x == 20: return {"a": 1}.nope
        if x == 21: for_ = [c for c in 5]
        if x == 22: return "abc".index("z")
        if x == 23: return ", ".join([1])
        if x == 24: return "%d" % "x"
        if x == 25: return f"{'x':d}"
        if x == 26: (1,)[0] = 2
        if x == 27: assert False
        if x == 28: raise ValueError
        if x == 29: raise RuntimeError()
        return "ok"
    except LookupError as e:
        return "lookup", type(e).__name__, str(e)
    except (ValueError, TypeError) as e:
        return type(e).__name__, str(e), e.args
    except Exception as e:
        return "other", type(e).__name__, str(e)
    else:
        return "else"
    finally:
        log.append(x)
log = []
class Custom(Exception):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code
class Sub(Custom): pass
undefined_name_check = 1
for i in range(31):
    print(i, f(i))
print(log == list(range(31)))
def order():
    out = []
    try:
        out.append("try")
    except ValueError:
        out.append("except")
    else:
        out.append("else")
    finally:
        out.append("finally")
    return out
print(order())
def nested():
    try:
        try:
            raise Sub(3)
        except ValueError:
            return "wrong"
        finally:
            print("inner finally")
    except Custom as e:
        return e.code, str(e), repr(e), isinstance(e, Exception)
print(nested())
def again():
    try:
        try:
            raise ValueError("first")
        except ValueError:
            raise
    except ValueError as e:
        return str(e)
print(again())
def from_():
    try:
        try:
            1 / 0
        except ZeroDivisionError as e:
            raise RuntimeError("wrapped") from e
    except RuntimeError as e:
        return str(e)
print(from_())
for i in range(3):
    try:
        if i == 1: continue
        if i == 2: break
        print("body", i)
    finally:
        print("fin", i)
print(repr(ValueError("x")), repr(KeyError("k")), str(KeyError("k")), repr(Exception()), Exception("a", "b"), ValueError("a") == ValueError("a"))
def deep(n): return deep(n + 1)
try:
    deep(0)
except RecursionError:
    print("recursion")
def unbound():
    if False:
        z = 1
    return z
try:
    unbound()
except UnboundLocalError as e:
    print(e)
except NameError as e:
    print("name", e)
raise Custom(7)
