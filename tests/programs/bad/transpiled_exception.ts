enum Size {
  Small,
  Large,
}

function pick(size: Size): never {
  throw new RangeError(`no ${Size[size]}`);
}

pick(Size.Large);
