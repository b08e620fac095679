terraform {
  required_providers {
    local = { source = "hashicorp/local" }
  }
}
variable "step" { type = number }

resource "local_file" "motd" {
  filename        = "${path.module}/motd.txt"
  content         = var.step == 1 ? "hello" : "hello again"
  file_permission = "0644"
}
resource "local_sensitive_file" "key" {
  filename = "${path.module}/key.txt"
  content  = "hunter2"
}
resource "local_file" "copy" {
  filename = "${path.module}/copy.txt"
  content  = "${local_file.motd.id} ${local_file.motd.content_md5}"
}
