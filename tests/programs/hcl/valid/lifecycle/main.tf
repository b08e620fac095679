resource "kit_thing" "base" {
  name = "base"
}
resource "kit_thing" "top" {
  name = kit_thing.base.name
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [size, tags]
    replace_triggered_by  = [kit_thing.base.kind, kit_thing.other]
  }
}
resource "kit_thing" "other" {
  name = "other"
  lifecycle {
    ignore_changes = all
  }
}
output "top" { value = kit_thing.top.name }
