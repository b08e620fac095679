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
resource "tls_private_key" "key" { algorithm = "ED25519" }
data "tls_public_key" "key" { private_key_openssh = tls_private_key.key.private_key_openssh }
resource "local_file" "public" {
  filename = "${path.module}/public.txt"
  content  = "${data.local_file.read.content} ${data.tls_public_key.key.public_key_openssh}"
}
