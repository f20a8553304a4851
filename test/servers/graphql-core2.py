"""The team of schema.graphql, served by graphql-core 2, which Graphene 2 stands on."""
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from graphql import build_ast_schema, graphql, parse
from graphql.error import GraphQLError, format_error

with open(os.path.join(os.path.dirname(__file__), "schema.graphql"), encoding="utf-8") as file:
    text = file.read()
if "MOVED" in os.environ:
    text = text.replace("  lastSeen: Timestamp\n", "")
# Its parser reads no descriptions, and wants the root types named: SDL was such when it was written.
text = re.sub(r'^ *".*"\n', "", text, flags=re.M) + "schema { query: Query mutation: Mutation }"
schema = build_ast_schema(parse(text))
# An executable schema has values for its enums; one made of SDL serializes none.
for value in schema.get_type("DeviceStatus").values:
    value.value = value.name
schema.get_type("Timestamp").serialize = str

DEVICES = [
    {"id": f"d{n}", "name": f"Device {n}", "status": "OFFLINE" if n % 5 == 1 else "ONLINE", "lastSeen": "2026-01-01T00:00:00Z"}
    for n in range(1, 26)
]
renames = 0


class Refusal(GraphQLError):
    def __init__(self, code, message):
        super().__init__(message)
        self.extensions = {"code": code}


def authorized(info):
    if info.context.get("authorization") != f"Bearer {os.environ['KEY']}":
        raise Refusal("UNAUTHENTICATED", "The key is not valid.")


def team(_root, info):
    authorized(info)
    return {"id": "t1", "name": "Operations"}


def devices(_team, info, first=None, after=None, filter=None):
    status = (filter or {}).get("status")
    every = [it for it in DEVICES if status is None or it["status"] == status]
    start = 0 if after is None else [it["id"] for it in every].index(after) + 1
    nodes = every[start : start + min(first if first is not None else 10, 10)]
    end = nodes[-1]["id"] if nodes else None
    return {"nodes": nodes, "pageInfo": {"hasNextPage": start + len(nodes) < len(every), "endCursor": end}}


def rename(_root, info, input):
    global renames
    authorized(info)
    device = next((it for it in DEVICES if it["id"] == input["id"]), None)
    if device is not None:
        device["name"] = input["name"]
        renames += 1
    return {"device": device}


def rename_and_fail(root, info, input):
    rename(root, info, input)
    raise Refusal("CONFLICT", "Something failed after the change.")


def secret(_device, _info):
    raise Refusal("FORBIDDEN", "Nobody may read this.")


RESOLVERS = {
    ("Query", "team"): team,
    ("Query", "renames"): lambda _root, _info: renames,
    ("Mutation", "renameDevice"): rename,
    ("Mutation", "renameDeviceAndFail"): rename_and_fail,
    ("Team", "devices"): devices,
    ("Team", "resources"): lambda _team, _info: [DEVICES[0], {"id": "a1", "title": "Gate"}],
    ("Device", "secret"): secret,
}
for name, kind in schema.get_type_map().items():
    for field, definition in (getattr(kind, "fields", None) or {}).items():
        if name.startswith("__") or not hasattr(definition, "resolver"):
            continue
        read = lambda source, _info, _key=field, **_args: source.get(_key)
        definition.resolver = RESOLVERS.get((name, field), read)
union = schema.get_type("Resource")
union.resolve_type = lambda value, _info: schema.get_type("Application" if "title" in value else "Device")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        result = graphql(
            schema,
            asked["query"],
            variables=asked.get("variables"),
            operation_name=asked.get("operationName"),
            context={"authorization": self.headers.get("Authorization")},
        )
        answer = {} if result.invalid else {"data": result.data}
        if result.errors:
            answer["errors"] = [format_error(error) for error in result.errors]
        body = json.dumps(answer).encode()
        self.send_response(400 if result.invalid else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
