resource "legacy_thing" "a" {
  name = "a"
  single {
    port = 1
  }
  single {
    port = 2
  }
}
