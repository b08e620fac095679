resource "kit_thing" "a" {
  name    = "a"
  owner   = { name = "ada" }
  members = [{ name = "m1", code = "c1" }, { name = "m2" }]
  groups  = [{ name = "g" }]
  labels  = { one = { name = "l" } }
  tags    = ["b", "a", "b"]
  any     = { keep_this = [1, "two", true], other = null }
}
resource "kit_thing" "b" {
  name = kit_thing.a.owner.name
  any  = kit_thing.a.tags
}
output "owner" { value = kit_thing.a.owner.name }
output "tags" { value = kit_thing.a.tags }
output "members" { value = kit_thing.a.members[*].name }
