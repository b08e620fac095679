variable "regions" {
  type    = set(string)
  default = ["eu", "us"]
}

variable "token" {
  default   = "t0ken"
  sensitive = true
}

provider "kit" {
  greeting = "good day"
}

provider "kit" {
  alias    = "west"
  greeting = data.kit_echo.zone.answer
}

data "kit_echo" "zone" {
  name = "zone"
}

data "kit_echo" "west" {
  provider = kit.west
  name     = "zone"
}

resource "kit_thing" "west" {
  name = "west"
  kind = data.kit_echo.west.answer
}

module "net" {
  source   = "./net"
  for_each = var.regions
  name     = each.key
  token    = var.token
  providers = {
    kit.edge = kit.west
  }
}

resource "random_pet" "name" {
  count  = 2
  length = count.index + 1
}

resource "kit_thing" "all" {
  for_each = { for key, it in module.net : key => it.hosts }
  name     = each.key
  kind     = join("-", each.value)
  size     = 1.5
  any      = { deep = [1, "two"] }
  lifecycle {
    create_before_destroy = true
  }
}

resource "kit_thing" "secret" {
  name = "secret"
  kind = "k-${var.token}"
  tags = ["b", "a"]
  rule {
    from = 1
  }
}

resource "kit_thing" "broken" {
  name = "broken"
}

resource "local_file" "page" {
  filename = "${path.module}/out/page.txt"
  content  = join("\n", random_pet.name[*].id)
}

resource "terraform_data" "note" {
  input            = { the_note = join(", ", var.regions) }
  triggers_replace = [local_file.page.content]
}

resource "kit_thing" "leaving" {
  name = "leaving"
}

output "hosts" {
  value = toset(flatten([for it in module.net : it.hosts]))
}

output "numbers" {
  value = { for key, it in kit_thing.all : key => it.size }
}

output "secret" {
  value     = kit_thing.secret.secret
  sensitive = true
}
