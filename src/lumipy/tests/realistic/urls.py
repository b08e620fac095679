from urllib.parse import quote, urlencode, urlparse
import shlex
import html
import pulumi

url = urlparse("https://user@example.com:8443/a/b?x=1#top")
query = urlencode({"q": "a b", "n": 3})
command = " ".join(shlex.quote(it) for it in ["echo", "it's", "$HOME"])
pulumi.CustomResource("x:index:Route", "route", {"host": url.hostname, "port": url.port, "path": quote("/a b/c"), "query": query, "command": command, "title": html.escape("<a & b>")})
pulumi.export("host", url.hostname)
pulumi.export("query", query)
