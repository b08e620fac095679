resources "kit_thing" "a" {
  name = "a"
}
