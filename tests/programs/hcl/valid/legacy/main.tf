resource "legacy_thing" "a" {
  name = "a"
  rule {
    port  = 80
    names = ["x", "y"]
  }
  rule {
    port = 443
  }
  single {
    port = 1
  }
  timeouts {
    create = "5m"
  }
}
resource "legacy_strict" "b" {
  name    = "b"
  key     = "k"
  retries = 3
  hosts   = [for it in ["p", "q"] : "${it}.example"]
  labels  = { a = "1", b = 2 }
  check {
    url = "http://x"
  }
}
output "ports" { value = sort([for it in legacy_thing.a.rule : it.port]) }
output "single" { value = legacy_thing.a.single[0].port }
output "labels" { value = legacy_strict.b.labels }
