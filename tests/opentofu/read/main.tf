terraform {
  required_providers {
    local = { source = "hashicorp/local" }
    tls   = { source = "hashicorp/tls" }
  }
}
variable "step" { type = number }

resource "local_file" "source" {
  filename = "${path.module}/source.txt"
  content  = "step ${var.step}"
}
# Read in the deployment alone, as the file is not there before.
data "local_file" "read" { filename = local_file.source.filename }
# The argument does not tell what the call depends on.
data "local_file" "same" {
  filename   = "${path.module}/source.txt"
  depends_on = [local_file.source]
}
resource "local_file" "copy" {
  filename = "${path.module}/copy.txt"
  content  = data.local_file.same.content
}
resource "tls_private_key" "key" { algorithm = "ED25519" }
data "tls_public_key" "key" { private_key_openssh = tls_private_key.key.private_key_openssh }
resource "local_file" "public" {
  filename = "${path.module}/public.txt"
  content  = "${data.local_file.read.content} ${data.tls_public_key.key.public_key_openssh}"
}
