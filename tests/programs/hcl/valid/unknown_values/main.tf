resource "kit_thing" "a" {
  name = "a"
}
resource "kit_thing" "each" {
  for_each = { one = kit_thing.a.id, two = "known" }
  name     = each.key
  kind     = each.value
  rule {
    from = length(each.key)
    to   = kit_thing.a.size
  }
  dynamic "port" {
    for_each = [kit_thing.a.size]
    content {
      from = 1
      to   = port.value
    }
  }
}
resource "kit_thing" "list" {
  name = "list"
  dynamic "rule" {
    for_each = toset([kit_thing.a.id])
    content {
      from = 1
    }
  }
}
output "kinds" { value = [for it in kit_thing.each : it.kind] }
output "joined" { value = join(",", [kit_thing.a.id, "b"]) }
output "length" { value = length([kit_thing.a.id, "b"]) }
