"""Judges objects by the schemas of Kubernetes and of the Gateway API, which allow no unknown members."""

import functools
import json
import os

import yaml


@functools.cache
def definitions():
    with open(os.environ["SCHEMAS_OF_TESTS"]) as file:
        return json.load(file)["$defs"]


@functools.cache
def route_schema():
    with open(os.environ["ROUTES_OF_TESTS"]) as file:
        versions = yaml.safe_load(file)["spec"]["versions"]
    [version] = [it for it in versions if it["name"] == "v1"]
    return version["schema"]["openAPIV3Schema"]


@functools.cache
def by_kind():
    kinds = {}
    for name, schema in definitions().items():
        for it in schema.get("x-kubernetes-group-version-kind", []):
            version = f"{it['group']}/{it['version']}" if it["group"] else it["version"]
            kinds[version, it["kind"]] = name
    return kinds


def judge(manifest):
    version, kind = manifest["apiVersion"], manifest["kind"]
    is_route = version.startswith("gateway.networking.k8s.io/")
    schema = route_schema() if is_route else definitions()[by_kind()[version, kind]]
    problems = list(faults(manifest, schema, kind))
    assert not problems, problems


def faults(value, schema, path):
    if "$ref" in schema:
        schema = definitions()[schema["$ref"].rsplit("/", 1)[1]]
    if "oneOf" in schema:
        if all(any(True for _ in faults(value, it, path)) for it in schema["oneOf"]):
            yield f"{path} is {value!r}"
        return
    types = schema.get("type", "any")
    types = [it for it in ([types] if isinstance(types, str) else types) if it != "null"]
    if not any(is_of(value, it) for it in types):
        yield f"{path} must be of the type {types}, but is {value!r}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path} must be one of {schema['enum']}, but is {value!r}"
    if isinstance(value, dict):
        yield from faults_of_members(value, schema, path)
    elif isinstance(value, list):
        for index, it in enumerate(value):
            yield from faults(it, schema.get("items", {}), f"{path}[{index}]")


def faults_of_members(value, schema, path):
    properties, others = schema.get("properties"), schema.get("additionalProperties")
    for name in schema.get("required", []):
        if name not in value:
            yield f"{path} lacks {name}"
    for name, member in value.items():
        if properties is not None and name in properties:
            yield from faults(member, properties[name], f"{path}.{name}")
        elif isinstance(others, dict):
            yield from faults(member, others, f"{path}.{name}")
        # Metadata of custom resources is described elsewhere.
        elif properties is not None and not path.endswith(".metadata"):
            yield f"{path} has no member {name}"


def is_of(value, kind):
    if kind in ("integer", "number"):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool}
    return kind == "any" or isinstance(value, kinds[kind])
