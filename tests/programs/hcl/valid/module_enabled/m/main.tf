resource "kit_thing" "it" {
  name = "m"
}
output "name" { value = kit_thing.it.name }
