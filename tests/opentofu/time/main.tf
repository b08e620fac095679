terraform {
  required_providers {
    time = { source = "hashicorp/time" }
  }
}
variable "step" { type = number }

resource "time_static" "start" { rfc3339 = "2026-01-02T03:04:05Z" }
resource "time_offset" "later" {
  base_rfc3339 = time_static.start.rfc3339
  offset_days  = var.step
}
resource "time_rotating" "monthly" {
  rfc3339       = "2090-01-01T00:00:00Z"
  rotation_days = 30
}
