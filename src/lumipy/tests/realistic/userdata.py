import base64
import textwrap
import pulumi
from pulumi import Output, ResourceOptions

password = pulumi.CustomResource("random:index/randomPassword:RandomPassword", "db", {"length": 16})
user_data = textwrap.dedent("""\
    #!/bin/bash
    echo "hello" > index.html
    nohup python3 -m http.server 80 &
    """)
encoded = base64.b64encode(user_data.encode("utf-8")).decode("ascii")
secret = password.result.apply(lambda it: base64.b64encode(it.encode()).decode())
server = pulumi.CustomResource("aws:ec2/instance:Instance", "web", {"instanceType": "t3.micro", "userDataBase64": encoded, "tags": {"pw": secret}})
url = Output.format("http://{0}:{port}/", server.public_dns, port=80)
pulumi.export("url", url)
pulumi.export("joined", Output.concat("ip=", server.public_ip))
pulumi.export("first_line", base64.b64decode(encoded).decode().splitlines()[0])
