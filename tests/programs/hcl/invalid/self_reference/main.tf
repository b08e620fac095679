resource "kit_thing" "a" {
  name = kit_thing.a.kind
}
