enum Size { Small }
const a: Size = Size.Small;
const b = (a;
