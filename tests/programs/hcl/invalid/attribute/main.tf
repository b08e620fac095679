resource "kit_thing" "a" {
  name = "a"
}
output "x" { value = kit_thing.a.nmae }
