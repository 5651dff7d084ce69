"""The five documented calls by a client that openapi-python-client has made of the API's document.

usage: five_calls.py FOLDER_OF_THE_CLIENT ADDRESS KEY CODE
"""

import sys
from pathlib import Path

folder = Path(sys.argv[1])
address, key, code = sys.argv[2:]
sys.path.insert(0, str(folder.parent))

client_of = __import__(folder.name, fromlist=["AuthenticatedClient"])
from importlib import import_module  # noqa: E402


def part(path):
    return import_module(f"{folder.name}.{path}")


def call(path, *args, **kwargs):
    return part(f"api.{path}").sync_detailed(*args, client=client, **kwargs)


client = client_of.AuthenticatedClient(base_url=address, token=key)
models = part("models")

made = call("links.create_link", body=models.CreateLinkBody(url="https://example.com/python", custom_code=code))
assert made.status_code == 201, made
link = made.parsed
assert (link.short_code, link.original_url) == (code, "https://example.com/python"), link

statistics = call("analytics.get_link_analytics", link.id)
assert statistics.status_code == 200, statistics
assert (statistics.parsed.total, statistics.parsed.unique) == (0, 0), statistics.parsed

listed = call("links.list_links", page=1, limit=10)
assert listed.status_code == 200, listed
assert [each.id for each in listed.parsed.data] == [link.id], listed.parsed

changed = call("links.update_link", link.id, body=models.UpdateLinkBody(title="Autumn", is_active=False))
assert changed.status_code == 200, changed
assert (changed.parsed.title, changed.parsed.is_active) == ("Autumn", False), changed.parsed

assert call("links.delete_link", link.id).status_code == 204
gone = call("links.get_link", link.id)
assert (gone.status_code, gone.parsed.code) == (404, "links.not_found"), gone
print("done")
