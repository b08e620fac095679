class Site {
  make(size: number): number {
    if (size > 2) {
      throw new TypeError(`a site of size ${size}`, {
        cause: new Error("no room", { cause: "the disk" }),
      });
    }
    return size;
  }
}

function build(): number {
  return new Site().make(3);
}

build();
