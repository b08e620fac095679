import pulumi
from settings import Settings, load
from helpers import *
import helpers.naming as naming

settings = load(pulumi.Config())
stack = pulumi.CustomResource("x:index:Stack", naming.full("stack", settings.stage), {"size": settings.size, "tags": tag("stack")})
pulumi.export("name", naming.full("x", settings.stage))
pulumi.export("default_stage", Settings.DEFAULT_STAGE)
